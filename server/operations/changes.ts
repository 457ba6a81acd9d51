import { hash } from 'node:crypto';
import type { ChangesPlace, Generation } from '../../db/index/changes.ts';
import { createCache } from '../../shared/cache.ts';
import { AppError } from '../../shared/errors.ts';
import type { ContentOperation } from './content-operation.ts';
import { invalidParameters } from './input.ts';

// Seconds before a retry: an index of an earlier version has no log until the next sync, a server may lag a cursor.
const NO_LOG_RETRY = 60;
const BEHIND_RETRY = 10;

// Cache size in bytes.
const WITHHELD_BYTES = 1_000_000;

const withheldByDigest = createCache<string, ReadonlySet<string>>(WITHHELD_BYTES, (paths) =>
  [...paths].reduce((sum, path) => sum + 2 * path.length + 50, 200),
);

/** `get_changes`: pages that were added, changed, moved or removed since a cursor, in the order of the log. */
export const getChanges: ContentOperation<'get_changes'> = {
  answer: ({ index, isPinned = () => false }, { since, limit }) => {
    const log = index.changes;
    if (!log) {
      throw new AppError('service_not_ready', 'The index has no log of changes yet', {
        hint: 'The next sync creates it.',
        retryAfter: NO_LOG_RETRY,
      });
    }
    const place = since === undefined ? undefined : readCursor(since);
    const read = log.read(place, limit);
    if (!read) throw place && log.isAhead(place) && !isPinned() ? behind() : startOver();
    const { changes, more, next } = read;
    return { value: { changes, more, next_cursor: writeCursor(next) }, modified: index.changedAt };
  },
  exampleArguments: () => ({ limit: 50 }),
};

/** Encodes a place as the `since` of a later call. */
export function writeCursor({ from, since, served, servedAt, row, withheld }: ChangesPlace): string {
  const parts: Parts = [from, ...since, ...served, ...row, digestOf(withheld), servedAt];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

// Throws `cursor_expired` if the withheld pages of the cursor are not cached: the server restarted, or their cache
// entry was dropped.
function readCursor(text: string): ChangesPlace {
  const [from, sinceNumber, sinceTag, servedNumber, servedTag, rowNumber, key, digest, servedAt] = partsOf(text);
  const withheld = digest === '' ? new Set<string>() : withheldByDigest.get(digest);
  if (!withheld) throw startOver();
  const since: Generation = [sinceNumber, sinceTag];
  return { from, since, served: [servedNumber, servedTag], servedAt, row: [rowNumber, key], withheld };
}

type Parts = readonly [number, number, string, number, string, number, string, string, number];

function partsOf(text: string): Parts {
  try {
    const types = ['number', 'number', 'string', 'number', 'string', 'number', 'string', 'string', 'number'];
    const given = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as readonly unknown[];
    // Cursors of release 1.1.0 do not have the last part.
    const parts = [...given, 0].slice(0, types.length);
    if (types.every((type, n) => typeof parts[n] === type)) return parts as unknown as Parts;
  } catch {
    // Rejected below.
  }
  throw invalidParameters([
    {
      name: 'since',
      code: 'rest_invalid_pattern',
      message: 'since must be the next_cursor of an earlier response; omit it to start with all pages',
    },
  ]);
}

// The empty set has an empty digest, so that every server accepts its cursors.
function digestOf(withheld: ReadonlySet<string>): string {
  if (withheld.size === 0) return '';
  const digest = hash('sha256', JSON.stringify([...withheld].toSorted())).slice(0, 12);
  withheldByDigest.set(digest, withheld);
  return digest;
}

function behind(): AppError {
  return new AppError('service_not_ready', 'The index of this server is older than the cursor', {
    hint: `Try again in ${BEHIND_RETRY} seconds with the same cursor.`,
    retryAfter: BEHIND_RETRY,
  });
}

function startOver(): AppError {
  return new AppError('cursor_expired', 'The cursor cannot be resumed', {
    hint: 'Omit since, read all pages again, and delete pages that are not among them.',
  });
}
