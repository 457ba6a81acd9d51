import { escapeHtml } from '../http/escape-html.ts';
import type { Report } from './report.ts';
import type { InsightsTexts } from './tables.ts';

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
export function trendChart(
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
