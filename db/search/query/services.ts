import type { Vocabulary } from '../../../shared/vocabulary.ts';
import type { Slices } from '../../slices.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';
import type { Mentions } from './mentions.ts';
import { createNaming, namesAt, namesByFirst, ordinalsOf, type Name, type Word } from './names.ts';
import { createOtherTrades } from './other-trades.ts';

/** Of so few pages, a subject is named in passing; so is a service, if they are no more than a few. */
export const PASSING_SHARE = 0.05;
const PASSING_PAGES = 3;

/** A name under the key of its thing. */
type NameOfThing = Name & { readonly key: string };

export type Services = {
  /** True for a query that asks for services of which this company has none, and for no part of what its pages name. */
  readonly asksForLacking: (query: readonly Word[], isMeant: (word: Word) => boolean) => boolean;
  /** True for a query that names a part or a kind of what this company has: a *washing machine*, where it repairs appliances. */
  readonly namesOffered: (query: readonly Word[]) => boolean;
  /** True for a folded word of the name of a service, which is one of the language whether pages have it or not. */
  readonly isOfName: (folded: string) => boolean;
};

/**
 * The services of a trade that some companies have and others do not (`services` of a vocabulary), and those of trades next door
 * (`neighbours`): tells whether a query asks for one that this company has not. It has what a title, a heading or several pages
 * say, by any word for it; what one page says where a title has the wider thing, or a part of it; and what is of one field with it
 * (`fields`): who does *divorces* sees to *custody*. The words of a phrase have to stand together there: *Gas Safe* and opening
 * hours are no *safe opening*.
 */
