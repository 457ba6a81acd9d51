/** Interval of the probes in seconds, with the reason if it exceeds the configured interval. */
export type ProbePace = { readonly seconds: number; readonly why: string | undefined };

/** Result of probing every type. */
export type ProbeOutcome =
  | { readonly kind: 'answered'; readonly milliseconds: number }
  /** A cache answered, which hides changes. */
  | { readonly kind: 'cached'; readonly by: string }
  /** The site limits requests or did not respond; `wait` is its Retry-After in seconds. */
  | { readonly kind: 'failed'; readonly why: string; readonly wait: number };

// Maximum share of the time that probes may keep the site busy.
const SHARE = 1 / 20;
// Maximum interval in seconds, unless the site requests a longer interval; the schedule finds changes too.
const LONGEST = 600;

/** Computes the next interval: doubled after each failure, halved after each response, at least the configured interval. */
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
