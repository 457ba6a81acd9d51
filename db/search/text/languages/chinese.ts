import { wordSet, type LanguagePack } from './language.ts';

const STOP_WORDS = wordSet(`
的 了 在 是 和 与 及 或 也 都 就 而 但 被 把 从 到 对 于 以 为 由 向 给 让 使 之 其 所 着 过 吗 呢 吧 啊
我 你 您 他 她 它 我们 你们 他们 她们 它们 自己 这 那 这个 那个 这些 那些 此 该
什么 谁 哪 哪里 哪儿 哪个 哪些 哪位 何 何时 为何 如何 怎么 怎样 为什么 多少 几 多
一个 一种 有 没有 不 没 会 能 可以 要 请问 請問
們 這 與 於 為 個 麼 什麼 哪裡 怎麼 為什麼
`);

/** Chinese. */
export const chinese: LanguagePack = { stopWords: STOP_WORDS };
