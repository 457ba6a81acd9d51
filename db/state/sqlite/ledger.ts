import { existsSync, rmSync } from 'node:fs';
import type { Database } from '../../sqlite.ts';
import type { Damage, OpenOptions, State } from '../state.ts';
import { openLedgerDatabase } from './database.ts';
import { createFileKeeper } from './file-keeper.ts';

/** Opens the ledger in a separate file: it grows with requests, and its damage must not affect clients. */
export function openSqliteLedger(
  file: string,
  { now, onDamage, site }: Pick<OpenOptions, 'now' | 'onDamage' | 'site'>,
) {
  const { use, close } = createFileKeeper({
    file,
    now,
    holds: 'ledger',
    open: (path) => openLedgerDatabase(path, { makesFolder: site === undefined }),
    prepare: createCounts,
    // Rows in a file that was moved aside would never expire.
    onDamage: onDamage && ((damage) => onDamage(discarded(damage))),
  });
  const ledger: State['ledger'] = {
    add: (day, counts) => use((table) => table.add(day, counts)),
    days: async () => (existsSync(file) ? await use((table) => table.days()) : []),
    read: async (day) => (existsSync(file) ? await use((table) => table.read(day)) : new Map<string, number>()),
    removeBefore: async (day) => {
      if (existsSync(file)) await use((table) => table.removeBefore(day));
    },
  };
  return { ledger, close };
}

function discarded({ aside, ...damage }: Damage): Damage {
  for (const part of ['', '-wal']) if (aside !== undefined) rmSync(`${aside}${part}`, { force: true });
  return damage;
}

function createCounts(db: Database) {
  const upsert = db.prepare<[{ day: string; entry: string; count: number }]>(`
    INSERT INTO counts (day, entry, count)
    VALUES (@day, @entry, @count)
    ON CONFLICT (day, entry) DO UPDATE SET count = count + @count
  `);
  const selectDays = db.prepare<[], string>('SELECT DISTINCT day FROM counts ORDER BY day').pluck();
  const selectDay = db.prepare<[{ day: string }], [entry: string, count: number]>(`
    SELECT entry, count FROM counts WHERE day = @day
  `);
  const removeBefore = db.prepare<[{ day: string }]>('DELETE FROM counts WHERE day < @day');
  const addAll = db.transaction((day: string, counts: ReadonlyMap<string, number>) => {
    for (const [entry, count] of counts) upsert.run({ day, entry, count });
  });

  return {
    add: (day: string, counts: ReadonlyMap<string, number>): void => addAll.immediate(day, counts),
    days: (): readonly string[] => selectDays.all(),
    read: (day: string): ReadonlyMap<string, number> => new Map(selectDay.raw().all({ day })),
    removeBefore(day: string): void {
      // The WAL contains deleted rows until it restarts.
      if (removeBefore.run({ day }).changes > 0) db.pragma('wal_checkpoint(TRUNCATE)');
    },
  };
}