export function* createServices(options: {
  readonly vocabulary: Vocabulary;
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly pages: number;
  /** Groups of synonyms of the site, as its owner lists them. */
  readonly own: readonly (readonly string[])[];
  readonly mentions: Mentions;
}): Slices<Services> {
  const { vocabulary, analyzer, lexicon, pages, own, mentions } = options;
  const { hasCompounds, isContentWord, isGeneralWord, termOf } = analyzer;
  const naming = createNaming(analyzer);
  const known = vocabulary[analyzer.language];
  const {
    words: things = {},
    neighbours = {},
    services = [],
    fields = [],
    broader = {},
    others: ofOthers = {},
  } = known ?? {};
  const names: NameOfThing[] = [];
  for (const [key, group] of [...Object.entries(things), ...Object.entries(neighbours)]) {
    yield;
    for (const name of group) names.push({ key, ...naming.nameOf(name) });
  }
  const byKey = Map.groupBy(names, ({ key }) => key);
  const isNeighbour = new Set(Object.keys(neighbours));
  const isService = new Set([...services, ...isNeighbour]);
  const fieldsOf = Map.groupBy(
    fields.flatMap((field) => field.map((key) => ({ key, field }))),
    ({ key }) => key,
  );
  const ofNames = new Set<string>();
  for (const [key, group] of [...Object.entries(things), ...Object.entries(neighbours)]) {
    yield;
    if (!isService.has(key)) continue;
    for (const { text } of group.flatMap(analyzer.words)) ofNames.add(analyzer.fold(text));
  }
  const isPart = new Set(Object.entries(broader).flat(2));
  const byFirst = namesByFirst(names);
  const asksForOthers = yield* createOtherTrades({ others: ofOthers, naming, analyzer, lexicon, pages, mentions });
  const inPassing = Math.min(PASSING_PAGES, pages * PASSING_SHARE);
  const offered = new Map<string, boolean>();
  const ofOwner = new Set(own.flat().flatMap(stemsOf));

  function stemsOf(name: string): readonly string[] {
    return analyzer.words(name).map(({ text }) => termOf(text).stem);
  }

  const isNamed = (key: string, holds: (telling: readonly string[]) => boolean): boolean =>
    (byKey.get(key) ?? []).some((name) => numbersOf(name).some(holds));

  const isNamedIn = (key: string, where: (stem: string) => boolean): boolean =>
    isNamed(key, (stems) => stems.every(where));

  /** The telling stems of a name, its own, then those of either number that the index holds: *paneles solares*, of *panel solar*. */
  const numbersOf = ({ stems, forms }: Name): readonly (readonly string[])[] => [
    stems,
    ...forms.reduce<readonly (readonly string[])[]>(
      (begun, form) => begun.flatMap((before) => [...form].filter(isHeld).map((stem) => before.concat(stem))),
      [[]],
    ),
  ];

  /** A title may have a word that begins alike: *Fensterbau* offers a *Fenster*, but *Fahrzeugdiagnose* no *Fahrzeugpflege*. */
  function isInTitle(stem: string): boolean {
    const alike =
      stem.length < BEGINNING ? [lexicon.stemOrdinal(stem)] : beginningsOf(stem, lexicon, (stem.length * 2) / 3);
    return alike.some((one) => one !== undefined && lexicon.titlePages(one) > 0);
  }

  const isHeld = (stem: string): boolean => lexicon.stemOrdinal(stem) !== undefined;

  /** True for a stem that a title, a heading or more than a few pages have. */
  function isShown(stem: string): boolean {
    const ordinal = lexicon.stemOrdinal(stem);
    if (isInTitle(stem)) return true;
    return ordinal !== undefined && (lexicon.stemPages(ordinal) > inPassing || mentions.isInHeading(ordinal));
  }

  /** The same of a word or of the words of a phrase, together; or one page has them so, and a title one of them. */
  function areShown(stems: readonly string[]): boolean {
    const ordinals = ordinalsOf(stems, lexicon);
    // Compounds of titles have in one word what is a phrase elsewhere.
    if (stems.length < 2 || (!ordinals && hasCompounds)) return stems.every(isShown);
    if (!ordinals) return false;
    const { inHeadings, pages: saying } = mentions.together(ordinals);
    return inHeadings || saying > inPassing || (saying > 0 && stems.some(isInTitle));
  }

  /** True for a word that a page has, or the words of a phrase, together. */
  function areHeld(stems: readonly string[]): boolean {
    const ordinals = ordinalsOf(stems, lexicon);
    return ordinals !== undefined && (stems.length < 2 || mentions.together(ordinals).pages > 0);
  }

  function isOffered(key: string): boolean {
    const field = fieldsOf.get(key)?.flatMap((one) => one.field);
    return (field ?? [key]).some(isOfferedItself);
  }

  function isOfferedItself(key: string): boolean {
    const before = offered.get(key);
    if (before !== undefined) return before;
    const related = [
      ...(broader[key] ?? []),
      ...Object.keys(broader).filter((narrower) => broader[narrower]?.includes(key)),
    ];
    const is = isNamed(key, areShown) || (isNamed(key, areHeld) && related.some((one) => isNamedIn(one, isInTitle)));
    offered.set(key, is);
    return is;
  }

  /** A phrase for a service next door is one of its own: a *CCTV survey* is no *burglar alarm*, but who names *gardeners* in a title mows. */
  function isHad({ key, stems }: NameOfThing): boolean {
    if (stems.length < 2 || !isNeighbour.has(key)) return isOffered(key);
    return areShown(stems) || (byKey.get(key) ?? []).some((one) => one.stems.length < 2 && one.stems.every(isInTitle));
  }

  const namesOffered: Services['namesOffered'] = (query) => {
    const telling = query.filter(({ folded }) => isContentWord(folded));
    return telling.some(
      ({ folded }, at) =>
        !isGeneralWord(folded) && namesAt(at, telling, byFirst).some(({ key }) => isPart.has(key) && isOffered(key)),
    );
  };

  const asksForLacking: Services['asksForLacking'] = (query, isMeant) => {
    const telling = query.filter(({ folded }) => isContentWord(folded));
    return (
      asksForLackingOfTrade(telling, isMeant) ??
      asksForOthers(telling, (at) => namesAt(at, telling, byFirst)[0]?.stems.length ?? 0)
    );
  };

  /** The same of services of the trade and next door; `undefined` for a query that names neither any nor a part of what pages name. */
  function asksForLackingOfTrade(telling: readonly Word[], isMeant: (word: Word) => boolean): boolean | undefined {
    const asked: string[] = [];
    const others: string[] = [];
    let end = 0;
    let namesPart = false;
    let isByPhrase = false;
    for (const [at, word] of telling.entries()) {
      if (at < end) continue;
      const here = namesAt(at, telling, byFirst);
      if (here.length === 0) continue;
      const length = here[0]?.stems.length ?? 1;
      if (length === 1 && isGeneralWord(word.folded)) continue;
      const longest = here.filter(({ stems }) => stems.length === length);
      const keys = longest.map(({ key }) => key);
      const areServices = keys.length > 0 && keys.every((key) => isService.has(key));
      const named = telling.slice(at, at + length);
      // The owner may have said what a phrase is called here; a title with one of its words tells nothing.
      const isMeantHere = named.some((one) => isMeant(one) && (length === 1 || ofOwner.has(one.term.stem)));
      if (areServices && (isMeantHere || longest.some(isHad))) return false;
      if (areServices) asked.push(...named.map(({ term }) => term.stem));
      isByPhrase ||= areServices && length > 1 && keys.some((key) => isNeighbour.has(key));
      const parts = areServices ? [] : keys.filter((key) => isPart.has(key) && isNamedIn(key, isHeld));
      if (parts.some(isOffered)) return false;
      namesPart ||= parts.length > 0;
      if (!areServices && parts.length === 0) others.push(word.term.stem, ...wordsFor(keys));
      end = at + length;
    }
    if (namesPart && !isByPhrase) return false;
    return asked.length === 0 ? undefined : !isSaidOfAnother(asked, others);
  }

  /** Stems of the words for things, phrases left out. */
  const wordsFor = (keys: readonly string[]) =>
    keys.flatMap((key) => byKey.get(key) ?? []).flatMap(({ stems }) => (stems.length === 1 ? stems : []));

  /** True where a text about another thing that the query names has the service: no *bath* after *neutering*. */
  function isSaidOfAnother(asked: readonly string[], others: readonly string[]): boolean {
    const ordinals = ordinalsOf(asked, lexicon);
    if (!ordinals) return false;
    const titled = new Set(others.flatMap((stem) => lexicon.stemOrdinal(stem) ?? []));
    return [...titled].some((other) => lexicon.titlePages(other) > 0 && mentions.areInTextAbout(ordinals, other));
  }
  return { asksForLacking, namesOffered, isOfName: (folded) => ofNames.has(folded) };
}

/** Tells words that are said of any thing (`predicates` of a vocabulary): that something is *broken* does not tell what. */
export function createPredicates(
  vocabulary: Vocabulary,
  { language, words, termOf }: Analyzer,
): (term: Term) => boolean {
  const names = (vocabulary[language]?.predicates ?? []).map(words);
  const stems = new Set(names.flatMap(([word, second]) => (word && !second ? [termOf(word.text).stem] : [])));
  return ({ stem }) => stems.has(stem);
}

/** Letters that words of one subject begin with. */
const BEGINNING = 5;
const MOST_BEGINNINGS = 20;

/** Stems that begin like this one, by so many letters at least, some of them: a *painter* does *painting*. */
export function beginningsOf(stem: string, lexicon: Lexicon, fewest = BEGINNING): readonly number[] {
  return lexicon.stemsWithPrefix(stem.slice(0, Math.max(BEGINNING, Math.ceil(fewest))), MOST_BEGINNINGS);
}
