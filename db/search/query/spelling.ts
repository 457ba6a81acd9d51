import { phoneticKey, TOO_FAR, weightedEditDistance } from '../text/edit-distance.ts';
import { stem as stemOf } from '../text/stem.ts';
import { fold } from '../text/tokenizer.ts';
import type { createArrayWriter, ReadArray } from '../storage/arrays.ts';
import type { Alternative } from './interpreter.ts';
import type { Substituted } from './synonyms.ts';

/** Words shorter than this are not corrected: too many others are near. Nor are longer ones, which no one typed. */
const SHORTEST = 4;
const LONGEST = 30;
/** Words from this length on may be two edits away. */
const TWO_EDITS_FROM = 5;

/** How a correction is chosen; set on the development data (bench/relevance.ts). */
const SPELLING = {
  /** What a corrected word counts against one typed right. */
  weight: 0.8,
  /** How much frequent words are preferred. */
  frequency: 0.12,
  /** How far behind the best others may be, and how many there are at most. */
  margin: 0.6,
  most: 3,
};

/** A word as the index holds it: how it is written, its stem, and how many pages hold it. */
type Known = { readonly surface: string; readonly stem: number; readonly pages: number };

type Spelled = { readonly text: string; readonly stem: number; pages: number };

/**
 * Stores the words that may be a correction, without accents: by length, so that one text holds them all without
 * separators, each with a signature of its letters and one of its sound, and in the order of their sounds.
 */
export function writeSpellingDictionary(known: Iterable<Known>, write: ReturnType<typeof createArrayWriter>): void {
  const spelled = new Map<string, Spelled>();
  for (const { surface, stem, pages } of known) {
    const text = fold(surface);
    if (text.length < SHORTEST - 1 || text.length > LONGEST || /\d/.test(text)) continue;
    const same = spelled.get(text);
    if (same) same.pages += pages;
    else spelled.set(text, { text, stem, pages });
  }
  const words = [...spelled.values()].toSorted((a, b) => a.text.length - b.text.length);
  const starts = new Uint32Array(LONGEST + 2);
  for (const { text } of words) starts[text.length + 1] = (starts[text.length + 1] ?? 0) + 1;
  for (let length = 1; length < starts.length; length++)
    starts[length] = (starts[length] ?? 0) + (starts[length - 1] ?? 0);
  write('spellings', Buffer.from(words.map(({ text }) => text).join('')));
  write('spellingStarts', starts);
  write(
    'spellingLetters',
    Int32Array.from(words, ({ text }) => lettersOf(text)),
  );
  write(
    'spellingTwice',
    Int32Array.from(words, ({ text }) => lettersTwice(text)),
  );
  const sounds = Int32Array.from(words, ({ text }) => hash(phoneticKey(text)));
  write('spellingSounds', sounds);
  write(
    'spellingsBySound',
    Uint32Array.from(words.keys()).toSorted((a, b) => (sounds[a] ?? 0) - (sounds[b] ?? 0)),
  );
  write(
    'spellingStems',
    Uint32Array.from(words, ({ stem }) => stem),
  );
  write(
    'spellingPages',
    Uint32Array.from(words, ({ pages }) => pages),
  );
}

/** What a misspelt word may have meant: the likeliest as it is spelled, and the stems that may stand for the word. */
type Correction = { readonly text: string; readonly alternatives: readonly Alternative[] };

type Near = Substituted & { readonly cost: number };

