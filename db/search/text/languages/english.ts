import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
a an the this that these those
and or but nor so if then than because while although though as until unless
of at by for with about against between into through during before after above below to from in on off over under upon
within without via per out up down toward towards
i me my mine we us our ours you your yours he him his she her hers it its they them their theirs myself yourself himself
herself itself ourselves themselves
who whom whose which what where when why how
am is are was were be been being do does did doing done have has had having will would shall should can could may might
must ought cannot
not no yes any some all both each few more most other others such only own same too very just also ever here there again
please hello hi thanks thank need needs want looking
isn aren wasn weren don doesn didn hasn haven hadn won wouldn couldn shouldn ll ve re
`);

/** English. */
export const english: LanguagePack = {
  stopWords: STOP_WORDS,
  stem: STEMMERS.en,
  otherNumbers: (word) =>
    word.endsWith('s')
      ? [word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`]
      : [`${word}s`, `${word}es`, `${word.slice(0, -1)}ies`],
};
