import type { Database } from '../../sqlite.ts';

const SIGNING = 'signing';

export function createKeys(db: Database) {
  const insert = db.prepare<[{ name: string; value: Buffer }]>('INSERT OR IGNORE INTO keys VALUES (@name, @value)');
  const select = db.prepare<[{ name: string }], Buffer>('SELECT value FROM keys WHERE name = @name').pluck();

  return {
    signingKey(candidate: Buffer): Buffer {
      const known = select.get({ name: SIGNING });
      if (known) return known;
      insert.run({ name: SIGNING, value: candidate });
      return select.get({ name: SIGNING }) ?? candidate;
    },
  };
}
