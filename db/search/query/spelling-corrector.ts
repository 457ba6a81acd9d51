import type { SpellingDictionary } from '../storage/spelling-dictionary.ts';
import { LONGEST_SPELLING, SHORTEST_SPELLING } from '../storage/spelling-dictionary.ts';
import { TOO_FAR } from '../text/edit-distance.ts';
import { hasMoreBits, popcount, signatureOf } from '../text/spelling-signature.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { Alternative, SynonymOnlyWord } from '../types.ts';

// Shorter words are not corrected, because too many words are a single edit away.
const SHORTEST_TYPED = SHORTEST_SPELLING + 1;
// Words of this length or more may have two edits, but the same first letter, because typing errors at the beginning
// are rare.
const TWO_EDITS_FROM = 6;

/** The best correction of a misspelt word, and its stems. */
export type Correction = { readonly text: string; readonly alternatives: readonly Alternative[] };

type Candidate = Correction & { readonly cost: number; readonly holding: number };

/**
 * Creates a corrector of words that are missing from the index. Corrections are words of the index, and words with
 * synonyms in the index.
 */
export function createSpellingCorrector(
  dictionary: SpellingDictionary,
  synonymOnly: readonly SynonymOnlyWord[],
  { stemOf, editDistance }: Analyzer,
) {
  const { letters, repeated, stems, pages, textOf, wordsOfLength } = dictionary;
  const others = synonymOnly.map((word) => ({ ...word, ...signatureOf(word.text) }));

  // Returns the words with at most `edits` edits.
  function candidatesFor(typed: string, edits: 1 | 2): Candidate[] {
    const found: Candidate[] = [];
    const { letters: typedLetters, repeated: typedRepeated } = signatureOf(typed);

    // Signature filter: an edit changes at most two bits of the masks.
    function mayBeNear(itsLetters: number, itsRepeated: number): boolean {
      return popcount(typedLetters ^ itsLetters) + popcount(typedRepeated ^ itsRepeated) <= 2 * edits;
    }

    // Collects the words of a range that pass the signature filter. Most are rejected by their letters, without a loop.
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
      found.push({ text, alternatives, cost: distance, holding: pages[word] ?? 0 });
    }

    for (let length = typed.length - edits; length <= Math.min(LONGEST_SPELLING, typed.length + edits); length++) {
      scan(...wordsOfLength(length), length);
    }
    for (const other of others) {
      const { text, alternatives } = other;
      if (Math.abs(text.length - typed.length) > edits || !mayBeNear(other.letters, other.repeated)) continue;
      const cost = editDistance(typed, text, edits);
      if (cost !== TOO_FAR) found.push({ text, alternatives: alternatives.map(asSpelling), cost, holding: 0 });
    }
    return found;
  }

  // Returns the correction of an unknown folded word with at most `edits` edits.
  return function correct(typed: string, edits: 1 | 2): Correction | undefined {
    const shortest = edits === 1 ? SHORTEST_TYPED : TWO_EDITS_FROM;
    if (typed.length < shortest || typed.length > LONGEST_SPELLING || /\d/.test(typed)) return undefined;
    let found = candidatesFor(typed, edits);
    if (edits === 2) found = found.filter(({ text }) => text[0] === typed[0]);
    if (found.length === 0 && edits === 1) found = candidatesFor(stemOf(typed), 1);
    return found.toSorted((a, b) => a.cost - b.cost || b.holding - a.holding || (a.text < b.text ? -1 : 1))[0];
  };
}
export type SpellingCorrector = ReturnType<typeof createSpellingCorrector>;

const asSpelling = ({ stem, weight }: Alternative): Alternative => ({ stem, weight, origin: 'spelling' });
