import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printerOf, runProgram } from '../shared/command-line.ts';
import { readOperatorSettings, type GoldenQuery } from '../db/operator-settings.ts';
import { siteCommand } from '../db/site-identity.ts';
import { copyWithSynonyms } from '../db/index/index-tables.ts';
import { openState, stateLocation } from '../db/state/open.ts';
import { counted } from '../shared/printable.ts';
import { dataPaths, readSettings } from '../shared/settings.ts';
import { insightsHtml } from './insights/html.ts';
import { noIndexError, openLiveIndex, type LiveIndex } from './live-index.ts';
import { readLedgerDays, type LedgerDay } from './insights/ledger-days.ts';
import { makeReport, type Report } from './insights/report.ts';
import {
  insightsTextsOf,
  reportSentences,
  reportTables,
  tableText,
  trialSentences,
  trialTable,
  type InsightsTexts,
} from './insights/tables.ts';
import { compareAnswers, replayedOf, type Trial } from './insights/trial.ts';

const { printData } = printerOf(process);

const HELP = new URL('help/insights.txt', import.meta.url);

// Applies the proposed synonyms to a temporary copy of the index.
async function tryOut(
  { index, file, openCopy }: LiveIndex,
  golden: readonly GoldenQuery[],
  days: readonly LedgerDay[],
  report: Report,
): Promise<Trial> {
  const gaps = [...report.not_found, ...report.not_read];
  const synonyms = gaps.flatMap(({ proposal }) => (proposal.kind === 'synonym' ? [proposal.words] : []));
  const folder = await mkdtemp(join(tmpdir(), 'insights-'));
  try {
    const changed = await openCopy(copyWithSynonyms(file, folder, synonyms));
    try {
      return { synonyms, ...compareAnswers(replayedOf(index, days, golden), index, changed) };
    } finally {
      changed.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

const HEAD = ['questions', 'unanswered', 'reads'] as const;

function asText(report: Report, trial: Trial | undefined, texts: InsightsTexts): string {
  const { totals } = report;
  const { period, privacy } = reportSentences(report, texts);
  const head =
    period === undefined
      ? texts.nothing
      : `${texts.title}, ${period} · ${HEAD.map((name) => `${texts.totals[name]}: ${totals[name]}`).join(', ')}`;
  const tables = reportTables(report, texts).map((table) => tableText(table, texts.none));
  const tried = trial
    ? [`${trialSentences(trial, texts).join('\n')}\n`, tableText(trialTable(trial, texts), texts.none)]
    : [];
  return [`${head}\n`, ...(trial ? tried : tables), `${privacy}\n`].join('\n');
}

const options = {
  try: { type: 'boolean', default: false },
  html: { type: 'string' },
  json: { type: 'boolean', default: false },
  language: { type: 'string' },
} as const;
const program = { name: 'insights', usage: HELP, options, commandOf: siteCommand };
await runProgram(process, program, async ({ values }, environment) => {
  const settings = readSettings(environment);
  const { dir } = dataPaths(settings);
  await using state = openState({ ...stateLocation(settings), now: () => new Date() });
  const days = await readLedgerDays(state.ledger);
  const live = await openLiveIndex(dir);
  try {
    const report = makeReport(days, live?.index);
    if (values.try && !live) throw noIndexError(dir);
    const trial = values.try && live ? await tryOut(live, readOperatorSettings(dir).golden, days, report) : undefined;
    if (values.json) return printData(`${JSON.stringify({ ...report, ...(trial && { trial }) }, null, 2)}\n`);
    const { language, texts } = insightsTextsOf(values.language ?? live?.index.site.language);
    if (values.html === undefined) return printData(asText(report, trial, texts));
    writeFileSync(values.html, insightsHtml({ report, trial, site: live?.index.site.name, language, texts }));
    printData(`Wrote ${values.html}: ${counted(report.totals.questions, 'question')}\n`);
  } finally {
    live?.index.close();
  }
});
