import { hash } from 'node:crypto';
import type { Caller } from './entries.ts';
import type { Family } from './user-agents.ts';

// Unrelated callers after whose question its text is stored.
const UNRELATED_CALLERS = 3;
/** Days of the window for these callers. */
export const ASKERS_DAYS = 30;
// Questions whose callers are counted over these days.
const MOST_ASKED = 20_000;

// Characters of base64url in the digest of a question: 96 bits.
const QUESTION_DIGEST = 16;
// Hexadecimal digits in the digest of a caller's mark: 12 bits, which 16 networks of a provider share.
const MARK_DIGEST = 3;

/**
 * Returns the marks that related callers share: the network of the provider (/16 of IPv4, /32 of IPv6) and the client.
 * An assistant calls from an address range for millions of people, so it has a mark for each network and hour.
 */
export function marksOf({ client, clientId }: Caller, family: Family, hour: number): readonly string[] {
  const network = networkOf(client.address);
  if (family.isHosted) return [`assistant ${family.name} ${network} ${hour}`];
  return [`network ${network}`, ...(clientId === undefined ? [] : [`client ${clientId}`])];
}

function networkOf(address: string): string {
  return address.includes(':') ? address.split(':', 2).join(':') : address.split('.', 2).join('.');
}

/** Returns the digest of a question, which is the same every day. */
export function questionDigest(question: string): string {
  return hash('sha256', `ledger question\n${question}`, 'base64url').slice(0, QUESTION_DIGEST);
}

/**
 * Returns the digest of a mark for a question. It is too short to identify the caller, and differs between questions.
 * Callers with equal digests count as related.
 */
export function markDigest(question: string, mark: string): string {
  return hash('sha256', `ledger caller\n${question}\n${mark}`, 'hex').slice(0, MARK_DIGEST);
}

/** Counts the callers of each question that do not share a mark, by question digest. */
export function createUnrelatedCallers() {
  const byQuestion = new Map<string, readonly (readonly string[])[]>();
  return {
    /**
     * Adds a caller by the digests of its marks. Returns false if it is related to an earlier caller, enough callers
     * are known, or the question is beyond `MOST_ASKED`.
     */
    add(question: string, marks: readonly string[]): boolean {
      const callers = byQuestion.get(question) ?? [];
      const isFull = callers.length === 0 ? byQuestion.size >= MOST_ASKED : callers.length >= UNRELATED_CALLERS;
      if (isFull || callers.flat().some((mark) => marks.includes(mark))) return false;
      byQuestion.set(question, [...callers, marks]);
      return true;
    },
    areEnough: (question: string): boolean => (byQuestion.get(question) ?? []).length >= UNRELATED_CALLERS,
    clear: (): void => byQuestion.clear(),
  };
}
export type UnrelatedCallers = ReturnType<typeof createUnrelatedCallers>;
