import type { Database } from '../../sqlite.ts';
import type { Client, ClientSummary } from '../state.ts';
import { parseStringList } from './database.ts';

// Columns that hold a list of strings as JSON.
type Lists = 'contacts' | 'redirectUris';
type Row<T extends Readonly<Record<Lists, readonly string[]>>> = Omit<T, Lists> & Readonly<Record<Lists, string>>;

export function createClients(db: Database) {
  const insert = db.prepare<[Row<Client>]>(`
    INSERT INTO clients (id, secret_hash, name, contacts, scope, auth_method, redirect_uris, registered_at, active_at)
    VALUES (@id, @secretHash, @name, @contacts, @scope, @authMethod, @redirectUris, @registeredAt, @activeAt)
    ON CONFLICT (id) DO UPDATE SET
      secret_hash = excluded.secret_hash, name = excluded.name, contacts = excluded.contacts, scope = excluded.scope,
      auth_method = excluded.auth_method, redirect_uris = excluded.redirect_uris,
      registered_at = excluded.registered_at, active_at = excluded.active_at
  `);
  const select = db.prepare<[{ id: string; activeAfter: number }], Row<Client>>(`
    SELECT id, secret_hash AS secretHash, name, contacts, scope, auth_method AS authMethod,
           redirect_uris AS redirectUris, registered_at AS registeredAt, active_at AS activeAt
    FROM clients
    WHERE id = @id AND active_at > @activeAfter
  `);
  const summaries = db.prepare<[{ now: number; activeAfter: number; id: string | null }], Row<ClientSummary>>(`
    SELECT id, name, contacts, scope, auth_method AS authMethod, redirect_uris AS redirectUris,
           registered_at AS registeredAt, active_at AS activeAt,
           (SELECT COUNT(*) FROM tokens WHERE client_id = clients.id AND expires_at > @now) AS liveTokens
    FROM clients
    WHERE active_at > @activeAfter AND (@id IS NULL OR id = @id)
    ORDER BY registered_at, id
  `);
  const remove = db.prepare<[{ id: string }]>('DELETE FROM clients WHERE id = @id');
  const removeIdle = db.prepare<[{ activeAfter: number; batch: number }]>(`
    DELETE FROM clients
    WHERE id IN (SELECT id FROM clients WHERE active_at <= @activeAfter LIMIT @batch)
  `);
  const count = db.prepare<[{ activeAfter: number }], number>(`
    SELECT COUNT(*) FROM clients WHERE active_at > @activeAfter
  `);

  const countRegistered = db.prepare<[{ since: number }], number>(`
    SELECT COUNT(*) FROM clients WHERE registered_at > @since
  `);

  return {
    /** Stores a client durably, also in case of a power cut, before its secret is sent. */
    add(client: Client): void {
      db.pragma('synchronous = FULL');
      try {
        insert.run({
          ...client,
          contacts: JSON.stringify(client.contacts),
          redirectUris: JSON.stringify(client.redirectUris),
        });
      } finally {
        db.pragma('synchronous = NORMAL');
      }
    },
    find: (id: string, activeAfter: number) => optional(select.get({ id, activeAfter })),
    summaries: (now: number, activeAfter: number) => summaries.all({ now, activeAfter, id: null }).map(withLists),
    summary: (id: string, now: number, activeAfter: number) => optional(summaries.get({ id, now, activeAfter })),
    remove: (id: string) => remove.run({ id }).changes > 0,
    removeIdle: (activeAfter: number, batch: number) => removeIdle.run({ activeAfter, batch }).changes,
    countRegistered: (since: number) => countRegistered.pluck().get({ since }) ?? 0,
    count: (activeAfter: number) => count.pluck().get({ activeAfter }) ?? 0,
  };
}

function withLists<T extends Readonly<Record<Lists, string>>>(row: T) {
  return { ...row, contacts: parseStringList(row.contacts), redirectUris: parseStringList(row.redirectUris) };
}

function optional<T extends Readonly<Record<Lists, string>>>(row: T | undefined) {
  return row && withLists(row);
}
