import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
o a os as um uma uns umas de do da dos das em no na nos nas num numa ao aos à às por pelo pela pelos pelas para com e ou
d n quem que qual quais quando quanto quanta quantos quantas como onde porque porquê cujo
eu me te se ele ela você vocês meu minha meus minhas seu sua seus suas nosso nossa este esta isto esse essa
é são era foi está estão tem têm há posso pode preciso procuro
olá obrigado obrigada favor
`);

/** Portuguese. `reparacao`, as it is typed, is `reparação`. */
export const portuguese: LanguagePack = {
  stopWords: STOP_WORDS,
  stem: (word) => STEMMERS.pt(word.replace(/cao$/, 'ção').replace(/coes$/, 'ções')),
};
