import type { SpellingDictionary } from '../storage/spelling-dictionary.ts';
import { LONGEST_SPELLING, SHORTEST_SPELLING } from '../storage/spelling-dictionary.ts';
import { TOO_FAR } from '../text/edit-distance.ts';
import { hasMoreBits, popcount, signatureOf } from '../text/spelling-signature.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { Alternative, SynonymOnlyWord } from '../types.ts';

/** Shorter words are not corrected: one edit away from them are too many others. */
const SHORTEST_TYPED = SHORTEST_SPELLING + 1;
/** Words from this length on may be two edits away, from words that begin with the same letter: few slips are at the beginning. */
const TWO_EDITS_FROM = 6;

/** Parameters of the choice of a correction; tuned on the development data (bench/relevance.ts). */
export const CORRECTION = {
  /** Weight of the likeliest correction against a word typed right. */
  weight: 0.8,
  /** Preference for frequent words: what the logarithm of the document frequency takes off the edit cost. */
  frequency: 0.12,
  /** Corrections that cost at most so much more than the likeliest are kept too, up to `most` stems in all. */
  margin: 0.6,
  most: 3,
} as const;

/** The likeliest reading of a misspelt word, and the stems that may stand for the word. */
export type Correction = { readonly text: string; readonly alternatives: readonly Alternative[] };

/** A word within reach of the typed one, and the price of taking it for the word that was meant. */
type Candidate = SynonymOnlyWord & { readonly cost: number };

/** Corrects words that the index does not hold to words that it holds, and to words whose synonyms it holds. */
export function createSpellingCorrector(
  dictionary: SpellingDictionary,
  synonymOnly: readonly SynonymOnlyWord[],
  { stemOf, editDistance }: Analyzer,
) {
  const { letters, repeated, stems, pages, textOf, wordsOfLength } = dictionary;
  const others = synonymOnly.map((word) => ({ ...word, ...signatureOf(word.text) }));

  /** The words at most `edits` edits away. */
  function candidatesFor(typed: string, edits: 1 | 2): Candidate[] {
    const found: Candidate[] = [];
    const { letters: typedLetters, repeated: typedRepeated } = signatureOf(typed);

    /** Signature filter. An edit changes two bits of the masks at most. */
    function mayBeNear(itsLetters: number, itsRepeated: number): boolean {
      return popcount(typedLetters ^ itsLetters) + popcount(typedRepeated ^ itsRepeated) <= 2 * edits;
    }

    /** Takes the words of a range that may be near. Most have other letters: they are told first, without a loop. */
    function scan(from: number, to: number, length: number): void {
      for (let word = from; word < to; word++) {
        const changed = typedLetters ^ (letters[word] as number);
        let left = changed & (changed - 1);
        left &= left - 1;
        if (left !== 0 && (edits === 1 || hasMoreBits(left, 2))) continue;
        if (popcount(changed) + popcount(typedRepeated ^ (repeated[word] as number)) <= 2 * edits) take(word, length);
      }
    }

    function take(word: number, length: number): void {
      const text = textOf(word, length);
      const distance = editDistance(typed, text, edits);
      if (distance === TOO_FAR) return;
      const alternatives: Alternative[] = [{ stem: stems[word] ?? 0, weight: 1, origin: 'spelling' }];
      found.push({ text, alternatives, cost: distance - CORRECTION.frequency * Math.log(pages[word] ?? 1) });
    }

    for (let length = typed.length - edits; length <= Math.min(LONGEST_SPELLING, typed.length + edits); length++) {
      scan(...wordsOfLength(length), length);
    }
    for (const other of others) {
      const { text, alternatives } = other;
      if (Math.abs(text.length - typed.length) > edits || !mayBeNear(other.letters, other.repeated)) continue;
      const cost = editDistance(typed, text, edits);
      if (cost !== TOO_FAR) found.push({ text, alternatives, cost });
    }
    return found;
  }

  /** The correction of an unknown folded word by so many edits, if there is one. */
  return function correct(typed: string, edits: 1 | 2): Correction | undefined {
    const shortest = edits === 1 ? SHORTEST_TYPED : TWO_EDITS_FROM;
    if (typed.length < shortest || typed.length > LONGEST_SPELLING || /\d/.test(typed)) return undefined;
    let found = candidatesFor(typed, edits);
    if (edits === 2) found = found.filter(({ text }) => text[0] === typed[0]);
    if (found.length === 0 && edits === 1) found = candidatesFor(stemOf(typed), 1);
    found.sort((a, b) => a.cost - b.cost || (a.text < b.text ? -1 : 1));
    const [likeliest] = found;
    if (!likeliest) return undefined;
    return { text: likeliest.text, alternatives: alternativesOf(found, likeliest.cost) };
  };
}
export type SpellingCorrector = ReturnType<typeof createSpellingCorrector>;

/** The stems of the cheapest candidates; weights fall with the cost. */
function alternativesOf(sorted: readonly Candidate[], least: number): Alternative[] {
  const weights = new Map<number, number>();
  for (const { alternatives, cost } of sorted) {
    if (weights.size >= CORRECTION.most || cost > least + CORRECTION.margin) break;
    const share = CORRECTION.weight * (1 - (cost - least) / (2 * CORRECTION.margin));
    for (const { stem, weight } of alternatives) if (!weights.has(stem)) weights.set(stem, share * weight);
  }
  return [...weights].map(([stem, weight]) => ({ stem, weight, origin: 'spelling' }));
}
