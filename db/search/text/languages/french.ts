import { slipsOf } from '../edit-distance.ts';
import { fold } from '../folding.ts';
import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

// What an apostrophe cuts off is a word of its own.
const STOP_WORDS = wordSet(`
l d j m t s n c qu jusqu lorsqu puisqu
le la les un une des du de au aux et ou en à dans sur pour par avec chez
qui que quoi quel quelle quels quelles où quand comment combien pourquoi dont
je tu il elle on nous vous ils elles ce cet cette ces se mon ma mes votre vos notre nos
est sont était a ont avez puis peut faut
bonjour merci svp besoin cherche
`);

/** Neighbours on French keyboards. */
const AZERTY =
  'az ze er rt ty yu ui io op qs sd df fg gh hj jk kl lm wx xc cv vb bn ' +
  'aq zs ed rf tg yh uj ik ol pm qw sx dc fv gb hn';

/** French. Its stemmer depends on accents, which queries leave out, so it gets words without; -ée is -é there. */
export const french: LanguagePack = {
  stopWords: STOP_WORDS,
  slips: slipsOf(AZERTY),
  stem: (word) => STEMMERS.fr(fold(word).replace(/ee(?=s?$)/, 'e')),
};
