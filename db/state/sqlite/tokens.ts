import type { Database } from '../../sqlite.ts';
import type { Token } from '../state.ts';
import { parseStringList } from './database.ts';

type Row = Omit<Token, 'audience'> & { readonly audience: string };

export function createTokens(db: Database) {
  const touchClient = db.prepare<[{ id: string; now: number }]>(`
    UPDATE clients SET active_at = MAX(active_at, @now) WHERE id = @id
  `);
  const insert = db.prepare<[Row]>(`
    INSERT INTO tokens (hash, client_id, scope, audience, issued_at, expires_at)
    VALUES (@hash, @clientId, @scope, @audience, @issuedAt, @expiresAt)
  `);
  const removeOldest = db.prepare<[{ clientId: string; keep: number }]>(`
    DELETE FROM tokens
    WHERE client_id = @clientId
      AND id <= (SELECT id FROM tokens WHERE client_id = @clientId ORDER BY id DESC LIMIT 1 OFFSET @keep)
  `);
  const select = db.prepare<[{ hash: Buffer; now: number }], Row>(`
    SELECT hash, client_id AS clientId, scope, audience, issued_at AS issuedAt, expires_at AS expiresAt
    FROM tokens
    WHERE hash = @hash AND expires_at > @now
  `);
  const remove = db.prepare<[{ hash: Buffer; clientId: string }]>(`
    DELETE FROM tokens WHERE hash = @hash AND client_id = @clientId
  `);
  const removeOfClient = db.prepare<[{ clientId: string }]>('DELETE FROM tokens WHERE client_id = @clientId');
  const removeExpired = db.prepare<[{ now: number; batch: number }]>(`
    DELETE FROM tokens WHERE id IN (SELECT id FROM tokens WHERE expires_at <= @now LIMIT @batch)
  `);
  const count = db.prepare<[{ now: number }], number>('SELECT COUNT(*) FROM tokens WHERE expires_at > @now');

  const add = db.transaction((token: Token, keep: number): boolean => {
    const { clientId, issuedAt } = token;
    if (touchClient.run({ id: clientId, now: issuedAt }).changes === 0) return false;
    insert.run({ ...token, audience: JSON.stringify(token.audience) });
    removeOldest.run({ clientId, keep });
    return true;
  });

  return {
    /**
     * Stores a token and marks the client as active. Only the newest `keep` tokens of a client are retained. Returns
     * false if the client does not exist.
     */
    add: (token: Token, keep: number) => add.immediate(token, keep),
    find(hash: Buffer, now: number): Token | undefined {
      const row = select.get({ hash, now });
      return row && { ...row, audience: parseStringList(row.audience) };
    },
    remove: (hash: Buffer, clientId: string) => remove.run({ hash, clientId }).changes > 0,
    removeOfClient: (clientId: string) => removeOfClient.run({ clientId }).changes,
    removeExpired: (now: number, batch: number) => removeExpired.run({ now, batch }).changes,
    count: (now: number) => count.pluck().get({ now }) ?? 0,
  };
}
