/** Why nobody waits: too many sites are waited for, by one caller or by all. */
export class CrowdError extends Error {
  override readonly name = 'CrowdError';
  readonly of: 'caller' | 'all';

  constructor(of: 'caller' | 'all') {
    super('Too many sites are opening');
    this.of = of;
  }
}

/** An opening that waits, or is under way. */
export type Opening = {
  /** Fulfilled when it may begin. */
  readonly turn: Promise<() => void>;
  /** Has it wait for a further caller too; throws a CrowdError where that one waits for too many. */
  readonly join: (caller: string) => void;
};

type Waiting = { readonly callers: Set<string>; readonly begin: (end: () => void) => void; hasBegun: boolean };

type Options = {
  /** Openings at once. */
  readonly most: number;
  readonly monotonicNow: () => number;
};

/** Sites that one caller may wait for, and all callers together. */
const MOST_OF_CALLER = 16;
const MOST_WAITING = 256;

/** Share of the time that openings for one caller may take for good, and milliseconds of it that nobody has to wait for. */
const SHARE = 1 / 4;
const CREDIT_MS = 2000;

/**
 * The turns to open sites, few at once. Who has waited longest since a turn of theirs comes next, so that one who asks for a
 * thousand sites keeps nobody waiting for more than one of them; and whose openings took long waits longer for the next ones.
 */
export function createOpeningTurns({ most, monotonicNow }: Options) {
  /** What each caller waits for; who had a turn comes to the end. */
  const lines = new Map<string, Set<Waiting>>();
  /** Until when what the openings for a caller took counts against them; who had one comes to the end. */
  const counted = new Map<string, number>();
  let waiting = 0;
  let working = 0;
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;

  /** Has an opening wait for its turn; throws a CrowdError where too many wait. */
  function enter(caller: string): Opening {
    if (waiting >= MOST_WAITING) throw new CrowdError('all');
    const turn = Promise.withResolvers<() => void>();
    const one: Waiting = { callers: new Set(), begin: turn.resolve, hasBegun: false };
    wait(caller, one);
    waiting += 1;
    advance();
    const join = (further: string) => {
      wait(further, one);
      advance();
    };
    return { turn: turn.promise, join };
  }

  function wait(caller: string, one: Waiting): void {
    const line = lines.get(caller) ?? new Set();
    if (one.hasBegun || line.has(one)) return;
    if (line.size >= MOST_OF_CALLER) throw new CrowdError('caller');
    lines.set(caller, line.add(one));
    one.callers.add(caller);
  }

  /** Begins what may begin now; after the end, all of it. */
  function advance(): void {
    clearTimeout(timer);
    while (waiting > 0 && mayBegin()) {
      const now = monotonicNow();
      const pauses = [...lines.keys()].map((caller) => ({ caller, pause: isEnded ? 0 : pauseOf(caller, now) }));
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
    const [one] = lines.get(caller) ?? [];
    if (!one) return;
    for (const each of one.callers) leave(each, one);
    waiting -= 1;
    working += 1;
    one.hasBegun = true;
    one.begin(() => {
      working -= 1;
      count(caller, monotonicNow() - began);
      advance();
    });
  }

  function leave(caller: string, one: Waiting): void {
    const line = lines.get(caller);
    line?.delete(one);
    lines.delete(caller);
    if (line && line.size > 0) lines.set(caller, line);
  }

  /** Milliseconds until a caller may have the next turn. */
  function pauseOf(caller: string, now: number): number {
    return Math.max(0, (counted.get(caller) ?? now) - now - CREDIT_MS / SHARE);
  }

  function count(caller: string, took: number): void {
    const now = monotonicNow();
    const until = Math.max(now, counted.get(caller) ?? now) + Math.min(took, CREDIT_MS) / SHARE;
    counted.delete(caller);
    counted.set(caller, until);
    for (const [one, end] of counted) {
      if (end > now) break;
      counted.delete(one);
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
