import { slipsOf } from '../edit-distance.ts';
import { fold } from '../folding.ts';
import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

// The tokenizer separates the parts of a word at an apostrophe.
const STOP_WORDS = wordSet(`
l d j m t s n c qu jusqu lorsqu puisqu
le la les un une des du de au aux et ou en à dans sur pour par avec chez
qui que quoi quel quelle quels quelles où quand comment combien pourquoi dont
je tu il elle on nous vous ils elles ce cet cette ces se mon ma mes votre vos notre nos
est sont était a ont avez puis peut faut
bonjour merci svp besoin cherche
`);

// Frequent words of queries on any subject.
const GENERAL_WORDS = wordSet(`
savoir sais sait dire dit dis trouver trouve trouvez obtenir avoir avons as ai eu donner donne donnez prendre prend
prends faire fait fais faites font aller va vais vont venir vient viennent viens mettre met voir vois passer passe
passée envoyer envoie envoyez montrer utiliser utilise demander demande vouloir veux veut voudrais voudrait souhaite
aimerais pouvoir peux pouvez peuvent pourrait devoir dois doit doivent
temps longtemps souvent beaucoup plus moins peu quelques chaque autre autres même tout toute tous toutes aussi encore
déjà très bien mal toujours jamais depuis jusque avant après pendant entre sans sous vers contre lors ensuite
coûte coûtent coûter vaut dure durent durer arrive commence existe existent propose proposez offre offrir offrez
contient contiennent contenir
bon bonne meilleur meilleure nouveau nouvelle grand grande petit petite possible différent vrai
chose choses façon manière type types sorte cas option options information informations exemple question raison
problème
jour jours semaine semaines mois an ans année heure heures aujourd hui demain hier matin soir nuit
utilisateur client cliente personne personnes gens quelqu monsieur madame
ici alors si parce mais ne pas non oui y lui leur leurs son sa ses ton ta tes lequel laquelle cela ça ceci celui celle
être été étaient sera serait
numéro vite rapidement bonsoir marche marchent fonctionne fonctionnent besoins
cassé cassée casse abîmé abîmée pas cher chère défectueux
`);

// Neighbours on French keyboards.
const AZERTY =
  'az ze er rt ty yu ui io op qs sd df fg gh hj jk kl lm wx xc cv vb bn ' +
  'aq zs ed rf tg yh uj ik ol pm qw sx dc fv gb hn';

/** French. The stemmer depends on accents, which queries omit. It receives words without accents, and -ée as -é. */
export const french: LanguagePack = {
  stopWords: STOP_WORDS,
  generalWords: GENERAL_WORDS,
  placePrepositions: new Set(['a', 'en']),
  slips: slipsOf(AZERTY),
  stem: (word) => STEMMERS.fr(fold(word).replace(/ee(?=s?$)/, 'e')),
};
