/*
 * Asks the registry for advisories about the packages of the lock file: npm run check:advisories
 *
 * Exit codes: 0 none, or all accepted in accepted-advisories.json · 1 open or outdated ones · 2 the registry was not reached
 * or takes no questions, so that nothing is known.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeAudit } from './advisories.ts';

const reasons = JSON.parse(readFileSync(join(import.meta.dirname, 'accepted-advisories.json'), 'utf8')) as Record<
  string,
  string
>;
const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const report = JSON.parse(stdout || '{}') as { readonly message?: string; readonly vulnerabilities?: unknown };
const say = (line: string) => process.stdout.write(`${line}\n`);

if (report.vulnerabilities === undefined) {
  say(`NOT CHECKED: the registry answers no questions about advisories (${report.message ?? 'no answer'})`);
  process.exitCode = 2;
} else {
  const { open, accepted, outdated } = judgeAudit(report, reasons);
  for (const line of open) say(`open      ${line}`);
  for (const line of accepted) say(`accepted  ${line}`);
  for (const id of outdated) say(`outdated  ${id}: take it off accepted-advisories.json`);
  say(`${open.length} open, ${accepted.length} accepted, ${outdated.length} outdated`);
  process.exitCode = open.length + outdated.length > 0 ? 1 : 0;
}
