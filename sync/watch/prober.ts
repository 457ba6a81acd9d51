import type { ListedCount, ListedPage } from '../../db/mirror/inspect.ts';
import { messageOf } from '../../shared/errors.ts';
import type { ShortOrder } from '../run/events.ts';
import { WordPressError } from '../wordpress/errors.ts';
import type { Probe } from '../wordpress/latest.ts';
import { parseRetryAfter } from '../wordpress/pace.ts';
import type { OutcomeCode } from '../process/outcome.ts';
import { nextPace, type ProbeOutcome, type ProbePace } from './probe-pace.ts';

type ProberOptions = {
  readonly types: readonly string[];
  /** Interval of the probes as the settings have it. */
  readonly seconds: number;
  /** Asks the site about a type; `undefined` as long as no run has reached the site. */
  readonly ask: (type: string, ahead: number) => Promise<Probe | undefined>;
  /** The number of pages of a type that the last run knew, and of those whose time of change is in the future. */
  readonly countListed: (type: string) => ListedCount;
  /** A page as the last run knew it. */
  readonly listedPage: (id: number) => ListedPage | undefined;
  readonly now: () => number;
  /** Called after each probe. */
  readonly note: (pace: ProbePace) => void;
};

/** Outcomes after which a run has seen what there was to see. */
const SETTLED: ReadonlySet<OutcomeCode> = new Set(['done', 'mass_loss']);

/** Runs that look at one change of a page; then it is left to the schedule. */
const MOST_LOOKS = 3;
/** A time of change that is as far in the future is no slip of the clock: published before its date, or by a wrong clock. */
const AHEAD_MS = 60_000;

/**
 * Asks each type one light question, and compares the answer with what the last run knew. A difference that a run could
 * not explain, such as a page that is behind a password, is told a few times: perhaps the page could not be seen.
 */
export function createProber(options: ProberOptions) {
  const { types, seconds, ask, note, now } = options;
  const counts = new Map<string, ListedCount>();
  /** By type: the row that runs have looked at, how often, and the rows that the listing counts and does not show. */
  const lookedAt = new Map<string, { readonly row: string; readonly times: number }>();
  const surplus = new Map<string, number>();
  const found = new Map<string, Probe>();
  let pace: ProbePace = { seconds, why: undefined };

  function countOf(type: string): ListedCount {
    const count = counts.get(type) ?? options.countListed(type);
    counts.set(type, count);
    return count;
  }

  function hasChanged(type: string, { newest, total, askedAt }: Probe): boolean {
    if (total - countOf(type).all !== (surplus.get(type) ?? 0)) return true;
    if (timesLookedAt(type, newest) >= MOST_LOOKS) return false;
    return newest.some(({ id, modified, link }) => {
      const before = options.listedPage(id);
      if (before?.seenLink !== link) return true;
      // No run relies on a time that is ahead; whoever edits that page gives it the time of the edit.
      const isAhead = Date.parse(modified) >= askedAt + AHEAD_MS;
      return before.seenModified !== modified && !isAhead;
    });
  }

  function timesLookedAt(type: string, newest: Newest): number {
    const last = lookedAt.get(type);
    return last?.row === signatureOf(newest) ? last.times : 0;
  }

  /** Asks once; answers the run that is to be made, if there is something to see. */
  async function probe(): Promise<ShortOrder | undefined> {
    found.clear();
    let milliseconds = 0;
    let outcome: ProbeOutcome | undefined;
    for (const type of types) {
      try {
        const answer = await ask(type, countOf(type).ahead);
        if (!answer) return undefined;
        milliseconds = Math.max(milliseconds, answer.delay);
        if (answer.cache !== undefined) outcome ??= { kind: 'cached', by: answer.cache };
        if (hasChanged(type, answer)) found.set(type, answer);
      } catch (error) {
        outcome = failed(error);
      }
    }
    setPace(outcome ?? { kind: 'answered', milliseconds });
    if (found.size === 0) return undefined;
    const changed = [...found.keys()].map((type) => [type, surplus.get(type) ?? 0] as const);
    return { why: `a probe found a change in ${[...found.keys()].join(', ')}`, types: new Map(changed), pages: [] };
  }

  function failed(error: unknown): ProbeOutcome {
    if (!(error instanceof WordPressError)) return { kind: 'failed', why: messageOf(error), wait: 0 };
    return { kind: 'failed', why: error.what, wait: (parseRetryAfter(error.retryAfter, now()) ?? 0) / 1000 };
  }

  function setPace(outcome: ProbeOutcome): void {
    pace = nextPace(pace, outcome, seconds);
    note(pace);
  }

  /** To be told how the run ended that the last probe led to. */
  function settle(outcome: OutcomeCode | undefined): void {
    if (outcome === undefined) return;
    if (!SETTLED.has(outcome)) setPace({ kind: 'failed', why: 'the run after the last probe failed', wait: 0 });
    else for (const [type, answer] of found) explain(type, answer);
  }

  function explain(type: string, { newest, total, askedAt }: Probe): void {
    surplus.set(type, total - countOf(type).all);
    // WordPress counts in seconds: in that of a change, another one may follow.
    const isRecent = newest.some(({ modified }) => {
      const age = askedAt - Date.parse(modified);
      return age < 1000 && age > -AHEAD_MS;
    });
    if (!isRecent) lookedAt.set(type, { row: signatureOf(newest), times: timesLookedAt(type, newest) + 1 });
  }

  return {
    probe,
    settle,
    /** To be called after every run: what the site lists is counted anew. */
    forget: () => counts.clear(),
    seconds: () => pace.seconds,
  };
}
export type Prober = ReturnType<typeof createProber>;

type Newest = Probe['newest'];

const signatureOf = (newest: Newest): string =>
  newest.map(({ id, link, modified }) => `${id} ${modified} ${link}`).join('\n');
