import type { KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import {
  filesOf,
  INDEX_SCHEMA_VERSION,
  parsePointer,
  type IndexFile,
  type Pointer,
} from '../../db/index/generations.ts';
import { isSignedBy, OF_VERDICTS } from '../../db/index/signature.ts';
import { parseVerdicts, type Verdicts } from '../../db/index/verdicts.ts';
import { siteKey } from '../../shared/addresses.ts';

/** Parses a pointer and validates its schema version and, if keys are given, its signature. */
export function readPublished(text: string, publicKeys: readonly KeyObject[]): Pointer {
  const pointer = readSigned('current.json', text, { parse: parsePointer, publicKeys });
  if (pointer.schema_version !== INDEX_SCHEMA_VERSION) {
    throw new Error(
      `Generation ${pointer.generation} has schema version ${pointer.schema_version}; this program reads ${INDEX_SCHEMA_VERSION}`,
    );
  }
  filesOf(pointer).forEach(sizeOf);
  return pointer;
}

/** Returns true for a valid list of verdicts. */
export function isVerdicts(text: string): boolean {
  try {
    parseVerdicts(text);
    return true;
  } catch {
    return false;
  }
}

/** Parses a list of verdicts and, if keys are given, validates its signature. */
export function readPublishedVerdicts(text: string, publicKeys: readonly KeyObject[]): Verdicts {
  return readSigned('verdicts.json', text, { parse: parseVerdicts, publicKeys, purpose: OF_VERDICTS });
}

type Reading<Value> = {
  readonly parse: (text: string) => Value;
  readonly publicKeys: readonly KeyObject[];
  readonly purpose?: typeof OF_VERDICTS;
};

function readSigned<Value extends { readonly signature?: unknown }>(
  name: string,
  text: string,
  { parse, publicKeys, purpose }: Reading<Value>,
): Value {
  let value: Value;
  try {
    value = parse(text);
  } catch (cause) {
    throw new Error(`${name} cannot be read`, { cause });
  }
  if (publicKeys.length > 0 && !isSignedBy(JSON.parse(text) as object, publicKeys, purpose)) {
    throw new Error(`${name} is ${value.signature === undefined ? 'not signed' : 'signed by another key, or altered'}`);
  }
  return value;
}

type Expected = {
  // URL from SITE_URL.
  readonly named: string | undefined;
  // URL of the site whose index was followed before.
  readonly here: string | undefined;
};

/**
 * Throws if a pointer belongs to a different site. A signature is not sufficient: a key may sign the indexes of many
 * sites. A site that has moved lists its previous URLs in `former`.
 */
export function requireSite({ site, former = [] }: Pick<Pointer, 'site' | 'former'>, { named, here }: Expected): void {
  const expected = named ?? here;
  if (expected === undefined || [site, ...former].some((url) => keyOf(url) === keyOf(expected))) return;
  const setting = 'SITE_URL (site_url in its site.yaml)';
  const whose =
    named === undefined ? `whose index is here; if the site has moved, say so in ${setting}` : `which ${setting} says`;
  throw new Error(`current.json is of the site ${site}, not of ${expected}, ${whose}`);
}

/** Returns true if two URLs identify the same site. */
export const isOneSite = (url: string, otherUrl: string): boolean => keyOf(url) === keyOf(otherUrl);

const keyOf = (site: string): string => (URL.canParse(site) ? siteKey(site) : site);

/** Returns the size of a published file; throws if the pointer has no size. */
export function sizeOf({ file, bytes }: IndexFile): number {
  if (bytes === undefined) throw new Error(`current.json has no size for ${file}: an earlier version published it`);
  return bytes;
}

// Milliseconds. An index of a million pages takes some minutes.
const CHECK_WITHIN_MS = 1_800_000;

/**
 * Checks in a worker thread that a file is a valid index of a generation. Rejects with its faults, or after a timeout.
 * The schema must equal ours and no database page may be used twice, so queries of a valid file take time by its size
 * only.
 */
export async function checkIndexFile(
  file: string,
  generation: number,
  until: AbortSignal,
  withinMs = CHECK_WITHIN_MS,
): Promise<void> {
  until.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`${file} takes too long to check`)), withinMs);
  const signal = AbortSignal.any([until, late.signal]);
  const worker = new Worker(new URL('check-worker.ts', import.meta.url), { workerData: { file, generation } });
  const stopped = Promise.withResolvers<never>();
  // SQLite cannot interrupt its integrity check, so the worker is abandoned.
  const stop = () => {
    worker.unref();
    void worker.terminate();
    stopped.reject(signal.reason);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const ended = new Promise<number>((resolve, reject) => worker.once('error', reject).once('exit', resolve));
    const code = await Promise.race([ended, stopped.promise]);
    if (code !== 0) throw new Error('The check was stopped');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
