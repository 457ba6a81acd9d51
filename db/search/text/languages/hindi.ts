import { fold } from '../folding.ts';
import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
का के की को से में पर ने और या है हैं था थी थे क्या कौन किस किसने कब कहां कहाँ क्यों कैसे कितना कितनी कितने यह वह ये वे
किया गया गई गए हुआ हुई हुए जाता जाती जाते करता करती करते करने करना कर दिया दी थीं
`);

/** Hindi. */
export const hindi: LanguagePack = {
  stopWords: STOP_WORDS,
  stem: (word) => STEMMERS.hi(fold(word)),
};
