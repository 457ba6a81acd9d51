import { fold } from '../folding.ts';
import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
का के की को से में पर ने और या है हैं था थी थे क्या कौन किस किसने कब कहां कहाँ क्यों कैसे कितना कितनी कितने यह वह ये वे
किसका किसकी किसके किसे किन किनका किनकी किनके किन्हें किन्होंने कौनसा कौनसी कौनसे
किया गया गई गए हुआ हुई हुए जाता जाती जाते करता करती करते करने करना कर दिया दी थीं
`);

// A nasal in a conjunct with the next consonant, usually written as anusvara: हिन्दी is हिंदी.
const NASAL_CONJUNCT = /[ङञणनम]्(?=[क-भ])/g;
// Candra vowels of English words, and the vowels that replace them: डॉक्टर is डाक्टर.
const CANDRA: Readonly<Record<string, string>> = { ऑ: 'आ', ऍ: 'ए', 'ॉ': 'ा', 'ॅ': 'े' };

function inOneSpelling(folded: string): string {
  return folded.replaceAll(NASAL_CONJUNCT, 'ं').replaceAll(/[ऑऍॉॅ]/g, (vowel) => CANDRA[vowel] ?? vowel);
}

export const hindi: LanguagePack = {
  stopWords: STOP_WORDS,
  fold: inOneSpelling,
  stem: (word) => STEMMERS.hi(fold(word)),
};
