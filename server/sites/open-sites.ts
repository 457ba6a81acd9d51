import type { Log } from '../../shared/log.ts';
import { CrowdError, createOpeningTurns } from './opening-turns.ts';

/** What is opened of a site. */
type Openable = AsyncDisposable & {
  /** Memory that it takes, in bytes, as it is now. */
  readonly bytes: () => number;
};

/** One site, as this knows it: its name, and what opens it. */
type Closed<Open> = { readonly name: string; readonly open: () => Promise<Open> };

/** A site that is open, or on its way to be. */
type Place<Open> = {
  readonly opening: Promise<Open>;
  /** Has a further caller wait for it. */
  readonly join: (caller: string) => void;
  opened: Open | undefined;
  /** Requests that are answered by it, or wait for it. */
  users: number;
  usedAt: number;
  /** Told when the last of them is answered, where somebody waits to close it. */
  onUnused: (() => void) | undefined;
};

type Options = {
  /** Bytes that all of them may take, and how many may be open. */
  readonly memory: number;
  readonly most: number;
  /** Milliseconds without a request after which one is closed. */
  readonly idleMs: number;
  /** Sites that are opened at once; others wait in turn, that of each caller. */
  readonly openingAtOnce: number;
  /** Milliseconds that a request waits for its site, which is opened all the same. */
  readonly waitMs: number;
  readonly monotonicNow: () => number;
  readonly log: Log;
};

/**
 * The sites that are open: opened by the first request, closed when nobody asks for long or when others need the room, least
 * recently used first. One that answers is not closed before it has answered; whoever asks meanwhile has it opened anew, and
 * does not wait for the slowest of those who asked before.
 */
export function createOpenSites<Open extends Openable>(options: Options) {
  const { memory, most, idleMs, waitMs, monotonicNow, log } = options;
  /** Least recently used first. */
  const places = new Map<string, Place<Open>>();
  const closing = new Set<Promise<void>>();
  const turns = createOpeningTurns({ most: options.openingAtOnce, monotonicNow });
  let openings = 0;
  let isEnded = false;

  /** The site, if it is open; `release` is called once it has answered. Without a wait for who is asked often. */
  function take(name: string): { readonly opened: Open; readonly release: () => void } | undefined {
    const place = places.get(name);
    if (!place?.opened) return undefined;
    return { opened: place.opened, release: use(name, place) };
  }

  /**
   * Opens the site, if it is not; however many ask for it, once. Rejects with a CrowdError where its caller, or all of them, wait for
   * too many sites, or where the site is not open in time.
   */
  async function open(
    site: Closed<Open>,
    caller: string,
  ): Promise<{ readonly opened: Open; readonly release: () => void }> {
    places.get(site.name)?.join(caller);
    const place = places.get(site.name) ?? begin(site, caller);
    const release = use(site.name, place);
    try {
      const opened = await inTime(place.opening, waitMs);
      makeRoom();
      return { opened, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  function use(name: string, place: Place<Open>): () => void {
    place.users += 1;
    place.usedAt = monotonicNow();
    places.delete(name);
    places.set(name, place);
    return () => {
      place.users -= 1;
      if (place.users === 0) place.onUnused?.();
    };
  }

  function begin({ name, open: openSite }: Closed<Open>, caller: string): Place<Open> {
    const { turn, join } = turns.enter(caller);
    const place: Place<Open> = {
      opening: turn.then(opening).then(opened, failed),
      join,
      opened: undefined,
      users: 0,
      usedAt: monotonicNow(),
      onUnused: undefined,
    };
    places.set(name, place);
    return place;

    async function opening(endTurn: () => void): Promise<Open> {
      try {
        if (isEnded) throw new Error('The service has ended');
        return await openSite();
      } finally {
        endTurn();
      }
    }

    function opened(site: Open): Open {
      place.opened = site;
      openings += 1;
      return site;
    }

    function failed(error: unknown): never {
      if (places.get(name) === place) places.delete(name);
      throw error;
    }
  }

  /** Closes a site, if it is open, when it has answered those who ask. */
  function close(name: string): void {
    const place = places.get(name);
    if (!place) return;
    places.delete(name);
    const closed = end(place)
      .catch((error: unknown) => log.error({ site: name, err: error }, 'server.site.close.failed'))
      .finally(() => closing.delete(closed));
    closing.add(closed);
  }

  async function end(place: Place<Open>): Promise<void> {
    const opened = await place.opening.catch(() => undefined);
    if (place.users > 0) {
      await new Promise<void>((resolve) => {
        place.onUnused = resolve;
      });
    }
    await opened?.[Symbol.asyncDispose]();
  }

  const bytes = (): number => [...places.values()].reduce((sum, { opened }) => sum + (opened?.bytes() ?? 0), 0);

  function makeRoom(): void {
    let taken = bytes();
    for (const [name, { opened, users }] of places) {
      if (taken <= memory && places.size <= most) return;
      if (!opened || users > 0) continue;
      taken -= opened.bytes();
      close(name);
    }
  }

  /** Closes those that nobody has asked for long. */
  function closeIdle(): void {
    const since = monotonicNow() - idleMs;
    for (const [name, { opened, users, usedAt }] of places) {
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
    names: () => places.keys(),
    /** The site as it is open now; nobody is kept from closing it. */
    peek: (name: string): Open | undefined => places.get(name)?.opened,
    count: () => places.size,
    /** Times that a site was opened. */
    openings: () => openings,
    async [Symbol.asyncDispose]() {
      isEnded = true;
      turns[Symbol.dispose]();
      clearInterval(sweep);
      for (const name of places.keys()) close(name);
      await Promise.all(closing);
    },
  };
}

/** The site once it is open; rejects with a CrowdError where that takes longer. */
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
