import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs, styleText } from 'node:util';
import { followNoteOf } from '../db/index/follow-note.ts';
import { createGenerations } from '../db/index/generations.ts';
import { inspectTexts } from '../db/mirror/inspect-texts.ts';
import { createMirror, openMirrorDatabase, type Mirror } from '../db/mirror/mirror.ts';
import { createRunLog, type LoggedRun } from '../db/mirror/run-log.ts';
import { openState, stateMayExist } from '../db/state/open.ts';
import { counted } from '../shared/counted.ts';
import { explain } from '../shared/errors.ts';
import { refuseFileAsDataDir } from '../shared/directories.ts';
import { requireOpenFiles } from '../shared/open-files.ts';
import { ConfigurationError, dataPaths, readSettings, type Settings } from '../shared/settings.ts';
import { companyText, readCompanyOverview } from './company/company-overview.ts';
import { readDeliveryNote } from './delivery/note.ts';
import { syncConfig } from './process/config.ts';
import { leftOutHtml, leftOutOf, leftOutText } from './report/left-out.ts';
import { readProbeNote } from './process/probe-note.ts';
import { overviewOf } from './report/overview.ts';
import { overviewText } from './report/overview-text.ts';
import { readSiteConfig } from './site-file/site-config.ts';

const RUNS_SHOWN = 10;

/**
 * Prints the overview of the live generation and the last runs, with `--company` the company data, with `--left-out` the
 * pages on which visitors and index differ; `--json` for programs, `--html FILE` for somebody else.
 */
async function main(): Promise<void> {
  requireOpenFiles();
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      company: { type: 'boolean', default: false },
      'left-out': { type: 'boolean', default: false },
      html: { type: 'string' },
    },
  });
  if (values.html !== undefined && !values['left-out']) throw new Error('--html belongs to --left-out');
  const settings = readSettings(process.env);
  const { dir, mirror } = dataPaths(settings);
  refuseFileAsDataDir(dir);
  if (values.company) {
    const known = readCompanyOverview(mirror, readSiteConfig(syncConfig(settings).siteFile()));
    process.stdout.write(values.json ? `${JSON.stringify(known ?? null, null, 2)}\n` : companyText(known));
    return;
  }
  if (values['left-out']) {
    printLeftOut(mirror, values);
    return;
  }
  const generations = createGenerations(dir);
  const now = new Date();
  const overview = overviewOf({
    live: await generations.current(),
    published: await generations.published(),
    runs: lastRuns(mirror),
    guard: await generations.guard(),
    probes: { configured: syncConfig(settings).probeSeconds, note: readProbeNote(dir) },
    follows: settings.INDEX_URL === undefined ? undefined : followNoteOf(dir, settings.INDEX_URL),
    delivery: settings.SYNC_ON_PUBLISH === undefined ? undefined : readDeliveryNote(dir),
    texts: existsSync(mirror) ? inspectTexts(mirror) : [],
    clients: await clientCounts(settings),
    now,
  });
  if (values.json) process.stdout.write(`${JSON.stringify(overview, null, 2)}\n`);
  else
    process.stdout.write(
      overviewText(overview, { now, schedule: settings.SYNC_SCHEDULE, paint, width: process.stdout.columns }),
    );
}

/** Styles only for a terminal, and there only without NO_COLOR. */
const paint: typeof styleText = (style, text) => styleText(style, text, { stream: process.stdout });

function printLeftOut(
  file: string,
  { json, html }: { readonly json: boolean; readonly html?: string | undefined },
): void {
  const report = existsSync(file) ? inMirror(file, leftOutOf) : undefined;
  if (json) process.stdout.write(`${JSON.stringify(report ?? null, null, 2)}\n`);
  else if (!report) process.stdout.write('No site has been read yet: run npm run sync\n');
  else if (html === undefined) process.stdout.write(leftOutText(report));
  else {
    writeFileSync(html, leftOutHtml(report, new Date()));
    process.stdout.write(`${html} lists ${counted(report.pages.length, 'page')}\n`);
  }
}

function inMirror<Answer>(file: string, ask: (mirror: Mirror) => Answer): Answer {
  const db = openMirrorDatabase(file);
  try {
    return ask(createMirror(db));
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
  process.exitCode = error instanceof ConfigurationError ? 4 : 1;
}
