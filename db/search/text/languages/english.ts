import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
a an the this that these those and or of at by for with to from in on
i me my we our you your he his she her it its they their
who whom whose which what where when why how
am is are was were be been do does did has have had
please hello hi thanks thank need needs want looking
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
