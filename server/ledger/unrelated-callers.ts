import { hash } from 'node:crypto';
import type { Caller } from './noted.ts';
import type { Family } from './user-agents.ts';

/** Unrelated callers after whose question its text is stored. */
const UNRELATED_CALLERS = 3;
/** Days within which they ask it. */
export const ASKERS_DAYS = 30;

/** Characters of base64url in the digest of a question: 96 bits. */
const QUESTION_DIGEST = 16;
/** Hexadecimal digits in the digest of a caller's mark: 12 bits, which 16 networks of a provider share. */
const MARK_DIGEST = 3;

/**
 * Marks that related callers share: the provider's network (/16 of IPv4, /32 of IPv6) and the client. An assistant calls from
 * one address range for millions of people, so it has one mark for each network and hour.
 */
export function marksOf({ client, clientId }: Caller, family: Family, hour: number): readonly string[] {
  const network = networkOf(client.address);
  if (family.isHosted) return [`assistant ${family.name} ${network} ${hour}`];
  return [`network ${network}`, ...(clientId === undefined ? [] : [`client ${clientId}`])];
}

function networkOf(address: string): string {
  return address.includes(':') ? address.split(':', 2).join(':') : address.split('.', 2).join('.');
}

/** Digest of a question, the same on every day. */
export function questionDigest(question: string): string {
  return hash('sha256', `ledger question\n${question}`, 'base64url').slice(0, QUESTION_DIGEST);
}

/**
 * Digest of a mark under a question. It is too short to find the caller, and differs between questions; two callers rarely
 * share one, and then count as related.
 */
export function markDigest(question: string, mark: string): string {
  return hash('sha256', `ledger caller\n${question}\n${mark}`, 'hex').slice(0, MARK_DIGEST);
}

/** The callers of one question, as far as no two of them share a mark. */
export function createUnrelatedCallers() {
  const marks = new Set<string>();
  let callers = 0;
  return {
    /** Adds a caller by the digests of its marks; false if it is related to a caller before it, or enough are known. */
    add(digests: readonly string[]): boolean {
      if (callers >= UNRELATED_CALLERS || digests.some((digest) => marks.has(digest))) return false;
      callers += 1;
      for (const digest of digests) marks.add(digest);
      return true;
    },
    areEnough: (): boolean => callers >= UNRELATED_CALLERS,
  };
}
export type UnrelatedCallers = ReturnType<typeof createUnrelatedCallers>;
