import { createAnalyzer, type Analyzer } from '../../db/search/text/analyzer.ts';
import type { Vocabulary } from '../../shared/vocabulary.ts';
import { readHead, readTrade, TRADES, type VocabularyFile, type VocabularyHead } from './trades.ts';

/** The vocabulary of a site, and for each trade whether it is on and why. */
export type ChosenVocabulary = {
  readonly vocabulary: Vocabulary;
  readonly trades: { readonly trade: string; readonly on: boolean; readonly why: string }[];
};

type Judgement = { readonly on: boolean; readonly why: string };

/** Titles that show a trade: their number, and their share of all; a lower share is enough if there are many. */
const SHOWN = { pages: 3, share: 0.1, many: 20, shareOfMany: 0.05 } as const;
/** Confirmation that they mean the trade, any of these: different signs, towns with such a title, or a share of all titles. */
const CONFIRMED = { signs: 2, towns: 5, share: 0.8 } as const;

/** A word of so many signs of a trade, and of such a share of them, names it in whatever title it stands. */
const NAMING = { signs: 3, share: 0.25 } as const;

/** The beginning of compounds of so many letters names a trade when so many signs, and such a share of them, begin with it: *Pool*. */
const BEGINNING = { letters: 4, signs: 3, share: 0.15 } as const;

type Sign = { readonly trade: string; readonly stems: readonly string[] };
/** The stems of a title, the signs among them, and the city of the page. */
type Named = { readonly stems: readonly string[]; readonly found: readonly Sign[]; readonly city: string };

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
  /** The city of each of these pages, empty for a general one. */
  readonly cities?: readonly string[];
}): ChosenVocabulary {
  const { asked, language, titles, cities = [] } = site;
  const heads = new Map(TRADES.map((trade) => [trade, readHead(trade, language)]));
  const judge = createJudge(heads, { titles, cities }, createAnalyzer(language));
  const judged = [...heads].map(([trade, head]) => {
    const { on, why } = judgeTrade(trade, head);
    return { trade, on, why };
  });

  function judgeTrade(trade: string, { exists, signs }: VocabularyHead): Judgement {
    const isOfEveryCompany = exists && signs === undefined;
    if (isOfEveryCompany && asked?.length !== 0) {
      return { on: true, why: 'the site of every company has them' };
    }
    const byTitles = judge(trade);
    return asked ? { ...byTitles, on: asked.includes(trade), why: 'site.yaml says so' } : byTitles;
  }

  const vocabulary = merge(judged.filter(({ on }) => on).map(({ trade }) => ({ trade, files: readTrade(trade) })));
  return { vocabulary, trades: judged };
}

/** Judges whether these titles show a trade by its signs, with the counts that say so. All trades are counted at once: a site may have many titles. */
function createJudge(
  heads: ReadonlyMap<string, VocabularyHead>,
  { titles, cities }: { readonly titles: readonly string[]; readonly cities: readonly string[] },
  { termsOf, isContentWord, hasCompounds }: Analyzer,
): (trade: string) => Judgement {
  const stemsOf = (text: string) => termsOf(text).map(({ stem }) => stem);
  const signs = [...heads].flatMap(([trade, head]) =>
    (head.signs ?? []).map((sign): Sign => ({ trade, stems: stemsOf(sign) })),
  );
  const namingOf = new Map(
    [...Map.groupBy(signs, ({ trade }) => trade)].map(([trade, own]) => [
      trade,
      { stems: namingStems(own).filter(isContentWord), beginnings: hasCompounds ? namingBeginnings(own) : [] },
    ]),
  );
  const byFirst = Map.groupBy(signs, ({ stems: [first] }) => first);
  const begins = (title: readonly string[], at: number, sign: readonly string[]) =>
    sign.every((one, nth) => title[at + nth] === one);
  const signsOf = (title: readonly string[]) =>
    title.flatMap((stem, at) => (byFirst.get(stem) ?? []).filter(({ stems }) => begins(title, at, stems)));
  const named = titles.map((title, at): Named => {
    const stems = stemsOf(title);
    return { stems, found: signsOf(stems), city: cities[at] ?? '' };
  });
  const counted = new Map([...heads.keys()].map((trade) => [trade, evidenceOf(trade, named)]));
  const isShown = ({ pages, seen, towns }: Evidence) => {
    const share = pages / Math.max(1, titles.length);
    const isConfirmed = seen >= CONFIRMED.signs || towns >= CONFIRMED.towns || share >= CONFIRMED.share;
    return pages >= SHOWN.pages && share >= (pages >= SHOWN.many ? SHOWN.shareOfMany : SHOWN.share) && isConfirmed;
  };

  /** Titles that name a trade by a sign or by the beginning of a compound: *Poolheizung* is about pools. */
  const broad = new Map(
    [...namingOf].map(([trade, { beginnings }]) => [trade, broadEvidenceOf(trade, named, beginnings)]),
  );

  /** Tells titles that are about a trade of which there are more: what else such a title says is theirs. */
  function aboutGreater(trade: string, pages: number): (stems: readonly string[]) => boolean {
    const isGreater = (one: Evidence | undefined) => one !== undefined && isShown(one) && one.pages >= pages;
    const greater = [...namingOf].filter(([other]) => other !== trade && isGreater(broad.get(other)));
    const whole = new Set(greater.flatMap(([, { stems }]) => stems));
    const beginnings = greater.flatMap(([, naming]) => naming.beginnings);
    return (stems) => stems.some((stem) => whole.has(stem) || beginnings.some((one) => stem.startsWith(one)));
  }

  return (trade) => {
    const all = counted.get(trade) ?? evidenceOf(trade, named);
    const isAboutGreater = aboutGreater(trade, all.pages);
    const own = evidenceOf(
      trade,
      named.filter(({ stems }) => !isAboutGreater(stems)),
    );
    return {
      on: isShown(own) && !yieldsToAnother(trade) && !isExcepted(trade),
      why: `${own.pages} of ${titles.length} titles name the trade, by ${own.seen} of its signs`,
    };
  };

  /** True for a trade of which enough titles have a word that shows another one. */
  function isExcepted(trade: string): boolean {
    const words = (heads.get(trade)?.except ?? []).map(stemsOf);
    const excepted = named.filter(({ stems }) => words.some((word) => stems.some((_, at) => begins(stems, at, word))));
    return excepted.length > 0 && excepted.length >= SHOWN.share * titles.length;
  }

  /** True for a trade of whoever sells something, where as many titles show what else the company is. */
  function yieldsToAnother(trade: string): boolean {
    const yields = (one: string) => heads.get(one)?.yields === true;
    const { pages } = counted.get(trade) ?? evidenceOf(trade, named);
    return yields(trade) && [...counted].some(([other, its]) => !yields(other) && isShown(its) && its.pages >= pages);
  }
}

