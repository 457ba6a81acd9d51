import type { Vocabulary } from '../../../shared/vocabulary.ts';
import type { Slices } from '../../slices.ts';
import { createAnalyzer, type Analyzer, type Term } from '../text/analyzer.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Alternative, SynonymOnlyWord } from '../types.ts';

/** Weight of a synonym against the word itself. */
export const SYNONYM_WEIGHT = 0.4;

/**
 * Weight of a less certain expansion: a synonym of a word in the index, a related stem, or a broader thing. The repair
 * of a socket is a task of an electrician.
 */
export const EXPANSION_WEIGHT = 0.25;

const SYNONYM = { weight: SYNONYM_WEIGHT, origin: 'synonym' } as const;
const EXPANSION = { weight: EXPANSION_WEIGHT, origin: 'synonym' } as const;
const TRANSLATION = { weight: 1, origin: 'word' } as const;

type Sources = {
  // Groups of synonyms from the site file.
  readonly siteGroups: readonly (readonly string[])[];
  readonly vocabulary: Vocabulary;
};

type Synonyms = {
  // Returns the synonyms of a term in the index, by its stem.
  readonly synonymsOf: (term: Term) => Alternative[];
  // Words of the groups that are missing from the index, with their synonyms in the index.
  readonly synonymOnly: readonly SynonymOnlyWord[];
};

// A member of a group: its rarest stem, and its word unless it is a phrase.
type Member = { readonly word: string | undefined; readonly stem: string };

// Stems of a group, and its folded words that are not phrases. `isOwn`: a group of the site file.
type Group = { readonly stems: readonly string[]; readonly words: ReadonlySet<string>; readonly isOwn: boolean };

// A word of the vocabulary in a foreign language, and stems of the translations.
type ForeignWord = { readonly word: string; readonly stems: readonly string[] };

/**
 * Creates the query expansion by groups of synonyms of the site file and of the vocabulary in the language of the
 * analyzer. A phrase is represented by its rarest word: *climatización* finds *acondicionado*, but not every *aire*. A
 * word of the vocabulary in a foreign language expands to its translations, unless the index contains it. Yields every
 * few words.
 */
