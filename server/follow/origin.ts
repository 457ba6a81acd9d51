import { open, rm, stat } from 'node:fs/promises';
import { LARGEST_POINTER, VERDICTS, type IndexFile } from '../../db/index/generations.ts';
import { LARGEST_VERDICTS } from '../../db/index/verdicts.ts';
import { isPrivateHost } from '../../shared/private-addresses.ts';

/** Validators of a response, for conditional requests (RFC 9110 §13). */
export type Validators = { readonly etag?: string | undefined; readonly lastModified?: string | undefined };

/** The origin sent `Retry-After` (RFC 9110 §10.2.3). */
export class BusyOriginError extends Error {
  override readonly name = 'BusyOriginError';
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

// Response 404 or 410.
class AbsentError extends Error {}

type Document = { readonly name: string; readonly most: number; readonly validators: Validators };

type Limits = {
  // Timeout of a pointer in milliseconds.
  readonly answerMs: number;
  // Timeout of a file in milliseconds, until the first byte and between two chunks.
  readonly stallMs: number;
  // Timeout of a whole file in milliseconds; the next attempt resumes it.
  readonly fileMs: number;
};

const LIMITS: Limits = { answerMs: 30_000, stallMs: 60_000, fileMs: 3_600_000 };
const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Client for the directory of a published index. `http:` is allowed in private networks only. Redirects to another
 * origin require `isSigned`, because otherwise only the URL authenticates the index.
 */
export function createOrigin(
  url: string,
  { isSigned = false, ...limits }: Partial<Limits> & { readonly isSigned?: boolean } = {},
) {
  const { answerMs, stallMs, fileMs } = { ...LIMITS, ...limits };
  // Strong validators of incomplete files.
  const tags = new Map<string, string>();

  // Resolves to the text of `current.json`, or `undefined` if the validators are still valid.
  const pointer = (validators: Validators, ended: AbortSignal) =>
    document({ name: 'current.json', most: LARGEST_POINTER, validators }, ended);

  // Resolves like `pointer`, for the list of verdicts; `missing` if the origin has no list.
  const verdicts = (validators: Validators, ended: AbortSignal) =>
    document({ name: VERDICTS, most: LARGEST_VERDICTS, validators }, ended).catch((error: unknown) => {
      if (error instanceof AbsentError) return 'missing' as const;
      throw error;
    });

  async function document({ name, most, validators: { etag, lastModified } }: Document, ended: AbortSignal) {
    const signal = AbortSignal.any([ended, AbortSignal.timeout(answerMs)]);
    const response = await request(name, signal, {
      // Caches must revalidate their copies.
      'Cache-Control': 'no-cache',
      ...(etag !== undefined && { 'If-None-Match': etag }),
      ...(lastModified !== undefined && { 'If-Modified-Since': lastModified }),
    });
    if (response.status === 304) return undefined;
    await refuseFailure(response);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > most) throw new Error(`${name} has more than ${most} bytes`);
      chunks.push(chunk);
    }
    return { text: Buffer.concat(chunks).toString('utf8'), validators: validatorsOf(response) };
  }

  // Downloads a file to `path` and resumes an earlier attempt. The file is complete but not verified.
  async function download(
    { file, bytes }: Pick<IndexFile, 'file'> & { readonly bytes: number },
    path: string,
    ended: AbortSignal,
  ): Promise<void> {
    let done = (await stat(path).catch(() => undefined))?.size ?? 0;
    if (done === bytes) return;
    if (done > bytes) {
      await rm(path);
      done = 0;
    }
    const stalled = new AbortController();
    const timer = setTimeout(() => stalled.abort(new Error(`${file} does not come`)), stallMs);
    const signal = AbortSignal.any([ended, stalled.signal, AbortSignal.timeout(fileMs)]);
    try {
      const tag = tags.get(path);
      const response = await request(file, signal, {
        'Accept-Encoding': 'identity',
        ...(done > 0 && { Range: `bytes=${done}-`, ...(tag !== undefined && { 'If-Range': tag }) }),
      });
      if (response.status === 416) await rm(path, { force: true });
      await refuseFailure(response);
      const isRest = response.status === 206;
      const range = `bytes ${done}-${bytes - 1}/${bytes}`;
      if (isRest && (response.headers.get('content-range') !== range || response.headers.has('content-encoding'))) {
        await rm(path, { force: true });
        throw new Error(`${file}: the response is not the requested range`);
      }
      const etag = response.headers.get('etag');
      if (etag?.startsWith('"')) tags.set(path, etag);
      else tags.delete(path);
      let size = isRest ? done : 0;
      await using handle = await open(path, isRest ? 'a' : 'w', 0o600);
      for await (const chunk of response.body ?? []) {
        timer.refresh();
        size += chunk.length;
        if (size > bytes) {
          await rm(path);
          throw new Error(`${file} has more than the ${bytes} bytes that were published`);
        }
        await handle.write(chunk);
      }
      await handle.sync();
      if (size < bytes) throw new Error(`${file} ended after ${size} of ${bytes} bytes`);
      tags.delete(path);
    } finally {
      clearTimeout(timer);
    }
  }

  // Redirects never lead from `https:` to `http:`.
  async function request(
    file: string,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> {
    let target = new URL(`${url}/${file}`);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const response = await fetch(target.href, { headers, redirect: 'manual', signal });
      const location = response.headers.get('location');
      if (!REDIRECTS.has(response.status) || location === null) return response;
      await response.body?.cancel();
      const next = URL.parse(location, target.href);
      const isSafe =
        next?.protocol === 'https:' ||
        (next?.protocol === 'http:' && url.startsWith('http:') && isPrivateHost(next.hostname));
      if (next && !isSigned && next.origin !== target.origin) {
        throw new Error(`${file} leads to ${next.origin}, another origin: set INDEX_URL to it, or sign the index`);
      }
      if (!next || !isSafe) throw new Error(`${file} leads to ${next?.origin ?? location}, which is not https`);
      target = next;
    }
    throw new Error(`${file} leads from one address to another more than ${MOST_REDIRECTS} times`);
  }

  return { pointer, verdicts, download };
}
export type Origin = ReturnType<typeof createOrigin>;

// The validators of a file that was modified in the last two seconds are ignored. Web servers derive an ETag from time in
// seconds and size, so the next version may have the same ETag (RFC 9110 §8.8.2.2).
function validatorsOf({ headers }: Response): Validators {
  const [date, lastModified] = [headers.get('date'), headers.get('last-modified')];
  if (Date.parse(date ?? '') - Date.parse(lastModified ?? '') < 2000) return {};
  return { etag: headers.get('etag') ?? undefined, lastModified: lastModified ?? undefined };
}

async function refuseFailure(response: Response): Promise<void> {
  if (response.status === 200 || response.status === 206) return;
  await response.body?.cancel();
  const message = `${new URL(response.url).pathname} returned status ${response.status}`;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (response.status === 404 || response.status === 410) throw new AbsentError(message);
  throw seconds > 0 ? new BusyOriginError(message, seconds) : new Error(message);
}
