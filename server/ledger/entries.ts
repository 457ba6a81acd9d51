import type { Face, QuotaUse } from './noted.ts';

/** Facts about a question that are counted; `results` adds up how many pages were shown. */
export type QuestionFact = 'asked' | 'empty' | 'unmatched' | 'corrected' | 'read' | 'results';

/** Reasons why a question, or its text, is not in the ledger. */
type LeftOut = 'personal' | 'busy' | 'full';

/**
 * An entry of the ledger; each day counts each entry. The keyed hash of the day identifies a question. `text` gives the text of
 * a hash as soon as it may be stored. The empty hash stands for all questions that may hold personal data.
 */
export type Entry =
  | readonly [
      kind: 'call',
      operation: string,
      face: Face,
      family: string,
      caller: 'anonymous' | 'identified',
      quota: QuotaUse,
    ]
  | readonly [kind: 'question', question: string, city: string, language: string, fact: QuestionFact]
  | readonly [kind: 'page', question: string, path: string, use: 'shown' | 'read']
  | readonly [kind: 'text', question: string, text: string]
  /** An unrelated caller of a question: digests of the question and, joined by spaces, of the caller's marks. */
  | readonly [kind: 'asker', questionDigest: string, markDigests: string]
  | readonly [kind: 'next', question: string, next: string]
  | readonly [kind: 'read', path: string]
  | readonly [kind: 'left_out', why: LeftOut];

const LENGTHS: Readonly<Record<Entry[0], number>> = {
  call: 6,
  question: 5,
  page: 4,
  text: 3,
  asker: 3,
  next: 3,
  read: 2,
  left_out: 2,
};

/** An entry as the store keeps it. */
export function writeEntry(entry: Entry): string {
  return JSON.stringify(entry);
}

/** An entry that was stored; `undefined` for one of another version, or that a failing disk altered. */
export function readEntry(stored: string): Entry | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(stored);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return undefined;
  const [kind = ''] = parts;
  const isEntry = Object.hasOwn(LENGTHS, kind) && LENGTHS[kind as Entry[0]] === parts.length;
  // The parts of each kind were written by `writeEntry`; a stranger's word among them is only ever shown.
  return isEntry ? (parts as unknown as Entry) : undefined;
}
