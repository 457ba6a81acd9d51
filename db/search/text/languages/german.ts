import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner keines
und oder aber sondern denn weil wenn als ob dass damit obwohl wahrend bevor nachdem sowie sowohl
an am auf aus bei beim bis durch fur gegen hinter im in ins mit nach neben ohne seit uber um unter vom von vor zu zum zur
zwischen wegen trotz laut
ich mich mir mein meine meinen meinem meiner du dich dir dein deine deinen er ihn ihm sein seine seinen seinem seiner sie
ihr ihre ihren ihrem ihrer es wir uns unser unsere unseren euch euer eure sich man
dieser diese dieses diesen diesem jener jene jenes jenen jeder jede jedes jeden jedem alle allen aller alles manche solche
wer wen wem wessen was welche welcher welches welchen welchem wo woher wohin wann warum wieso weshalb wie womit wofur
worin wodurch wovon woran
ist sind war waren bin bist sei gewesen wird werden wurde wurden worden hat haben hatte hatten habe kann konnen konnte
konnten muss mussen musste mussten soll sollen sollte sollten will wollen wollte wollten darf durfen mag mochte wurde
nicht nur auch noch schon sehr so da hier dort dann nun mehr etwa etwas nichts selbst
bitte danke hallo brauche suche
`);

/** German. Umlauts may be written without their dots; ß is ss. */
export const german: LanguagePack = {
  stopWords: STOP_WORDS,
  stem: STEMMERS.de,
};