/** Titles with signs of a trade, the different signs in them, and the cities of their pages. */
type Evidence = { readonly pages: number; readonly seen: number; readonly towns: number };

function evidenceOf(trade: string, named: readonly Named[]): Evidence {
  const ofTrade = named
    .map(({ found, city }) => ({ city, signs: found.filter((one) => one.trade === trade) }))
    .filter(({ signs }) => signs.length > 0);
  const signs = ofTrade.flatMap((title) => title.signs.map(({ stems }) => stems.join(' ')));
  return { pages: ofTrade.length, seen: new Set(signs).size, towns: townsOf(ofTrade) };
}

/** The same, counting titles and words that begin with one of these, too. */
function broadEvidenceOf(trade: string, named: readonly Named[], beginnings: readonly string[]): Evidence {
  const words = named
    .map(({ stems, found, city }) => ({
      city,
      own: [
        ...found.filter((one) => one.trade === trade).map((sign) => sign.stems.join(' ')),
        ...stems.filter((stem) => beginnings.some((one) => stem.startsWith(one))),
      ],
    }))
    .filter(({ own }) => own.length > 0);
  return { pages: words.length, seen: new Set(words.flatMap(({ own }) => own)).size, towns: townsOf(words) };
}

const townsOf = (pages: readonly { readonly city: string }[]): number =>
  new Set(pages.map(({ city }) => city).filter((city) => city !== '')).size;

/** The beginnings that so many signs have in common that they name their trade, each as long as it can be. */
function namingBeginnings(signs: readonly Sign[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { stems } of signs) {
    const lengths = (stem: string) =>
      Array.from({ length: stem.length }, (_, at) => at + 1).slice(BEGINNING.letters - 1);
    const own = new Set(stems.flatMap((stem) => lengths(stem).map((length) => stem.slice(0, length))));
    for (const beginning of own) counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
  }
  const fewest = Math.max(BEGINNING.signs, BEGINNING.share * signs.length);
  const common = [...counts].filter(([, count]) => count >= fewest);
  // *Schwi* has no more signs than *Schwimm*.
  return common
    .filter(([one, count]) => !common.some(([other, its]) => its === count && other !== one && other.startsWith(one)))
    .map(([one]) => one);
}

/** The stems that so many signs of a trade have in common that they name it. */
function namingStems(signs: readonly Sign[]): readonly string[] {
  const having = Map.groupBy(
    signs.flatMap(({ stems }) => [...new Set(stems)]),
    (stem) => stem,
  );
  return [...having]
    .filter(([, { length }]) => length >= Math.max(NAMING.signs, NAMING.share * signs.length))
    .map(([stem]) => stem);
}

/** One vocabulary of several; the keys of a trade are its own. */
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
