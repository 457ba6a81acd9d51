import { join } from 'node:path';
import { openState } from '../../db/state/open.ts';
import { readEntry, type Entry } from '../../server/ledger/entries.ts';

/** The entries of the ledger in a data directory, with their counts, of all days. */
export async function ledgerEntries(dir: string): Promise<readonly (readonly [entry: Entry, count: number])[]> {
  await using state = openState({ file: join(dir, 'state.db'), now: () => new Date() });
  const found: [Entry, number][] = [];
  for (const day of await state.ledger.days()) {
    for (const [stored, count] of await state.ledger.read(day)) {
      const entry = readEntry(stored);
      if (!entry) throw new Error(`No entry: ${stored}`);
      found.push([entry, count]);
    }
  }
  return found;
}

/** The texts of questions in the ledger of a data directory. */
export async function ledgerTexts(dir: string): Promise<readonly string[]> {
  const entries = await ledgerEntries(dir);
  return entries.flatMap(([entry]) => (entry[0] === 'text' ? [entry[2]] : [])).toSorted();
}
