import type { Vocabulary } from '../../../shared/vocabulary.ts';
import type { Slices } from '../../slices.ts';
import { createAnalyzer, type Analyzer, type Term } from '../text/analyzer.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Alternative, SynonymOnlyWord } from '../types.ts';

/** Weight of a synonym against the word itself. */
export const SYNONYM_WEIGHT = 0.4;

/** Weight of a synonym of a word that the index holds: pages with the word itself probably answer. */
export const HELD_SYNONYM_WEIGHT = 0.25;

/** Weight of the word for a wider thing: who has a socket repaired calls an electrician. */
export const BROADER_WEIGHT = 0.2;

const SYNONYM = { weight: SYNONYM_WEIGHT, origin: 'synonym' } as const;
const OF_HELD = { weight: HELD_SYNONYM_WEIGHT, origin: 'synonym' } as const;
const TRANSLATION = { weight: 1, origin: 'word' } as const;
const WIDER = { weight: BROADER_WEIGHT, origin: 'synonym' } as const;

type Sources = {
  /** Groups of synonyms of the site, as its owner lists them. */
  readonly own: readonly (readonly string[])[];
  readonly vocabulary: Vocabulary;
};

type Synonyms = {
  /** The synonyms of a term that the index holds: those of its form before those of its stem. */
  readonly synonymsOf: (term: Term) => Alternative[];
  /** The words of the groups that the index does not hold, with the synonyms that it does. */
  readonly synonymOnly: readonly SynonymOnlyWord[];
};

/** A member of a group: the word that stands for it, if it is one, and its rarest stem. */
type Member = { readonly word: string | undefined; readonly stem: string };

/** A word of the vocabulary in another language, and the stems of the words here for the thing that it names. */
type ForeignWord = { readonly word: string; readonly stems: readonly string[] };

/**
 * Query expansion by groups of synonyms: the owner's, then those of the vocabulary in the analyzer's language. A phrase stands
 * for its rarest word: who looks for *climatización* finds *acondicionado*, and not every *aire*. Words of the vocabulary in
 * another language lead to those of this one, unless the index holds them itself. Yields every few words.
 */
export function* createSynonyms({ own, vocabulary }: Sources, analyzer: Analyzer, lexicon: Lexicon): Slices<Synonyms> {
  const { words, fold, isContentWord, otherNumbers, language } = analyzer;
  const { words: here = {}, broader = {} } = vocabulary[language] ?? {};
  const things = new Map<string, readonly Member[]>();
  for (const [key, group] of Object.entries(here)) {
    yield;
    things.set(key, group.flatMap(membersOf));
  }
  const groups = [...own.map((group) => group.flatMap(membersOf)), ...things.values()];
  /** Stems of the groups of a stem; and of a word as it stands in a group, which may share its stem with another. */
  const stemsOf = new Map<string, Set<string>>();
  const stemsOfForm = new Map<string, Set<string>>();

  function add(map: Map<string, Set<string>>, from: string, to: readonly string[]): void {
    const known = map.get(from) ?? new Set();
    for (const other of to) known.add(other);
    map.set(from, known);
  }

  for (const group of groups) {
    yield;
    const stems = stemsIn(group);
    for (const { word, stem } of group) {
      // A phrase whose rarest word no page has would stand for one of its words, which may mean anything else.
      if (word !== undefined || pagesOf(stem) > 0) add(stemsOf, stem, stems);
      if (word === undefined) continue;
      for (const form of [word, ...otherNumbers(word)]) add(stemsOfForm, fold(form), stems);
    }
  }
  /** Stems of the words for wider things, of the words of a group. A phrase has none: one of its words may mean anything else. */
  const widerOf = new Map<string, Set<string>>();
  for (const [key, keys] of Object.entries(broader)) {
    yield;
    const stems = stemsIn(keys.flatMap((one) => things.get(one) ?? []));
    for (const { word, stem } of things.get(key) ?? []) if (word !== undefined) add(widerOf, stem, stems);
  }
  /** The same of words in other languages: what they lead to is no synonym of theirs but the word itself. */
  const translations = new Map<string, Set<string>>();
  for (const { word, stems } of yield* foreignWords()) {
    yield;
    add(translations, analyzer.termOf(word).stem, stems);
  }

  /** Single words of the vocabulary in other languages, in singular and plural, that the index does not hold. */
  function* foreignWords(): Slices<readonly ForeignWord[]> {
    const found: ForeignWord[] = [];
    for (const [other, { words: there }] of Object.entries(vocabulary)) {
      if (other === language) continue;
      const numbersOf = createAnalyzer(other).otherNumbers;
      for (const [key, members] of Object.entries(there)) {
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
    return lexicon.stemOrdinal(stem) === undefined && !stemsOf.has(stem);
  }

  /** A word or phrase as a member; none without a letter. */
  function membersOf(text: string): Member[] {
    const all = words(text).map((word) => word.text);
    const telling = all.filter((word) => isContentWord(fold(word)));
    const stems = (telling.length === 0 ? all : telling).map((word) => analyzer.termOf(word).stem);
    const [stem] = stems.length === 1 ? stems : stems.toSorted((a, b) => pagesOf(a) - pagesOf(b));
    return stem === undefined ? [] : [{ word: all.length === 1 ? all[0] : undefined, stem }];
  }

  function pagesOf(stem: string): number {
    const ordinal = lexicon.stemOrdinal(stem);
    return ordinal === undefined ? 0 : lexicon.stemPages(ordinal);
  }

  function synonymsOf({ surface, stem }: Term): Alternative[] {
    const synonyms = stemsOfForm.get(fold(surface)) ?? stemsOf.get(stem);
    const others = [...(synonyms ?? translations.get(stem) ?? [])].filter((other) => other !== stem);
    const isHeld = lexicon.stemOrdinal(stem) !== undefined;
    const kind = synonyms ? (isHeld ? OF_HELD : SYNONYM) : TRANSLATION;
    const held = others.flatMap((other) => {
      const ordinal = lexicon.stemOrdinal(other);
      return ordinal === undefined ? [] : [{ stem: ordinal, ...kind }];
    });
    return held.length > 0 || isHeld ? held : widerThan([stem, ...others]);
  }

  /** The words for the wider things of stems that no page has. */
  function widerThan(stems: readonly string[]): Alternative[] {
    const wider = new Set(stems.flatMap((stem) => [...(widerOf.get(stem) ?? [])]));
    return [...wider].flatMap((stem) => {
      const ordinal = lexicon.stemOrdinal(stem);
      return ordinal === undefined ? [] : [{ stem: ordinal, ...WIDER }];
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
