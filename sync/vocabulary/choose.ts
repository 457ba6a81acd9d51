import { createAnalyzer, type Analyzer } from '../../db/search/text/analyzer.ts';
import type { Vocabulary } from '../../shared/vocabulary.ts';
import { readTrade, TRADES, type VocabularyFile } from './trades.ts';

/** The vocabulary of a site, and for each trade whether it is on and why. */
export type ChosenVocabulary = {
  readonly vocabulary: Vocabulary;
  readonly trades: { readonly trade: string; readonly on: boolean; readonly why: string }[];
};

/** Evidence that shows a trade: so many pages, such a share of all, and so many different signs in their titles. */
const SHOWN = { pages: 3, share: 0.1, signs: 2 } as const;

/**
 * Chooses the vocabulary: of the trades that the owner asked for, or, when nothing was said, of those that the titles of the
 * pages in the main language show, and the words of every company's site. A trade without a file in that language is shown by
 * none, and an owner who asked for no trade gets nothing.
 */
export function chooseVocabulary(site: {
  readonly asked: readonly string[] | undefined;
  /** Primary subtag of the main language. */
  readonly language: string;
  readonly titles: readonly string[];
}): ChosenVocabulary {
  const { asked, language, titles } = site;
  const judged = TRADES.map((trade) => {
    const files = readTrade(trade);
    const judgement = judgeTrade(trade, files[language]);
    return { trade, files, on: judgement.on, why: judgement.why };
  });

  function judgeTrade(trade: string, file: VocabularyFile | undefined) {
    const isOfEveryCompany = file !== undefined && file.signs === undefined;
    if (isOfEveryCompany && asked?.length !== 0) return { on: true, why: 'the site of every company has them' };
    if (asked) return { on: asked.includes(trade), why: 'site.yaml says so' };
    return judge(file?.signs ?? [], titles, createAnalyzer(language));
  }

  return {
    vocabulary: merge(judged.filter(({ on }) => on)),
    trades: judged.map(({ trade, on, why }) => ({ trade, on, why })),
  };
}

/** Judgement of whether these titles show a trade by its signs, with the counts that say so. */
function judge(signs: readonly string[], titles: readonly string[], { termsOf }: Analyzer) {
  const stemsOf = (text: string) =>
    ` ${termsOf(text)
      .map(({ stem }) => stem)
      .join(' ')} `;
  const wanted = signs.map(stemsOf);
  const seen = new Set<string>();
  const naming = titles.map(stemsOf).filter((title) => {
    const named = wanted.filter((sign) => title.includes(sign));
    for (const sign of named) seen.add(sign);
    return named.length > 0;
  }).length;
  const on = naming >= SHOWN.pages && naming >= SHOWN.share * titles.length && seen.size >= SHOWN.signs;
  return { on, why: `${naming} of ${titles.length} titles name the trade, by ${seen.size} of its signs` };
}

/** One vocabulary of several; the keys of a trade are its own. */
function merge(trades: readonly { trade: string; files: Readonly<Record<string, VocabularyFile>> }[]): Vocabulary {
  const merged: Record<
    string,
    { words: Record<string, readonly string[]>; sayings: Record<string, readonly string[]> }
  > = {};
  for (const { trade, files } of trades) {
    for (const [language, { words, sayings }] of Object.entries(files)) {
      const all = (merged[language] ??= { words: {}, sayings: {} });
      for (const [key, members] of Object.entries(words)) all.words[`${trade}/${key}`] = members;
      for (const [word, phrases] of Object.entries(sayings)) {
        all.sayings[word] = [...(all.sayings[word] ?? []), ...phrases];
      }
    }
  }
  return merged;
}
