import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../errors.ts';
import { ConfigurationError, type Environment } from '../settings.ts';
import { readSite, secretFilesOf, SITE_FILE, siteNames, type Site } from './site.ts';

/** What became of a site. */
export type SiteChange =
  /** It is new, or its site.yaml has changed. */
  | { readonly type: 'taken'; readonly site: Site }
  /** Its site.yaml cannot be used. One that was taken before stays as it was. */
  | { readonly type: 'faulty'; readonly name: string; readonly faults: readonly string[] }
  | { readonly type: 'gone'; readonly name: string }
  /** The folder itself cannot be read: its sites stay as they were. */
  | { readonly type: 'unreadable'; readonly why: string };

type Options = {
  /** SITES_DIR. */
  readonly dir: string;
  /** What is set for all sites. */
  readonly environment: Environment;
  readonly onChange: (change: SiteChange) => void;
  /** Milliseconds between two looks at every site, at least; with many sites more. */
  readonly everyMs?: number;
};

/** What is known of a site from the last look. */
type Known = {
  readonly isTaken: boolean;
  /** Of its site file, and of those that this one names. */
  readonly mark: string | undefined;
  readonly secretFiles: readonly string[];
  /** Why the last reading failed, as it was told. */
  readonly fault?: string;
  /** There was no site file at the last look. */
  readonly isMissing?: boolean;
};

const UNKNOWN: Known = { isTaken: false, mark: undefined, secretFiles: [] };

const LOOK_EVERY_MS = 2000;
/** With many sites, so many milliseconds for each of them pass between two looks. */
const EVERY_MS_OF_A_SITE = 1;
/** Sites that are looked at without a pause for others. */
const AT_ONCE = 100;

/** Tells every site of SITES_DIR, then what changes there, until it is disposed of. Each fault is told once. */
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
      // Whoever replaces a file may take it away for a moment.
      if (before.isMissing) lose(name);
      else known.set(name, { ...before, isMissing: true });
      return;
    }
    const mark = markWith(before.secretFiles);
    // What failed may succeed though no file has changed.
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
      // Though no site may be there yet, whoever follows stays.
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

/** What changes whenever a file is written or replaced; empty where there is none. */
function markOf(file: string): string {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}` : '';
  } catch (error) {
    return messageOf(error);
  }
}