/** Corrects words that the index does not know against those it knows, and against the synonyms of those. */
export function createSpellingCorrector(read: ReadArray, substituted: readonly Substituted[]) {
  const texts = Buffer.from(read('spellings', Uint8Array)).toString();
  const starts = read('spellingStarts', Uint32Array);
  const letters = read('spellingLetters', Int32Array);
  const twice = read('spellingTwice', Int32Array);
  const sounds = read('spellingSounds', Int32Array);
  const bySound = read('spellingsBySound', Uint32Array);
  const stems = read('spellingStems', Uint32Array);
  const pages = read('spellingPages', Uint32Array);
  const others = substituted.map((word) => ({ ...word, ...signaturesOf(word.text) }));
  const textStarts = [0];
  for (let length = 0; length <= LONGEST; length++) {
    textStarts.push((textStarts[length] ?? 0) + length * ((starts[length + 1] ?? 0) - (starts[length] ?? 0)));
  }

  function textOf(word: number, length: number): string {
    const at = (textStarts[length] ?? 0) + (word - (starts[length] ?? 0)) * length;
    return texts.slice(at, at + length);
  }

  /** The words at most this many edits away, or of the same sound; some of them twice. */
  function near(typed: string, most: 1 | 2): Near[] {
    const found: Near[] = [];
    const { letters: typedLetters, twice: typedTwice, sound } = signaturesOf(typed);

    /** Whether a word may be near: an edit changes two signs of a signature at most, how often it has two of the letters. */
    function mayBeNear(itsLetters: number, itsTwice: number): boolean {
      const changes = bits(typedLetters ^ itsLetters);
      return changes <= 2 * most && changes + bits(typedTwice ^ itsTwice) <= 2 * most;
    }

    function take(word: number, length: number): void {
      const text = textOf(word, length);
      const cost = weightedEditDistance(typed, text, most, sounds[word] === sound);
      if (cost === TOO_FAR) return;
      const alternatives = [{ stem: stems[word] ?? 0, weight: 1 }];
      found.push({ text, alternatives, cost: cost - SPELLING.frequency * Math.log(pages[word] ?? 1) });
    }

    for (let length = typed.length - most; length <= Math.min(LONGEST, typed.length + most); length++) {
      const end = starts[length + 1] ?? 0;
      for (let word = starts[length] ?? 0; word < end; word++) {
        if (mayBeNear(letters[word] as number, twice[word] as number)) take(word, length);
      }
    }
    for (let at = firstOf(sound); at < bySound.length && sounds[bySound[at] as number] === sound; at++) {
      const word = bySound[at] as number;
      const length = lengthOf(word);
      if (Math.abs(length - typed.length) <= 2) take(word, length);
    }
    for (const other of others) {
      const isHeard = other.sound === sound;
      if (Math.abs(other.text.length - typed.length) > 2) continue;
      if (!isHeard && !mayBeNear(other.letters, other.twice)) continue;
      const cost = weightedEditDistance(typed, other.text, most, isHeard);
      if (cost !== TOO_FAR) found.push({ text: other.text, alternatives: other.alternatives, cost });
    }
    return found;
  }

  function lengthOf(word: number): number {
    let length = 0;
    while (word >= (starts[length + 1] ?? Infinity)) length += 1;
    return length;
  }

  /** The first place of a sound in the order of sounds. */
  function firstOf(sound: number): number {
    let low = 0;
    let high = bySound.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sounds[bySound[middle] as number] as number) < sound) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** What an unknown folded word may have meant by so many edits, if anything. */
  return function correct(typed: string, edits: 1 | 2): Correction | undefined {
    if (typed.length < (edits === 1 ? SHORTEST : TWO_EDITS_FROM) || typed.length > LONGEST || /\d/.test(typed))
      return undefined;
    let found = near(typed, edits);
    if (found.length === 0 && edits === 1) found = near(stemOf(typed), 1);
    found.sort((a, b) => a.cost - b.cost || (a.text < b.text ? -1 : 1));
    const [likeliest] = found;
    if (!likeliest) return undefined;
    const weights = new Map<number, number>();
    for (const { alternatives, cost } of found) {
      if (weights.size >= SPELLING.most || cost > likeliest.cost + SPELLING.margin) break;
      const share = SPELLING.weight * (1 - (cost - likeliest.cost) / (2 * SPELLING.margin));
      for (const { stem, weight } of alternatives) if (!weights.has(stem)) weights.set(stem, share * weight);
    }
    return { text: likeliest.text, alternatives: [...weights].map(([stem, weight]) => ({ stem, weight })) };
  };
}
export type SpellingCorrector = ReturnType<typeof createSpellingCorrector>;

/** What can be compared at once before a word is compared letter by letter. */
function signaturesOf(word: string) {
  return { letters: lettersOf(word), twice: lettersTwice(word), sound: hash(phoneticKey(word)) };
}

/** Which letters a word has, one bit for each. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** Which letters a word has more than once. */
function lettersTwice(word: string): number {
  let once = 0;
  let again = 0;
  for (let at = 0; at < word.length; at++) {
    const letter = 1 << (word.charCodeAt(at) & 31);
    again |= once & letter;
    once |= letter;
  }
  return again;
}

/** A number for a text: equal texts have equal numbers, others nearly never (FNV-1a). */
function hash(text: string): number {
  let number = 0x81_1c_9d_c5 | 0;
  for (let at = 0; at < text.length; at++) number = Math.imul(number ^ text.charCodeAt(at), 0x01_00_01_93);
  return number;
}

/** How many bits of a 32-bit number are set. */
function bits(number: number): number {
  let count = number - ((number >>> 1) & 0x55_55_55_55);
  count = (count & 0x33_33_33_33) + ((count >>> 2) & 0x33_33_33_33);
  return Math.imul((count + (count >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}
