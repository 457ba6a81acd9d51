import type { Log } from '../../shared/log.ts';
import { CrowdError, createOpeningTurns } from './opening-turns.ts';

type Openable = AsyncDisposable & {
  // Current memory in bytes.
  readonly bytes: () => number;
};

type Closed<Open> = { readonly name: string; readonly open: () => Promise<Open> };

// A site that is open or opening.
type OpenSite<Open> = {
  readonly opening: Promise<Open>;
  // Adds a caller to the queue entry.
  readonly join: (caller: string) => void;
  opened: Open | undefined;
  // Requests that the site is answering, or that wait for it.
  users: number;
  usedAt: number;
  // Called after the last request of a closing site.
  onUnused: (() => void) | undefined;
};

type Options = {
  // Limits for all open sites: memory in bytes, and number of sites.
  readonly memory: number;
  readonly most: number;
  // Milliseconds without requests after which a site is closed.
  readonly idleMs: number;
  // Concurrent openings; further openings are queued by caller.
  readonly openingAtOnce: number;
  // Timeout of a request that waits for its site, in milliseconds. The opening continues.
  readonly waitMs: number;
  readonly monotonicNow: () => number;
  readonly log: Log;
};

/**
 * Opens a site for its first request. An idle site is closed; so are the least recently used sites above the limits. A
 * site closes after its last response. A request for a closing site reopens it and does not wait for earlier requests.
 */
export function createOpenSites<Open extends Openable>(options: Options) {
  const { memory, most, idleMs, waitMs, monotonicNow, log } = options;
  // Least recently used first.
  const openSites = new Map<string, OpenSite<Open>>();
  const closing = new Set<Promise<void>>();
  const turns = createOpeningTurns({ most: options.openingAtOnce, monotonicNow });
  let openings = 0;
  let isEnded = false;

  // Returns the site if it is open. Call `release` after the response.
  function take(name: string): { readonly opened: Open; readonly release: () => void } | undefined {
    const entry = openSites.get(name);
    if (!entry?.opened) return undefined;
    return { opened: entry.opened, release: use(name, entry) };
  }

  // Opens a closed site; concurrent calls share the opening. Rejects with a CrowdError if too many sites are queued for
  // the caller or for all callers, or after the timeout.
  async function open(
    site: Closed<Open>,
    caller: string,
  ): Promise<{ readonly opened: Open; readonly release: () => void }> {
    openSites.get(site.name)?.join(caller);
    const entry = openSites.get(site.name) ?? begin(site, caller);
    const release = use(site.name, entry);
    try {
      const opened = await inTime(entry.opening, waitMs);
      makeRoom();
      return { opened, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  function use(name: string, entry: OpenSite<Open>): () => void {
    entry.users += 1;
    entry.usedAt = monotonicNow();
    openSites.delete(name);
    openSites.set(name, entry);
    return () => {
      entry.users -= 1;
      if (entry.users === 0) entry.onUnused?.();
    };
  }

  function begin({ name, open: openSite }: Closed<Open>, caller: string): OpenSite<Open> {
    const { turn, join } = turns.enter(caller);
    const entry: OpenSite<Open> = {
      opening: turn.then(opening).then(opened, failed),
      join,
      opened: undefined,
      users: 0,
      usedAt: monotonicNow(),
      onUnused: undefined,
    };
    openSites.set(name, entry);
    return entry;

    async function opening(endTurn: () => void): Promise<Open> {
      try {
        if (isEnded) throw new Error('The service has ended');
        return await openSite();
      } finally {
        endTurn();
      }
    }

    function opened(site: Open): Open {
      entry.opened = site;
      openings += 1;
      return site;
    }

    function failed(error: unknown): never {
      if (openSites.get(name) === entry) openSites.delete(name);
      throw error;
    }
  }

  // Closes after the last response.
  function close(name: string): void {
    const entry = openSites.get(name);
    if (!entry) return;
    openSites.delete(name);
    const closed = end(entry)
      .catch((error: unknown) => log.error({ site: name, err: error }, 'server.site.close.failed'))
      .finally(() => closing.delete(closed));
    closing.add(closed);
  }

  async function end(entry: OpenSite<Open>): Promise<void> {
    const opened = await entry.opening.catch(() => undefined);
    if (entry.users > 0) {
      await new Promise<void>((resolve) => {
        entry.onUnused = resolve;
      });
    }
    await opened?.[Symbol.asyncDispose]();
  }

  const bytes = (): number => [...openSites.values()].reduce((sum, { opened }) => sum + (opened?.bytes() ?? 0), 0);

  function makeRoom(): void {
    let taken = bytes();
    for (const [name, { opened, users }] of openSites) {
      if (taken <= memory && openSites.size <= most) return;
      if (!opened || users > 0) continue;
      taken -= opened.bytes();
      close(name);
    }
  }

  function closeIdle(): void {
    const since = monotonicNow() - idleMs;
    for (const [name, { opened, users, usedAt }] of openSites) {
      if (usedAt > since) break;
      if (opened && users === 0) close(name);
    }
    makeRoom();
  }

  const sweep = setInterval(closeIdle, Math.min(idleMs, SWEEP_EVERY_MS));
  sweep.unref();

  return {
    take,
    open,
    close,
    bytes,
    names: () => openSites.keys(),
    /** Returns an open site without retaining it. */
    peek: (name: string): Open | undefined => openSites.get(name)?.opened,
    count: () => openSites.size,
    /** Returns the number of openings so far. */
    openings: () => openings,
    async [Symbol.asyncDispose]() {
      isEnded = true;
      turns[Symbol.dispose]();
      clearInterval(sweep);
      for (const name of openSites.keys()) close(name);
      await Promise.all(closing);
    },
  };
}

// Rejects with a CrowdError after the timeout.
async function inTime<Open>(opening: Promise<Open>, waitMs: number): Promise<Open> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new CrowdError('all')), waitMs);
  try {
    return await Promise.race([opening, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const SWEEP_EVERY_MS = 10_000;
