import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../errors.ts';
import { ConfigurationError, type Environment } from '../settings.ts';
import { readSite, secretFilesOf, SITE_FILE, siteNames, type Site } from './site.ts';

/** A change of a site. */
export type SiteChange =
  /** A new site, or a changed site.yaml. */
  | { readonly type: 'taken'; readonly site: Site }
  /** An invalid site.yaml. A known site does not change. */
  | { readonly type: 'faulty'; readonly name: string; readonly faults: readonly string[] }
  | { readonly type: 'gone'; readonly name: string }
  /** SITES_DIR cannot be read; known sites do not change. */
  | { readonly type: 'unreadable'; readonly why: string };

type Options = {
  /** SITES_DIR. */
  readonly dir: string;
  /** Environment of all sites. */
  readonly environment: Environment;
  readonly onChange: (change: SiteChange) => void;
  /** Minimum interval in milliseconds between two checks of a site; longer with many sites. */
  readonly everyMs?: number;
};

type Known = {
  readonly isTaken: boolean;
  /** Fingerprint of the site file and of the files it references. */
  readonly mark: string | undefined;
  readonly secretFiles: readonly string[];
  /** Last reported error. */
  readonly fault?: string;
  /** The site file was missing at the last check. */
  readonly isMissing?: boolean;
};

const UNKNOWN: Known = { isTaken: false, mark: undefined, secretFiles: [] };

const LOOK_EVERY_MS = 2000;
/** Milliseconds added to the interval for each site. */
const EVERY_MS_OF_A_SITE = 1;
/** Number of sites checked without a pause. */
const AT_ONCE = 100;

/** Reports every site of SITES_DIR, then its changes, until disposed. Each error is reported once. */
export async function followSites({ dir, environment, onChange, everyMs = LOOK_EVERY_MS }: Options) {
  const known = new Map<string, Known>();
  const ending = new AbortController();
  const { signal } = ending;
  let unreadable: string | undefined;

  async function look(): Promise<void> {
    const names = namesIn(dir);
    if (!names) return;
    const present = new Set(names);
    for (const name of known.keys()) if (!present.has(name)) lose(name);
    for (const [index, name] of names.entries()) {
      if (signal.aborted) return;
      lookAt(name);
      if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
    }
  }

  function namesIn(folder: string): readonly string[] | undefined {
    try {
      const names = siteNames(folder);
      unreadable = undefined;
      return names;
    } catch (error) {
      const why = faultsOf(error).join('; ');
      if (why !== unreadable) onChange({ type: 'unreadable', why });
      unreadable = why;
      return undefined;
    }
  }

  function lose(name: string): void {
    known.delete(name);
    onChange({ type: 'gone', name });
  }

  function lookAt(name: string): void {
    const own = markOf(join(dir, name, SITE_FILE));
    const markWith = (others: readonly string[]) => [own, ...others.map(markOf)].join();
    const before = known.get(name) ?? UNKNOWN;
    if (own === '' && before.isTaken) {
      // An editor may remove a file for a moment while it replaces it.
      if (before.isMissing) lose(name);
      else known.set(name, { ...before, isMissing: true });
      return;
    }
    const mark = markWith(before.secretFiles);
    // A failed read may succeed although no file has changed.
    if (mark === before.mark && before.fault === undefined) return;
    try {
      const site = readSite(dir, name, environment);
      const secretFiles = secretFilesOf(site);
      known.set(name, { isTaken: true, mark: markWith(secretFiles), secretFiles });
      onChange({ type: 'taken', site });
    } catch (error) {
      const faults = faultsOf(error);
      const fault = faults.join();
      known.set(name, { ...before, mark, fault });
      if (fault !== before.fault) onChange({ type: 'faulty', name, faults });
    }
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      const pause = Math.max(everyMs, known.size * EVERY_MS_OF_A_SITE);
      // Continue even if there are no sites yet.
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await look();
    }
  }

  await look();
  const following = follow();
  return {
    async [Symbol.asyncDispose](): Promise<void> {
      ending.abort();
      await following;
    },
  };
}

const faultsOf = (error: unknown): readonly string[] =>
  error instanceof ConfigurationError ? error.faults : [messageOf(error)];

/** Returns a fingerprint that changes when the file is written or replaced; an empty string for a missing file. */
function markOf(file: string): string {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}` : '';
  } catch (error) {
    return messageOf(error);
  }
}
