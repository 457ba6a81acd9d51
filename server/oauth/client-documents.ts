import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { z } from 'zod';
import { createCache } from '../../shared/cache.ts';
import { isPrivateHost } from '../../shared/private-addresses.ts';
import { publicLookup } from '../../shared/public-lookup.ts';
import { ClientMetadata } from './client-metadata.ts';

// Longest client id that is an address, in characters.
const LONGEST_ID = 300;

// Largest document in bytes, and timeout of its request.
const LARGEST = 10 * 1024;
const TIMEOUT_MS = 5000;

// Concurrent requests.
const MOST_AT_ONCE = 16;

const CACHE_BYTES = 1_000_000;

// Lifetime of a cached document in seconds: its `max-age` within these bounds, or the default; then for a failure.
const SHORTEST = 300;
const USUAL = 3600;
const LONGEST = 86_400;
const FAILURE = 60;

/** A client described by a metadata document at its id (draft-ietf-oauth-client-id-metadata-document). */
export type DocumentedClient = Pick<ClientMetadata, 'scope'> & {
  readonly id: string;
  readonly name: string | null;
  readonly redirectUris: readonly string[];
};

/** Response to the request of a client document. */
export type Fetched = {
  readonly status: number;
  readonly type: string;
  readonly cacheControl: string;
  readonly body: string;
};
export type FetchClientDocument = (url: URL) => Promise<Fetched>;

/** The metadata document of a client is invalid; the message is for its developer. */
export class ClientDocumentError extends Error {
  override readonly name = 'ClientDocumentError';
}

type Cached = { readonly until: number; readonly client?: DocumentedClient; readonly fault?: string };

/** Returns true for a client id that is a normalized `https` URL with a path. */
export function isDocumentId(id: string): boolean {
  if (id.length > LONGEST_ID || !id.startsWith('https://')) return false;
  const url = URL.parse(id);
  return (
    url !== null && url.href === id && url.pathname !== '/' && url.hash === '' && url.username + url.password === ''
  );
}

/**
 * Finds clients by their documents. Documents are cached; `admit` is called before each request, and may throw.
 */
export function createClientDocuments({
  fetchDocument,
  now,
}: {
  readonly fetchDocument: FetchClientDocument;
  readonly now: () => Date;
}) {
  const cache = createCache<string, Cached>(CACHE_BYTES, (entry, id) => 2 * (JSON.stringify(entry).length + id.length));
  const running = new Map<string, Promise<Cached>>();

  async function read(id: string): Promise<Cached> {
    const seconds = now().getTime() / 1000;
    try {
      const fetched = await fetchDocument(new URL(id));
      return { until: seconds + lifetimeOf(fetched.cacheControl), client: readDocument(id, fetched) };
    } catch (error) {
      const fault = error instanceof ClientDocumentError ? error.message : 'The document cannot be fetched';
      return { until: seconds + FAILURE, fault };
    }
  }

  return {
    async find(id: string, admit: () => Promise<unknown>): Promise<DocumentedClient> {
      let entry = cache.get(id);
      if (!entry || entry.until <= now().getTime() / 1000) {
        let reading = running.get(id);
        if (!reading) {
          await admit();
          if (running.size >= MOST_AT_ONCE) throw new ClientDocumentError('Too many documents are being fetched');
          reading = read(id).finally(() => running.delete(id));
          running.set(id, reading);
        }
        entry = await reading;
        cache.set(id, entry);
      }
      if (!entry.client) throw new ClientDocumentError(entry.fault ?? 'The document is not valid');
      return entry.client;
    },
  };
}
export type ClientDocuments = ReturnType<typeof createClientDocuments>;

const Document = z.object({ ...ClientMetadata.shape, client_id: z.string() });

function readDocument(id: string, { status, type, body }: Fetched): DocumentedClient {
  if (status !== 200) throw new ClientDocumentError(`The request for the document returned status ${status}`);
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
    throw new ClientDocumentError('The document is not JSON');
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new ClientDocumentError('The document is not JSON');
  }
  // A document may declare an unsupported authentication method; the client is then a public client.
  const { token_endpoint_auth_method: _, ...rest } = Object(value) as Readonly<Record<string, unknown>>;
  const parsed = Document.safeParse(rest);
  if (!parsed.success) {
    throw new ClientDocumentError(`The document has no valid ${String(parsed.error.issues[0]?.path[0] ?? 'object')}`);
  }
  const { client_id: named, client_name: name, redirect_uris: redirectUris = [], scope } = parsed.data;
  if (named !== id) throw new ClientDocumentError('client_id of the document is not its URL');
  if (redirectUris.length === 0) throw new ClientDocumentError('The document has no redirect_uris');
  return { id, name: name ?? null, redirectUris, scope };
}

function lifetimeOf(cacheControl: string): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return SHORTEST;
  const seconds = Number(/\bmax-age=(\d{1,9})/i.exec(cacheControl)?.[1] ?? USUAL);
  return Math.min(Math.max(seconds, SHORTEST), LONGEST);
}

/**
 * Creates a `fetch` for client documents: `https` only, no redirects, no private networks, at most 10 KiB within five
 * seconds. `lookup` and `ca` replace name resolution and the trusted certificate authorities.
 */
export function createClientDocumentFetch({
  lookup = publicLookup,
  ca,
}: { readonly lookup?: LookupFunction; readonly ca?: string } = {}): FetchClientDocument {
  return async (url) => {
    if (url.protocol !== 'https:' || isPrivateHost(url.hostname)) {
      throw new ClientDocumentError('The document is not at a public https address');
    }
    return await new Promise((resolve, reject) => {
      const request = httpsRequest(url, {
        lookup,
        ...(ca !== undefined && { ca }),
        agent: false,
        headers: { Accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      request.on('error', reject);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > LARGEST) {
            const fault = new ClientDocumentError(`The document is longer than ${LARGEST} bytes`);
            reject(fault);
            request.destroy(fault);
          } else chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            cacheControl: response.headers['cache-control'] ?? '',
            body: Buffer.concat(chunks).toString('utf8'),
          });
        });
      });
      request.end();
    });
  };
}
