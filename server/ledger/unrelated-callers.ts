import type { Caller } from './noted.ts';
import type { Family } from './user-agents.ts';

/** Callers who have to ask a question before its text may be kept. */
const UNRELATED_CALLERS = 3;

/**
 * Marks by which callers are related: the network that a provider has (/16 of IPv4, /32 of IPv6), the client, and for an
 * assistant, which asks for many people from many networks, the assistant within this hour.
 */
export function marksOf({ client, clientId }: Caller, family: Family, hour: number): readonly string[] {
  return [
    `network ${networkOf(client.address)}`,
    ...(clientId === undefined ? [] : [`client ${clientId}`]),
    ...(family.isHosted ? [`assistant ${family.name} ${hour}`] : []),
  ];
}

function networkOf(address: string): string {
  return address.includes(':') ? address.split(':', 2).join(':') : address.split('.', 2).join('.');
}

/** The callers of one question of whom no two share a mark; as many as matter. */
export function createUnrelatedCallers() {
  const marks = new Set<string>();
  let callers = 0;
  return {
    /** Adds a caller by the hashes of its marks; true once there are enough of them. */
    add(hashes: readonly string[]): boolean {
      if (callers < UNRELATED_CALLERS && hashes.every((hash) => !marks.has(hash))) {
        callers += 1;
        for (const hash of hashes) marks.add(hash);
      }
      return callers >= UNRELATED_CALLERS;
    },
  };
}
export type UnrelatedCallers = ReturnType<typeof createUnrelatedCallers>;
