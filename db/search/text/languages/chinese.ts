import { wordSet, type LanguagePack } from './language.ts';

const STOP_WORDS = wordSet(`
的 了 在 是 和 与 及 或 于 之 其 所 吗 呢 吧
什么 谁 哪 哪里 哪儿 哪个 哪些 哪位 何 何时 如何 怎么 怎样 为什么 多少 几
什麼 哪裡 怎麼 為什麼
`);

export const chinese: LanguagePack = { stopWords: STOP_WORDS };
