import { createAnalyzer, type Analyzer } from '../../db/search/text/analyzer.ts';
import type { Vocabulary } from '../../shared/vocabulary.ts';
import {
  readHead,
  readOwnStems,
  readThings,
  readTrade,
  TRADES,
  type VocabularyFile,
  type VocabularyHead,
} from './trades.ts';

export type ChosenVocabulary = {
  readonly vocabulary: Vocabulary;
  readonly trades: { readonly trade: string; readonly on: boolean; readonly why: string }[];
};

type Judgement = { readonly on: boolean; readonly why: string };

// Titles that show a trade: minimum number and minimum share, which is lower if there are many.
const SHOWN = { pages: 3, share: 0.1, many: 20, shareOfMany: 0.05 } as const;
// Confirmation of a trade by any of these: different signs, towns with such a title, or a share of all titles.
const CONFIRMED = { signs: 2, towns: 5, share: 0.8 } as const;

// Titles also show a trade by words that no further trade has: minimum number of different words, and minimum share of
// all such words of any trade.
const DISTINCTIVE = { words: 5, share: 0.4 } as const;

// Minimum length of a prefix that names a trade (*Poolheizung*), and minimum number and share of the signs with it. A
// shorter stem names the trade as a whole stem only (*law*).
const NAMING = { letters: 4, signs: 3, share: 0.25, shareOfCompounds: 0.15 } as const;

type Sign = { readonly trade: string; readonly stems: readonly string[] };
// Stems of a title, signs in the title, and city of the page.
type Named = { readonly stems: readonly string[]; readonly found: readonly Sign[]; readonly city: string };

/**
 * Chooses the vocabulary of a site: the trades of site.yaml, and the words of every company. By default, titles in the
 * main language determine the trades. A trade without a file in that language is not detected. An empty array in
 * site.yaml disables all vocabularies.
 */
export function chooseVocabulary(site: {
  readonly asked: readonly string[] | undefined;
  /** Primary subtag of the main language. */
  readonly language: string;
  readonly titles: readonly string[];
  /** City of the page at each index of `titles`; an empty string for general pages. */
  readonly cities?: readonly string[];
}): ChosenVocabulary {
  const { asked, language, titles, cities = [] } = site;
  const heads = new Map(TRADES.map((trade) => [trade, readHead(trade, language)]));
  const analyzer = createAnalyzer(language);
  const judge = createJudge(heads, { titles, cities, ownStems: readOwnStems(language) }, analyzer);
  const judged = [...heads].map(([trade, head]) => {
    const { on, why } = judgeTrade(trade, head);
    return { trade, on, why };
  });

  function judgeTrade(trade: string, { exists, signs }: VocabularyHead): Judgement {
    const isOfEveryCompany = exists && signs === undefined;
    if (isOfEveryCompany && asked?.length !== 0) {
      return { on: true, why: 'applies to every company' };
    }
    const byTitles = judge(trade);
    return asked ? { ...byTitles, on: asked.includes(trade), why: 'set in site.yaml' } : byTitles;
  }

  const vocabulary = merge(judged.filter(({ on }) => on).map(({ trade }) => ({ trade, files: readTrade(trade) })));
  const local = vocabulary[language];
  if (!local) return { vocabulary, trades: judged };
  return { vocabulary: { ...vocabulary, [language]: { ...local, things: readThings(language) } }, trades: judged };
}