export function* createSynonyms(
  { siteGroups, vocabulary }: Sources,
  analyzer: Analyzer,
  lexicon: Lexicon,
): Slices<Synonyms> {
  const { words, fold, isContentWord, language } = analyzer;
  const { words: localGroups = {}, broader = {} } = vocabulary[language] ?? {};
  const things = new Map<string, readonly Member[]>();
  for (const [key, group] of Object.entries(localGroups)) {
    yield;
    things.set(key, group.flatMap(membersOf));
  }
  const groups = [...siteGroups.map((group) => group.flatMap(membersOf)), ...things.values()];
  // Groups by the stem of a member.
  const groupsOf = new Map<string, Group[]>();

  function add(map: Map<string, Set<string>>, from: string, to: readonly string[]): void {
    const known = map.get(from) ?? new Set();
    for (const other of to) known.add(other);
    map.set(from, known);
  }

  for (const [at, members] of groups.entries()) {
    yield;
    const held = new Set(members.map(({ word = '' }) => fold(word)));
    const group: Group = { stems: stemsIn(members), words: held, isOwn: at < siteGroups.length };
    for (const { word, stem } of members) {
      // Without pages, the rarest word of a phrase may be a word with many meanings.
      if (word === undefined && pagesOf(stem) === 0) continue;
      const known = groupsOf.get(stem) ?? [];
      if (!known.includes(group)) groupsOf.set(stem, [...known, group]);
    }
  }
  // Stems of broader things, by the stem of a word. A phrase has none, because its rarest word may have many meanings.
  const widerOf = new Map<string, Set<string>>();
  for (const [key, keys] of Object.entries(broader)) {
    yield;
    const stems = stemsIn(keys.flatMap((wider) => things.get(wider) ?? []));
    for (const { word, stem } of things.get(key) ?? []) if (word !== undefined) add(widerOf, stem, stems);
  }
  // Stems of translations by the stem of a foreign word. They weigh as much as the word itself.
  const translations = new Map<string, Set<string>>();
  for (const { word, stems } of yield* foreignWords()) {
    yield;
    add(translations, analyzer.termOf(word).stem, stems);
  }

  // Returns single words of the vocabulary in foreign languages, in singular and plural, that are missing from the
  // index.
  function* foreignWords(): Slices<readonly ForeignWord[]> {
    const found: ForeignWord[] = [];
    for (const [other, { words: foreignGroups }] of Object.entries(vocabulary)) {
      if (other === language) continue;
      const numbersOf = createAnalyzer(other).otherNumbers;
      for (const [key, members] of Object.entries(foreignGroups)) {
        const thing = things.get(key);
        if (!thing) continue;
        yield;
        const stems = stemsIn(thing);
        const forms = [...members, ...members.flatMap(numbersOf)];
        found.push(...forms.filter(isForeign).map((word) => ({ word, stems })));
      }
    }
    return found;
  }

  function isForeign(word: string): boolean {
    if (words(word).length !== 1 || !isContentWord(fold(word))) return false;
    const { stem } = analyzer.termOf(word);
    return lexicon.stemOrdinal(stem) === undefined && !groupsOf.has(stem);
  }

  // Parses a word or phrase; empty without a token.
  function membersOf(text: string): Member[] {
    const all = words(text).map((word) => word.text);
    const contentWords = all.filter((word) => isContentWord(fold(word)));
    const stems = (contentWords.length === 0 ? all : contentWords).map((word) => analyzer.termOf(word).stem);
    const [stem] = stems.length === 1 ? stems : stems.toSorted((a, b) => pagesOf(a) - pagesOf(b));
    return stem === undefined ? [] : [{ word: all.length === 1 ? all[0] : undefined, stem }];
  }

  function pagesOf(stem: string): number {
    const ordinal = lexicon.stemOrdinal(stem);
    return ordinal === undefined ? 0 : lexicon.stemPages(ordinal);
  }

  // Returns the stems of the groups of a term. Words with a common stem may differ in meaning: *bombilla*, *bombillo*. If
  // the index contains a stem of the groups of the typed form and of the site file, only these groups count.
  function groupedWith({ stem, surface }: Term): ReadonlySet<string> | undefined {
    const all = groupsOf.get(stem);
    if (!all || all.length === 1) return all && new Set(all[0]?.stems);
    const folded = fold(surface);
    const forms = [folded, ...analyzer.otherNumbers(folded)];
    const ofForm = all.filter(({ words: held, isOwn }) => isOwn || forms.some((form) => held.has(form)));
    const isFound = ofForm.some(({ stems }) => stems.some((other) => pagesOf(other) > 0));
    return new Set((isFound ? ofForm : all).flatMap(({ stems }) => stems));
  }

  function synonymsOf(term: Term): Alternative[] {
    const { stem } = term;
    const synonyms = groupedWith(term);
    const others = [...(synonyms ?? translations.get(stem) ?? [])].filter((other) => other !== stem);
    const isHeld = lexicon.stemOrdinal(stem) !== undefined;
    const kind = synonyms ? (isHeld ? EXPANSION : SYNONYM) : TRANSLATION;
    const held = others.flatMap((other) => {
      const ordinal = lexicon.stemOrdinal(other);
      return ordinal === undefined ? [] : [{ stem: ordinal, ...kind }];
    });
    return held.length > 0 || isHeld ? held : widerThan([stem, ...others]);
  }

  function widerThan(stems: readonly string[]): Alternative[] {
    const wider = new Set(stems.flatMap((stem) => [...(widerOf.get(stem) ?? [])]));
    return [...wider].flatMap((stem) => {
      const ordinal = lexicon.stemOrdinal(stem);
      return ordinal === undefined ? [] : [{ stem: ordinal, ...EXPANSION }];
    });
  }

  const synonymOnly: SynonymOnlyWord[] = [];
  for (const group of groups) {
    yield;
    for (const { word, stem } of group) {
      if (word === undefined || lexicon.stemOrdinal(stem) !== undefined) continue;
      const alternatives = synonymsOf(analyzer.termOf(word));
      if (alternatives.length > 0) synonymOnly.push({ text: fold(word), alternatives });
    }
  }

  function stemsIn(group: readonly Member[]): readonly string[] {
    return group.map(({ stem }) => stem);
  }

  return { synonymsOf, synonymOnly };
}
