import type { Finding, Level, Part, Score } from './finding.ts';

/** Result of a check. Default id: that of the check. */
export type Result = Omit<Finding, 'check'> & {
  readonly check?: string;
  /** Share of the points of the check, 0 to 1; `none` if it cannot be judged. Default: 1 if it passed, 0 otherwise. */
  readonly share?: number | 'none';
};

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

const result =
  (level: Level) =>
  (message: string, more: Pick<Result, 'advice' | 'share' | 'check'> = {}): Result => ({ level, message, ...more });
export const passed = result('ok');
export const noted = result('note');
export const failed = result('problem');

/** Runs the checks of a table in order. */
export async function runChecks<Facts>(
  table: readonly Check<Facts>[],
  facts: Facts,
): Promise<{ readonly findings: readonly Finding[]; readonly score: Score }> {
  const findings: Finding[] = [];
  const parts: Part[] = [];
  let isOver = false;
  for (const { id, question, points = 0, endsIf, run, advice } of table) {
    const results: readonly Result[] = isOver ? [failed('')] : [(await run(facts)) ?? []].flat();
    const shares = results
      .map(({ level, share = level === 'ok' ? 1 : 0 }) => share)
      .filter((share) => share !== 'none');
    if (points > 0 && shares.length > 0) {
      const share = shares.reduce((sum, one) => sum + one, 0) / shares.length;
      parts.push({ id, question, points: Math.round(share * points * 10) / 10, of: points });
    }
    if (isOver) continue;
    for (const { share: _, check = id, ...found } of results) {
      const isAdvised = found.level !== 'ok' && found.advice === undefined && advice !== undefined;
      findings.push({ check, ...found, ...(isAdvised && { advice: advice(facts) }) });
    }
    isOver = (await endsIf?.(facts, results)) ?? false;
  }
  const [earned, possible] = [(part: Part) => part.points, (part: Part) => part.of].map((of) =>
    parts.reduce((sum, part) => sum + of(part), 0),
  );
  const score = !possible ? 0 : Math.round((100 * (earned ?? 0)) / possible);
  return { findings, score: { score, parts } };
}
