import type { ListedCount, ListedPage } from '../../db/mirror/inspect.ts';
import { messageOf } from '../../shared/errors.ts';
import type { OutcomeCode } from '../outcome.ts';
import type { SyncConfig } from '../config.ts';
import type { OnRunEvent, ShortOrder } from '../run/events.ts';
import type { WordPress } from '../wordpress/client.ts';
import type { Discovered } from '../wordpress/discovery.ts';
import { WordPressError } from '../wordpress/errors.ts';
import type { WordPressEvent } from '../wordpress/events.ts';
import type { Probe } from '../wordpress/latest.ts';
import { parseRetryAfter } from '../wordpress/pace.ts';

type ProberOptions = {
  readonly types: readonly string[];
  readonly seconds: number;
  // Probes a type; `undefined` until a run has reached the site.
  readonly send: (type: string, ahead: number) => Promise<Probe | undefined>;
  readonly countListed: (type: string) => ListedCount;
  readonly listedPage: (id: number) => ListedPage | undefined;
  readonly now: () => number;
  readonly note: (pace: ProbePace) => void;
};

// Outcomes of runs that have read the changes of the site.
const SETTLED: ReadonlySet<OutcomeCode> = new Set(['done', 'mass_loss']);

// Maximum runs for a single change of a page; afterwards the schedule handles it.
const MOST_LOOKS = 3;
// A time of change at least this far in the future is not a small clock error: the page is scheduled, or the clock is wrong.
const AHEAD_MS = 60_000;

/**
 * Sends a light query for each type and compares the response with the last run. A difference that runs cannot resolve, such as a
 * password-protected page, starts at most `MOST_LOOKS` runs.
 */
export function createProber(options: ProberOptions) {
  const { types, seconds, send, note, now } = options;
  const counts = new Map<string, ListedCount>();
  // By type: the row that runs have read, the number of these runs, and the hidden rows that the listing counts.
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
      // Runs do not rely on a future time; an edit sets the time of the page to the present.
      const isAhead = Date.parse(modified) >= askedAt + AHEAD_MS;
      return before.seenModified !== modified && !isAhead;
    });
  }

  function timesLookedAt(type: string, newest: Newest): number {
    const last = lookedAt.get(type);
    return last?.row === signatureOf(newest) ? last.times : 0;
  }

  // Probes every type; returns the required run, or `undefined` without a change.
  async function probe(): Promise<ShortOrder | undefined> {
    found.clear();
    let milliseconds = 0;
    let outcome: ProbeOutcome | undefined;
    for (const type of types) {
      try {
        const answer = await send(type, countOf(type).ahead);
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

  // Receives the outcome of the run that the last probe started.
  function settle(outcome: OutcomeCode | undefined): void {
    if (outcome === undefined) return;
    if (!SETTLED.has(outcome)) setPace({ kind: 'failed', why: 'the run after the last probe failed', wait: 0 });
    else for (const [type, answer] of found) explain(type, answer);
  }

  function explain(type: string, { newest, total, askedAt }: Probe): void {
    surplus.set(type, total - countOf(type).all);
    // WordPress counts in seconds: a second change may follow in the same second.
    const isRecent = newest.some(({ modified }) => {
      const age = askedAt - Date.parse(modified);
      return age < 1000 && age > -AHEAD_MS;
    });
    if (!isRecent) lookedAt.set(type, { row: signatureOf(newest), times: timesLookedAt(type, newest) + 1 });
  }

  return {
    probe,
    settle,
    /** Clears the cache of counts after each run, because the listing may have changed. */
    forget: () => counts.clear(),
    seconds: () => pace.seconds,
  };
}
export type Prober = ReturnType<typeof createProber>;

type Newest = Probe['newest'];

const signatureOf = (newest: Newest): string =>
  newest.map(({ id, link, modified }) => `${id} ${modified} ${link}`).join('\n');

/** Interval of the probes in seconds; `why` it exceeds the config, if it does. */
export type ProbePace = { readonly seconds: number; readonly why: string | undefined };

/** Result of probing every type. */
export type ProbeOutcome =
  | { readonly kind: 'answered'; readonly milliseconds: number }
  /** The response is from a cache, which hides changes. */
  | { readonly kind: 'cached'; readonly by: string }
  /** The site limits requests or did not respond; `wait` is its `Retry-After` header in seconds. */
  | { readonly kind: 'failed'; readonly why: string; readonly wait: number };

// Maximum share of the time that probes may keep the site busy.
const SHARE = 1 / 20;
// Maximum interval in seconds, unless the `Retry-After` header is longer; the schedule finds changes too.
const LONGEST = 600;

/** Computes the next interval: doubled after each failure or cached response, halved after each further response. */
export function nextPace(before: ProbePace, outcome: ProbeOutcome, configured: number): ProbePace {
  const doubled = Math.min(Math.max(before.seconds, configured) * 2, Math.max(LONGEST, configured));
  switch (outcome.kind) {
    case 'answered': {
      const bearable = Math.min(outcome.milliseconds / 1000 / SHARE, LONGEST);
      const seconds = Math.ceil(Math.max(configured, bearable, before.seconds / 2));
      if (seconds === configured) return { seconds, why: undefined };
      const slow = `the site takes ${(outcome.milliseconds / 1000).toFixed(1)} s to respond`;
      return { seconds, why: bearable >= before.seconds / 2 ? slow : before.why };
    }
    case 'cached':
      return { seconds: doubled, why: `${outcome.by} answers instead of WordPress, and hides changes` };
    case 'failed':
      return { seconds: Math.max(doubled, Math.ceil(outcome.wait)), why: outcome.why };
    default:
      return outcome satisfies never;
  }
}

type ClientOptions = {
  readonly config: Pick<SyncConfig, 'siteUrl' | 'requestsPerSecond' | 'credentials'>;
  // Cached response of the last discovery.
  readonly discovered: () => Discovered | undefined;
  readonly signal: AbortSignal;
  readonly report: OnRunEvent;
};

/** Creates a client that probes a type of the site between runs; `undefined` until a run has reached the site. */
export function createProbeClient({ config, discovered, signal, report }: ClientOptions) {
  const { siteUrl = '', requestsPerSecond, credentials } = config;
  const onEvent = (event: WordPressEvent) => report({ type: 'wordpress', event });
  let client: WordPress | undefined;

  async function probe(type: string, ahead: number): Promise<Probe | undefined> {
    const known = discovered();
    if (!known) return undefined;
    if (client?.discovered !== known) {
      await disconnect();
      // The first probe follows the first run; until then the client would only cost memory and time.
      const { connectWordPress } = await import('../wordpress/client.ts');
      client = await connectWordPress({ siteUrl, requestsPerSecond, credentials, discovered: known, signal, onEvent });
    }
    return await client.latest.probe(type, ahead);
  }

  async function disconnect(): Promise<void> {
    const former = client;
    client = undefined;
    await former?.close();
  }

  return { probe, [Symbol.asyncDispose]: disconnect };
}
