/** The interval of probes, in seconds, and why it is longer than the settings say, if it is. */
export type ProbePace = { readonly seconds: number; readonly why: string | undefined };

/** The result of asking every type once. */
export type ProbeOutcome =
  | { readonly kind: 'answered'; readonly milliseconds: number }
  /** A cache answered, which hides changes. */
  | { readonly kind: 'cached'; readonly by: string }
  /** The site asks for fewer requests, or gave no answer; `wait` is its Retry-After in seconds. */
  | { readonly kind: 'failed'; readonly why: string; readonly wait: number };

/** A probe may keep the site busy for this share of the time. */
const SHARE = 1 / 20;
/** Longest interval, in seconds, unless the site asks for a longer one: the schedule looks for changes besides. */
const LONGEST = 600;

/** The next interval: twice as long after each failure, half as long after each answer, down to what the settings say. */
export function nextPace(before: ProbePace, outcome: ProbeOutcome, configured: number): ProbePace {
  const doubled = Math.min(Math.max(before.seconds, configured) * 2, Math.max(LONGEST, configured));
  switch (outcome.kind) {
    case 'answered': {
      const bearable = Math.min(outcome.milliseconds / 1000 / SHARE, LONGEST);
      const seconds = Math.ceil(Math.max(configured, bearable, before.seconds / 2));
      if (seconds === configured) return { seconds, why: undefined };
      const slow = `the site takes ${(outcome.milliseconds / 1000).toFixed(1)} s to answer`;
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
