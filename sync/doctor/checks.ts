import type { Finding, Part, Result, Score } from './finding.ts';

/** A row of a table of checks, in the order of the report. */
export type Check<Facts> = {
  /** Stable name for scripts. */
  readonly id: string;
  readonly question: string;
  /** Points of the score, if the check counts. */
  readonly points?: number;
  /** Ends the report after this check: later checks depend on it, and their points are lost. */
  readonly endsIf?: (facts: Facts, results: readonly Result[]) => boolean | Promise<boolean>;
  /** Returns no result if the question does not apply. */
  readonly run: (facts: Facts) => Results | Promise<Results>;
  /** Default advice for results that did not pass. */
  readonly advice?: (facts: Facts) => string;
};
type Results = Result | readonly Result[] | undefined;

/** Runs the checks of a table in order. */
export async function runChecks<Facts>(
  table: readonly Check<Facts>[],
  facts: Facts,
): Promise<{ readonly findings: readonly Finding[]; readonly score: Score }> {
  const findings: Finding[] = [];
  const parts: Part[] = [];
  let isOver = false;
  for (const { id, question, points = 0, endsIf, run, advice } of table) {
    const results: readonly Result[] = isOver ? [] : [(await run(facts)) ?? []].flat();
    const shares = (isOver ? [0] : results.map(({ level, share = level === 'ok' ? 1 : 0 }) => share)).filter(
      (share) => share !== 'none',
    );
    if (points > 0 && shares.length > 0) {
      const share = shares.reduce((sum, one) => sum + one, 0) / shares.length;
      parts.push({ id, question, points: Math.round(share * points * 10) / 10, of: points });
    }
    if (isOver) continue;
    for (const { share: _, check = id, ...finding } of results) {
      const isAdvised = finding.level !== 'ok' && finding.advice === undefined && advice !== undefined;
      findings.push({ check, ...finding, ...(isAdvised && { advice: advice(facts) }) });
    }
    isOver = (await endsIf?.(facts, results)) ?? false;
  }
  const [earned, possible] = [(part: Part) => part.points, (part: Part) => part.of].map((of) =>
    parts.reduce((sum, part) => sum + of(part), 0),
  );
  const score = !possible ? 0 : Math.round((100 * (earned ?? 0)) / possible);
  return { findings, score: { score, parts } };
}
