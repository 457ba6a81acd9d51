import { fill } from '../../shared/fill.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { reportPage, reportSection, reportTable, scrolled } from '../../shared/report-page.ts';
import type { Report } from './report.ts';
import {
  reportSentences,
  reportTables,
  trialSentences,
  trialTable,
  type Cell,
  type InsightsTexts,
  type Table,
} from './tables.ts';
import type { Trial } from './trial.ts';

type Options = {
  readonly report: Report;
  readonly trial: Trial | undefined;
  readonly site: string | undefined;
  // BCP 47 tag of the texts.
  readonly language: string;
  readonly texts: InsightsTexts;
};

const SHOWN_TOTALS = ['calls', 'questions', 'unanswered', 'reads', 'refused'] as const;

/** Renders the report as an HTML page. */
export function insightsHtml({ report, trial, site, language, texts }: Options): string {
  const numbers = new Intl.NumberFormat(language);
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const { period, privacy } = reportSentences(report, texts, (day) => dates.format(new Date(day)));
  const figures = SHOWN_TOTALS.map(
    (name) => `<div><dt>${escapeHtml(texts.totals[name])}</dt><dd>${numbers.format(report.totals[name])}</dd></div>`,
  );
  const htmlOf = (table: Table) => tableHtml(table, numbers, texts.none);
  const tables = reportTables(report, texts);
  const trend = tables.filter(({ id }) => id === 'trend');
  const chart = trendChart(report.trend, texts, language);
  const trials = (trial ? [trial] : []).map((tried) => {
    const table = trialTable(tried, texts);
    const sentences = trialSentences(tried, texts).map((sentence) => `<p>${escapeHtml(sentence)}</p>`);
    return reportSection(table, ...sentences, table.rows.length === 0 ? '' : htmlOf(table));
  });
  const body = [
    `<main><dl class="totals">${figures.join('')}</dl>`,
    ...trials,
    // The numbers of the chart are in a closed table.
    ...trend.map((table) =>
      reportSection(
        table,
        chart === '' ? '' : scrolled(table.id, chart),
        `<details><summary>${escapeHtml(texts.numbers)}</summary>${htmlOf(table)}</details>`,
      ),
    ),
    ...tables.filter(({ id }) => id !== 'trend').map((table) => reportSection(table, htmlOf(table))),
    '</main>',
    `<footer><p>${escapeHtml(privacy)}</p></footer>`,
  ];
  const title = site === undefined ? texts.title : fill(texts.titleOf, { site });
  return reportPage({ language, title, about: period ?? texts.nothing, body });
}

function tableHtml({ id, columns, rows, bars, note }: Table, numbers: Intl.NumberFormat, none: string): string {
  if (rows.length === 0) return `<p class="none">${escapeHtml(note ?? none)}</p>`;
  const most = Math.max(1, ...rows.map((row) => Number(row[bars ?? -1] ?? 0)));
  const cellHtml = (cell: Cell, at: number) => {
    const name = `data-name="${escapeHtml(columns[at] ?? '')}"`;
    if (typeof cell === 'string') {
      return at === 0 ? `<th scope="row">${escapeHtml(cell)}</th>` : `<td ${name}>${escapeHtml(cell)}</td>`;
    }
    const hasBar = at === bars && cell > 0;
    const bar = hasBar ? `<span class="bar" style="width:${((100 * cell) / most).toFixed(1)}%"></span>` : '';
    return `<td ${name} class="number${hasBar ? ' bars' : ''}">${numbers.format(cell)}${bar}</td>`;
  };
  const isNumber = (at: number) => rows.every((row) => typeof row[at] === 'number');
  const heads = columns.map(
    (name, at) => `<th scope="col"${isNumber(at) ? ' class="number"' : ''}>${escapeHtml(name)}</th>`,
  );
  const table = reportTable(
    id,
    heads,
    rows.map((row) => row.map(cellHtml)),
  );
  return table + (note === undefined ? '' : `<p class="none">${escapeHtml(note)}</p>`);
}

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 44;
const BOTTOM = 28;
const TOP = 12;
// Width of a column as a share of its day.
const COLUMN = 0.7;
// Most days with a label.
const LABELS = 8;

/** Renders the questions of each day as columns; the dark part is unanswered. A table below has the numbers. */
function trendChart(
  trend: Report['trend'],
  { columns, sections }: Pick<InsightsTexts, 'columns' | 'sections'>,
  language: string,
): string {
  if (trend.length === 0) return '';
  const most = scaleEnd(Math.max(...trend.map(({ questions }) => questions)));
  const height = HEIGHT - BOTTOM - TOP;
  const y = (value: number) => TOP + height - (height * value) / most;
  const step = (WIDTH - LEFT) / trend.length;
  const numbers = new Intl.NumberFormat(language);
  const dates = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const bar = (at: number, value: number, name: string) => {
    const x = (LEFT + step * (at + (1 - COLUMN) / 2)).toFixed(1);
    const size = `width="${(step * COLUMN).toFixed(1)}" height="${(y(0) - y(value)).toFixed(1)}"`;
    return `<rect class="${name}" x="${x}" y="${y(value).toFixed(1)}" ${size}/>`;
  };
  const lines = [0, most / 2, most].map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}"/>` +
      `<text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${numbers.format(value)}</text>`,
  );
  const every = Math.ceil(trend.length / LABELS);
  const labels = trend.flatMap(({ day }, at) =>
    at % every === 0
      ? `<text x="${(LEFT + step * (at + 0.5)).toFixed(1)}" y="${HEIGHT - 8}" text-anchor="middle">${dates.format(new Date(day))}</text>`
      : [],
  );
  const legend =
    `<p class="legend" aria-hidden="true"><span class="key asked"></span>${escapeHtml(columns.questions)} ` +
    `<span class="key lacking"></span>${escapeHtml(columns.unanswered)}</p>`;
  const drawn = trend.flatMap(({ questions, unanswered }, at) => [
    bar(at, questions, 'asked'),
    bar(at, Math.min(unanswered, questions), 'lacking'),
  ]);
  const label = escapeHtml(sections.trend.about);
  return (
    `${legend}<svg class="chart" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `${lines.join('')}${drawn.join('')}${labels.join('')}</svg>`
  );
}

// One, two or five times a power of ten, and even, so that half of it is an integer.
function scaleEnd(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const end = [1, 2, 5, 10].map((times) => times * power).find((value) => value >= most) ?? most;
  return Math.max(2, end);
}
