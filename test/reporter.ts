import type { EventData } from 'node:test';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inspect } from 'node:util';

type TestEvent =
  | { readonly type: 'test:fail'; readonly data: EventData.TestFail }
  | { readonly type: 'test:stderr'; readonly data: EventData.TestStderr }
  | { readonly type: 'test:summary'; readonly data: EventData.TestSummary };

const CI = join(import.meta.dirname, '../.ci');

/** Steps that install something, or run `npm test`. */
const PREPARATIONS = /^(?:npm ci|Debian packages)/;

/** Titles of the steps of a script of `.ci`. */
function stepsOf(script: string): string {
  const steps = readFileSync(join(CI, script), 'utf8').matchAll(/^begin '([^']+)'/gm);
  const titles = Array.from(steps, ([, title = '']) => title);
  return titles.filter((title) => !PREPARATIONS.test(title)).join('; ');
}

/** Reporter for `node --test`: prints failures, what test processes write to stderr, and the totals. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:stderr') yield data.message;
    else if (type === 'test:fail') yield failure(data);
    else if (type === 'test:summary' && data.file === undefined) yield totals(data);
  }
}

/** Empty for a suite or file that failed only because a test in it did. */
function failure({ name, file, line, details: { error } }: EventData.TestFail): string {
  if ('failureType' in error && error.failureType === 'subtestsFailed') return '';
  return `✖ ${name} (${relative('', file ?? '')}:${line})\n${described(error.cause ?? error)}\n\n`;
}

/** An error without the frames of Node. A generated message already has the values that differ. */
function described(error: unknown): string {
  const isComplete = error instanceof Error && 'generatedMessage' in error && error.generatedMessage === true;
  const text = isComplete ? (error.stack ?? error.message) : inspect(error);
  return text.replaceAll(/^ +at .*\bnode:.*(?<!\{)(?:\n|$)/gm, '').trimEnd();
}

function totals({ counts, duration_ms: duration }: EventData.TestSummary): string {
  const { tests, suites, passed, cancelled, skipped, todo } = counts;
  const failed = tests - passed - cancelled - skipped - todo;
  const rows = Object.entries({
    tests,
    suites,
    pass: passed,
    fail: failed,
    cancelled,
    skipped,
    todo,
    duration_ms: duration,
  });
  const notRun =
    process.env['npm_lifecycle_event'] === 'test'
      ? `Not run, but by .ci/run: ${stepsOf('run')}\nNot run, but by npm run test:nightly: ${stepsOf('nightly')}\n`
      : '';
  return rows.map(([name, value]) => `ℹ ${name} ${value}\n`).join('') + notRun;
}