// Creates a function that judges whether titles show a trade by its signs. All trades are counted at once, because a
// site may have many titles.
function createJudge(
  heads: ReadonlyMap<string, VocabularyHead>,
  site: {
    readonly titles: readonly string[];
    readonly cities: readonly string[];
    // Index of trades by stem, without stems of several trades.
    readonly ownStems: ReadonlyMap<string, string>;
  },
  analyzer: Analyzer,
): (trade: string) => Judgement {
  const { titles, cities, ownStems } = site;
  const { fold, isStopWord, termOf, hasCompounds } = analyzer;
  // Stop words are in parentheses, as they may be stems of signs (*del*, *DELE*).
  const readStem = (word: string) => (isStopWord(fold(word)) ? `(${fold(word)})` : termOf(word).stem);
  const stemsOf = (text: string) => analyzer.words(text).map((word) => readStem(word.text));
  const signs = [...heads].flatMap(([trade, head]) =>
    (head.signs ?? []).map((sign): Sign => ({ trade, stems: stemsOf(sign) })),
  );
  const namingOf = new Map(
    [...Map.groupBy(signs, ({ trade }) => trade)].map(([trade, its]) => [trade, namingPrefixes(its, analyzer)]),
  );
  const byFirst = Map.groupBy(signs, ({ stems: [first] }) => first);
  const begins = (title: readonly string[], at: number, sign: readonly string[]) =>
    sign.every((stem, nth) => title[at + nth] === stem);
  const signsOf = (title: readonly string[]) =>
    title.flatMap((stem, at) => (byFirst.get(stem) ?? []).filter(({ stems }) => begins(title, at, stems)));
  const named = titles.map((title, at): Named => {
    const stems = stemsOf(title);
    return { stems, found: signsOf(stems), city: cities[at] ?? '' };
  });
  // Words of every company do not show a trade.
  const isOfTrade = (stem: string) => heads.get(ownStems.get(stem) ?? '')?.signs !== undefined;
  const distinctive = new Set(named.flatMap(({ stems }) => stems).filter(isOfTrade));
  const counted = new Map([...heads.keys()].map((trade) => [trade, evidenceOf(trade, named)]));
  const isShown = ({ pages, seen, towns }: Evidence) => {
    const share = pages / Math.max(1, titles.length);
    const isConfirmed = seen >= CONFIRMED.signs || towns >= CONFIRMED.towns || share >= CONFIRMED.share;
    return pages >= SHOWN.pages && share >= (pages >= SHOWN.many ? SHOWN.shareOfMany : SHOWN.share) && isConfirmed;
  };

  // Evidence that includes the prefixes of compound nouns: *Poolheizung* names pools.
  const broad = hasCompounds
    ? new Map([...namingOf].map(([trade, prefixes]) => [trade, evidenceOf(trade, named, prefixes)]))
    : counted;

  // Returns a predicate for titles that name a trade with at least as many pages. Further words of such a title belong
  // to that trade.
  function aboutGreater(trade: string, pages: number): (stems: readonly string[]) => boolean {
    const isGreater = (evidence: Evidence | undefined) =>
      evidence !== undefined && isShown(evidence) && evidence.pages >= pages;
    const greater = [...namingOf].filter(([other]) => other !== trade && isGreater(broad.get(other)));
    const prefixes = greater.flatMap(([, its]) => its);
    return (stems) => stems.some((stem) => prefixes.some((prefix) => isNamedBy(stem, prefix)));
  }

  return (trade) => {
    const all = counted.get(trade) ?? evidenceOf(trade, named);
    const isAboutGreater = aboutGreater(trade, all.pages);
    const evidence = evidenceOf(
      trade,
      named.filter(({ stems }) => !isAboutGreater(stems)),
    );
    const byWords = evidenceByWords(trade);
    const [shown, names] = !isShown(evidence) && byWords ? [byWords, 'words'] : [evidence, 'signs'];
    return {
      on: (isShown(evidence) || byWords !== undefined) && !yieldsToAnother(trade) && !isExcepted(trade),
      why: `${shown.pages} of ${titles.length} titles name the trade, by ${shown.seen} of its ${names}`,
    };
  };

  // Returns the evidence of words that no further trade has, if most such words of titles belong to the trade. Needs
  // a second trade in the language to compare with.
  function evidenceByWords(trade: string): Evidence | undefined {
    const isOwn = (stem: string) => ownStems.get(stem) === trade;
    const having = named.filter(({ stems }) => stems.some(isOwn));
    const seen = [...distinctive].filter(isOwn).length;
    const isComparable = namingOf.size > 1;
    const isEnough = isComparable && seen >= DISTINCTIVE.words && seen >= DISTINCTIVE.share * distinctive.size;
    if (!isEnough || having.length < Math.max(SHOWN.pages, SHOWN.share * titles.length)) return undefined;
    return { pages: having.length, seen, towns: 0 };
  }

  // True if enough titles contain a word that excludes the trade.
  function isExcepted(trade: string): boolean {
    const words = (heads.get(trade)?.except ?? []).map(stemsOf);
    const excepted = named.filter(({ stems }) => words.some((word) => stems.some((_, at) => begins(stems, at, word))));
    return excepted.length > 0 && excepted.length >= SHOWN.share * titles.length;
  }

  // True for a shop if at least as many titles show a trade that does not yield.
  function yieldsToAnother(trade: string): boolean {
    const yields = (name: string) => heads.get(name)?.yields === true;
    const { pages } = counted.get(trade) ?? evidenceOf(trade, named);
    return yields(trade) && [...counted].some(([other, its]) => !yields(other) && isShown(its) && its.pages >= pages);
  }
}

