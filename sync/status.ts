import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createGenerations } from '../db/generations.ts';
import { openMirrorDatabase } from '../db/mirror.ts';
import { createRunLog, type LoggedRun } from '../db/run-log.ts';
import { openState } from '../db/state.ts';
import { dataPaths, readSettings } from '../shared/settings.ts';
import { overviewOf, overviewText } from './overview.ts';

const RUNS_SHOWN = 10;

/** Tells what is live and what the last runs did; `--json` for programs. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const { dir, mirror, state } = dataPaths(readSettings(process.env));
  const generations = createGenerations(dir);
  const overview = overviewOf({
    live: await generations.current(),
    published: await generations.published(),
    runs: lastRuns(mirror),
    clients: clientCounts(state),
    now: new Date(),
  });
  process.stdout.write(values.json ? `${JSON.stringify(overview, null, 2)}\n` : overviewText(overview));
}

function lastRuns(file: string): LoggedRun[] {
  if (!existsSync(file)) return [];
  const db = openMirrorDatabase(file);
  try {
    return createRunLog(db).last(RUNS_SHOWN);
  } finally {
    db.close();
  }
}

function clientCounts(file: string) {
  if (!existsSync(file)) return undefined;
  using state = openState({ file, now: () => new Date() });
  return {
    registered: state.clients.count(),
    new_in_a_day: state.clients.countNew(),
    live_tokens: state.tokens.count(),
  };
}

process.umask(0o077);
try {
  await main();
} catch (error) {
  process.stderr.write(`status: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
