/** Thrown if too many sites are queued for a caller, or for all callers. */
export class CrowdError extends Error {
  override readonly name = 'CrowdError';
  readonly of: 'caller' | 'all';

  constructor(of: 'caller' | 'all') {
    super('Too many sites are opening');
    this.of = of;
  }
}

/** A queued or running opening. */
export type Opening = {
  /** Resolves when the opening may start; call the result after it. */
  readonly turn: Promise<() => void>;
  /** Adds a caller; throws a CrowdError if too many sites are queued for it. */
  readonly join: (caller: string) => void;
};

type Waiting = { readonly callers: Set<string>; readonly begin: (end: () => void) => void; hasBegun: boolean };

type Options = {
  // Concurrent openings.
  readonly most: number;
  readonly monotonicNow: () => number;
};

// Queued sites for a caller, and for all callers.
const MOST_OF_CALLER = 16;
const MOST_WAITING = 256;

// Share of the time that openings for a caller may take, and milliseconds that are not delayed.
const SHARE = 1 / 4;
const CREDIT_MS = 2000;

/**
 * Queue of openings with a concurrency limit, fair by caller: the caller without an opening for the longest time is
 * next. A caller that requests a thousand sites delays the rest by a single opening, and long openings delay the caller's
 * next openings.
 */
export function createOpeningTurns({ most, monotonicNow }: Options) {
  // Queued openings by caller; a served caller moves to the end.
  const queues = new Map<string, Set<Waiting>>();
  // Time until which openings are charged to a caller; a served caller moves to the end.
  const chargedUntil = new Map<string, number>();
  let waiting = 0;
  let working = 0;
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;

  // Queues an opening; throws a CrowdError if the queue is full.
  function enter(caller: string): Opening {
    if (waiting >= MOST_WAITING) throw new CrowdError('all');
    const turn = Promise.withResolvers<() => void>();
    const entry: Waiting = { callers: new Set(), begin: turn.resolve, hasBegun: false };
    enqueue(caller, entry);
    waiting += 1;
    advance();
    const join = (further: string) => {
      enqueue(further, entry);
      advance();
    };
    return { turn: turn.promise, join };
  }

  function enqueue(caller: string, entry: Waiting): void {
    const queue = queues.get(caller) ?? new Set();
    if (entry.hasBegun || queue.has(entry)) return;
    if (queue.size >= MOST_OF_CALLER) throw new CrowdError('caller');
    queues.set(caller, queue.add(entry));
    entry.callers.add(caller);
  }

  // Starts all permitted openings; after disposal, all of them.
  function advance(): void {
    clearTimeout(timer);
    while (waiting > 0 && mayBegin()) {
      const now = monotonicNow();
      const pauses = [...queues.keys()].map((caller) => ({ caller, pause: isEnded ? 0 : pauseOf(caller, now) }));
      const next = pauses.find(({ pause }) => pause === 0);
      if (next) begin(next.caller, now);
      else {
        timer = setTimeout(advance, Math.min(...pauses.map(({ pause }) => pause)));
        return;
      }
    }
  }

  const mayBegin = (): boolean => isEnded || working < most;

  function begin(caller: string, began: number): void {
    const [entry] = queues.get(caller) ?? [];
    if (!entry) return;
    for (const each of entry.callers) leave(each, entry);
    waiting -= 1;
    working += 1;
    entry.hasBegun = true;
    entry.begin(() => {
      working -= 1;
      charge(caller, monotonicNow() - began);
      advance();
    });
  }

  function leave(caller: string, entry: Waiting): void {
    const queue = queues.get(caller);
    queue?.delete(entry);
    queues.delete(caller);
    if (queue && queue.size > 0) queues.set(caller, queue);
  }

  // Milliseconds until the next opening for a caller.
  function pauseOf(caller: string, now: number): number {
    return Math.max(0, (chargedUntil.get(caller) ?? now) - now - CREDIT_MS / SHARE);
  }

  function charge(caller: string, took: number): void {
    const now = monotonicNow();
    const until = Math.max(now, chargedUntil.get(caller) ?? now) + Math.min(took, CREDIT_MS) / SHARE;
    chargedUntil.delete(caller);
    chargedUntil.set(caller, until);
    for (const [key, end] of chargedUntil) {
      if (end > now) break;
      chargedUntil.delete(key);
    }
  }

  return {
    enter,
    [Symbol.dispose](): void {
      isEnded = true;
      advance();
    },
  };
}