// Numbers of titles with signs of a trade, of different signs, and of cities.
type Evidence = { readonly pages: number; readonly seen: number; readonly towns: number };

// With `beginnings`, counts titles and words that begin with a naming prefix too.
function evidenceOf(trade: string, named: readonly Named[], beginnings: readonly string[] = []): Evidence {
  const matches = named
    .map(({ stems, found, city }) => ({
      city,
      words: [
        ...found.filter((sign) => sign.trade === trade).map((sign) => sign.stems.join(' ')),
        ...stems.filter((stem) => beginnings.some((beginning) => isNamedBy(stem, beginning))),
      ],
    }))
    .filter(({ words }) => words.length > 0);
  const seen = new Set(matches.flatMap(({ words }) => words));
  const towns = new Set(matches.map(({ city }) => city).filter((city) => city !== ''));
  return { pages: matches.length, seen: seen.size, towns: towns.size };
}

const isNamedBy = (stem: string, prefix: string): boolean =>
  prefix.length < NAMING.letters ? stem === prefix : stem.startsWith(prefix);

// Returns the longest prefixes, and the short stems, that enough signs of a trade have in common.
function namingPrefixes(signs: readonly Sign[], { hasCompounds }: Analyzer): readonly string[] {
  const { letters } = NAMING;
  const prefixesOf = (stem: string) =>
    Array.from({ length: Math.max(1, stem.length - letters + 1) }, (_, at) => stem.slice(0, letters + at));
  const counts = new Map<string, number>();
  for (const { stems } of signs) {
    const prefixes = new Set(stems.filter((stem) => !stem.startsWith('(')).flatMap(prefixesOf));
    for (const beginning of prefixes) counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
  }
  const fewest = Math.max(NAMING.signs, (hasCompounds ? NAMING.shareOfCompounds : NAMING.share) * signs.length);
  const common = [...counts].filter(([, count]) => count >= fewest);
  // *Schwi* has the same signs as *Schwimm*. A short stem is no prefix of a longer stem.
  const isSame = (beginning: string, count: number) =>
    common.some(([other, its]) => its === count && other !== beginning && other.startsWith(beginning));
  return common
    .filter(([beginning, count]) => beginning.length < letters || !isSame(beginning, count))
    .map(([beginning]) => beginning);
}

// Merges vocabularies; keys are prefixed with their trade.
function merge(trades: readonly { trade: string; files: Readonly<Record<string, VocabularyFile>> }[]): Vocabulary {
  type Lists = Record<string, readonly string[]>;
  const merged: Record<string, { words: Lists; sayings: Lists; broader: Lists }> = {};
  for (const { trade, files } of trades) {
    const ofTrade = (key: string) => `${trade}/${key}`;
    for (const [language, { words, sayings, broader = {} }] of Object.entries(files)) {
      const all = (merged[language] ??= { words: {}, sayings: {}, broader: {} });
      for (const [key, members] of Object.entries(words)) all.words[ofTrade(key)] = members;
      for (const [key, wider] of Object.entries(broader)) all.broader[ofTrade(key)] = wider.map(ofTrade);
      for (const [word, phrases] of Object.entries(sayings)) {
        all.sayings[word] = [...(all.sayings[word] ?? []), ...phrases];
      }
    }
  }
  return merged;
}
