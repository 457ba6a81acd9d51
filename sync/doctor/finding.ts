import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { fill, type Values } from '../../shared/fill.ts';
import { counted, printable } from '../../shared/printable.ts';
import { parseYaml } from '../../shared/yaml.ts';
import CHECKS from './words/checks.json' with { type: 'json' };
import FINDINGS from './words/findings.json' with { type: 'json' };

/** `problem`: something does not work, or soon will not. `note`: it works, with a remark. */
export type Level = 'ok' | 'note' | 'problem';

/** Result of a check, with advice. */
export type Finding = {
  readonly level: Level;
  /** Stable name for scripts: `site.rest`. */
  readonly check: string;
  readonly message: string;
  readonly advice?: string;
};

// Points of a question, and the maximum.
type Part = { readonly id: string; readonly question: string; readonly points: number; readonly of: number };

/** Score of a table of checks, 0 to 100: the points earned as a share of the applicable points. */
export type Score = { readonly score: number; readonly parts: readonly Part[] };

/** Findings about a subject. */
export type Section = { readonly title: string; readonly findings: readonly Finding[]; readonly score?: Score };

/** Result of a row of a table of checks. Default id: that of the row. */
export type Result = Omit<Finding, 'check'> & {
  readonly check?: string;
  /** Share of the points of the check, 0 to 1; `null` if it cannot be judged. Default: 1 if it passed, 0 otherwise. */
  readonly share?: number | null;
  /** Ends the report after this check: later checks depend on it, and their points are lost. */
  readonly isLast?: boolean;
};

/**
 * Reads `words/TOPIC.yaml`.
 * @throws {Error} if the file is invalid.
 */
export function readWords<Schema extends z.ZodType>(topic: string, schema: Schema): z.output<Schema> {
  const { values, faults } = parseYaml(readFileSync(new URL(`words/${topic}.yaml`, import.meta.url), 'utf8'));
  if (faults.length > 0) throw new Error(`words/${topic}.yaml: ${faults.join('; ')}`);
  return schema.parse(values);
}

type Catalogue = typeof FINDINGS;
// Texts of an outcome; `ends`: the report ends with it.
type Texts = { readonly [Field in Level | 'advice' | 'fix']?: string } & { readonly ends?: true };
/** Fixes for faults of a web server or gateway, by fault: `what` is wrong, then a directive for each web server. */
export const FIXES = readWords('fixes', z.record(z.string(), z.record(z.string(), z.string())));

/**
 * Makes the finding of an outcome with the texts of `words/findings.json`. Its advice is a text, or a fix of `words/fixes.yaml`
 * for the address `path`. `more` replaces fields.
 */
export function found<Id extends keyof Catalogue>(
  check: Id,
  outcome: keyof Catalogue[Id] & string,
  values: Values = {},
  more: Omit<Partial<Result>, 'advice'> & { readonly advice?: string | undefined } = {},
): Finding & Result {
  const texts = FINDINGS[check][outcome] as Texts;
  const { advice, fix, ends, ...messages } = texts;
  const [[level, message] = ['problem', ''] as const] = Object.entries(messages) as readonly (readonly [
    Level,
    string,
  ])[];
  const own = fix === undefined ? advice && fill(advice, values) : fixOf(fix, fill('{path}', values));
  const { advice: text = own, ...fields } = more;
  const filled = { check, level, message: fill(message, values), ...(ends && { isLast: true }), ...fields };
  return text === undefined ? filled : { ...filled, advice: text };
}

// The fault, and the directives of each web server.
function fixOf(fault: string, path: string): string {
  const { what = '', ...tools } = FIXES[fault] ?? {};
  const lines = Object.entries(tools).map(([tool, act]) => `${tool}: ${act}`);
  return [what, ...lines].join('\n').replaceAll('PATH', path);
}

/** Removes the directives of web servers from a finding, because they do not apply behind the gateway. */
export function forGateway(finding: Finding): Finding {
  if (finding.advice === undefined) return finding;
  return { ...finding, advice: finding.advice.replaceAll(/^(?:nginx|Apache|Caddy): .*\n?/gm, '').trimEnd() };
}

/** Counts findings by level. */
export function countLevels(sections: readonly Section[]): Readonly<Record<Level, number>> {
  const counts = { ok: 0, note: 0, problem: 0 };
  for (const { level } of sections.flatMap(({ findings }) => findings)) counts[level]++;
  return counts;
}

const LONGEST = 600;

/**
 * Formats the findings for a terminal: a line each, followed by its advice. Advice of several lines appears once.
 */
export function findingsText(sections: readonly Section[]): string {
  const lines: string[] = [];
  const given = new Set<string>();
  for (const { title, findings, score } of sections) {
    lines.push(printable(title));
    for (const [at, { level, message, advice }] of findings.entries()) {
      lines.push(`  ${level.padEnd(8)} ${printable(message, LONGEST)}`);
      if (advice === undefined || advice === findings[at + 1]?.advice) continue;
      const parts = given.has(advice) && advice.includes('\n') ? ['as above'] : advice.split('\n');
      given.add(advice);
      for (const part of parts) lines.push(`${' '.repeat(11)}→ ${printable(part, LONGEST)}`);
    }
    if (score) {
      lines.push('', `  ${score.score} of 100 for assistants (docs/doctor.md)`);
      const lost = score.parts.filter(({ points, of }) => points < of);
      lines.push(...lost.map(({ question, points, of }) => `  ${`${points} of ${of}`.padStart(10)}  ${question}`));
    }
    lines.push('');
  }
  const { problem: problems, note: notes } = countLevels(sections);
  lines.push(
    problems === 0
      ? `No problems, ${counted(notes, 'note')}.`
      : `${counted(problems, 'problem')}, ${counted(notes, 'note')}.`,
  );
  return `${lines.join('\n')}\n`;
}

type Results = Result | readonly Result[] | undefined;

/** Callback of a check; returns no result if its question does not apply. */
export type Run<Facts> = (facts: Facts) => Results | Promise<Results>;

/** A table of checks in the order of the report, by the ids of `words/checks.json`, which has their questions and points. */
export type Checks<Facts> = { readonly [Id in keyof typeof CHECKS]?: Run<Facts> };

/** Runs the checks of a table in order. */
export async function runChecks<Facts>(
  table: Checks<Facts>,
  facts: Facts,
): Promise<{ readonly findings: readonly Finding[]; readonly score: Score }> {
  const findings: Finding[] = [];
  const parts: Part[] = [];
  let isOver = false;
  for (const [id, run] of Object.entries(table)) {
    const { question, points: of = 0 }: About = CHECKS[id as keyof typeof CHECKS];
    const results: readonly Result[] = isOver ? [] : [(await run(facts)) ?? []].flat();
    const shares = isOver ? [0] : results.flatMap(({ level, share = Number(level === 'ok') }) => share ?? []);
    if (of > 0 && shares.length > 0) {
      const share = shares.reduce((sum, one) => sum + one, 0) / shares.length;
      parts.push({ id, question, points: Math.round(share * of * 10) / 10, of });
    }
    for (const { share: _, isLast = false, check = id, ...finding } of results) {
      findings.push({ check, ...finding });
      isOver ||= isLast;
    }
  }
  const earned = parts.reduce((sum, { points }) => sum + points, 0);
  const possible = parts.reduce((sum, { of }) => sum + of, 0);
  return { findings, score: { score: possible ? Math.round((100 * earned) / possible) : 0, parts } };
}

// Question of a check, and its points if it counts for the score.
type About = { readonly question: string; readonly points?: number };
