import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createGenerations } from '../db/index/generations.ts';
import { createMirror, openMirrorDatabase } from '../db/mirror/mirror.ts';
import { createRunLog, type LoggedRun } from '../db/mirror/run-log.ts';
import { openState, stateMayExist } from '../db/state/open.ts';
import { explain } from '../shared/errors.ts';
import { dataPaths, readSettings, type Settings } from '../shared/settings.ts';
import { companyOverview, companyText } from './company/company-overview.ts';
import { syncConfig } from './process/config.ts';
import { overviewOf, overviewText } from './report/overview.ts';
import { readSiteConfig } from './site-file/site-config.ts';

const RUNS_SHOWN = 10;

/** Prints the overview of the live generation and the last runs, or with `--company` the company data; `--json` for programs. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { json: { type: 'boolean', default: false }, company: { type: 'boolean', default: false } },
  });
  const settings = readSettings(process.env);
  const { dir, mirror } = dataPaths(settings);
  if (values.company) {
    const known = knownCompany(mirror, settings);
    process.stdout.write(values.json ? `${JSON.stringify(known ?? null, null, 2)}\n` : companyText(known));
    return;
  }
  const generations = createGenerations(dir);
  const overview = overviewOf({
    live: await generations.current(),
    published: await generations.published(),
    runs: lastRuns(mirror),
    clients: await clientCounts(settings),
    now: new Date(),
  });
  process.stdout.write(values.json ? `${JSON.stringify(overview, null, 2)}\n` : overviewText(overview));
}

function knownCompany(file: string, settings: Settings) {
  if (!existsSync(file)) return undefined;
  const db = openMirrorDatabase(file);
  try {
    return companyOverview(createMirror(db), readSiteConfig(syncConfig(settings).siteFile()));
  } finally {
    db.close();
  }
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

async function clientCounts(settings: Settings) {
  const location = { addresses: settings.STATE_URL, file: dataPaths(settings).state };
  if (!stateMayExist(location)) return undefined;
  await using state = openState({ ...location, now: () => new Date() });
  return {
    registered: await state.clients.count(),
    new_in_a_day: await state.clients.countNew(),
    live_tokens: await state.tokens.count(),
  };
}

process.umask(0o077);
try {
  await main();
} catch (error) {
  process.stderr.write(`status: ${explain(error)}\n`);
  process.exitCode = 1;
}
