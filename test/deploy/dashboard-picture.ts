/** The picture of the dashboard: panels over simulated traffic, as a page of SVG charts. */
import { setTimeout as wait } from 'node:timers/promises';
import { API } from '../helpers/running-server.ts';
import { seeded } from '../helpers/seeded.ts';
import type { startPrometheus } from './prometheus-server.ts';
import { panels } from './dashboard.ts';

type Sent = { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };
type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;

/** Titles of the panels in the picture. */
const SHOWN = ['Requests by interface', 'Operations', 'Response time', 'Error responses', 'Quota refusals', 'Memory'];
/** Requests per second over the run: a morning, a crawler beyond its quota, an evening. */
const RATES = [2, 8, 18, 28, 34, 26, 16, 10, 10, 12, 20, 8];
const CRAWLER = { from: 0.5, to: 0.6, perSecond: 30 };
const QUERIES = ['fuga de agua', 'caldera sin presión madrid', 'cerrajero urgente', 'pintar piso', 'enchufe quemado'];
const TOOL_CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search_pages', arguments: { query: 'electricista' } },
});

/** Sends requests like those of a day, compressed to this time. `paths` are pages of the site. */
export async function simulateDay(url: string, seconds: number, paths: readonly string[]): Promise<void> {
  const random = seeded(20_261_128);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const kinds: readonly (readonly [share: number, path: () => string, init?: Sent])[] = [
    [0.5, () => `${API}/search_pages?query=${encodeURIComponent(pick(QUERIES))}`],
    [0.75, () => `${API}/read_page?url=${encodeURIComponent(pick(paths))}`],
    [0.8, () => `${API}/get_company_info`],
    [0.92, () => '/mcp', { method: 'POST', headers: json, body: TOOL_CALL }],
    [0.95, () => pick(['/agents.md', '/llms.txt', '/openapi.json'])],
    [0.97, () => '/api/docs'],
    [0.985, () => `${API}/read_page?url=/nada-${Math.floor(random() * 999)}`],
    [1, () => `${API}/search_pages`],
  ];
  const send = (path: string, from: string, init: Sent = {}) =>
    void fetch(url + path, { ...init, headers: { ...init.headers, 'X-Forwarded-For': from } })
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined);
  for (let second = 0; second < seconds; second++) {
    const at = (second / seconds) * (RATES.length - 1);
    const [low, high] = [RATES[Math.floor(at)] ?? 0, RATES[Math.ceil(at)] ?? 0];
    const rate = Math.round(low + (high - low) * (at % 1));
    const isCrawled = second >= CRAWLER.from * seconds && second < CRAWLER.to * seconds;
    const requests = rate + (isCrawled ? CRAWLER.perSecond : 0);
    for (let count = 0; count < requests; count++) {
      const isCrawler = count >= rate;
      const chance = random();
      const [, path, init] = (isCrawler ? kinds[0] : kinds.find(([share]) => chance < share)) ??
        kinds[0] ?? [0, String];
      send(path(), isCrawler ? '203.0.113.7' : `198.18.${Math.floor(random() * 256)}.${count}`, init);
      await wait(1000 / requests);
    }
  }
}

type Series = { readonly name: string; readonly points: readonly (readonly [second: number, value: number])[] };

/** An HTML page with charts of the shown panels between two times, in seconds since 1970. */
export async function dashboardPage(prometheus: Prometheus, from: number, to: number): Promise<string> {
  const charts: string[] = [];
  for (const title of SHOWN) {
    const panel = panels.find((one) => one.title === title);
    if (!panel) throw new Error(`The dashboard has no panel "${title}"`);
    const series: Series[] = [];
    for (const { expr, legendFormat = '' } of panel.targets) {
      for (const { metric, values } of await prometheus.range(expr.replaceAll('$__rate_interval', '20s'), from, to)) {
        const name = legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? '');
        const points = values.map(([time, value]) => [time - from, Number(value)] as const);
        series.push({
          name: name.replace(/ 127\.\S+$/, ''),
          points: points.filter(([, value]) => !Number.isNaN(value)),
        });
      }
    }
    const { unit = 'none', custom } = panel.fieldConfig.defaults;
    const isStacked = custom?.stacking?.mode === 'normal';
    charts.push(
      `<figure><h2>${title}</h2><p>${panel.description}</p>${chart(series, { seconds: to - from, unit, isStacked })}</figure>`,
    );
  }
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0 } main { padding: 12px; display: grid; grid-template-columns: repeat(3, 1fr); gap: 12px; font: 15px sans-serif; background: #fff }
    figure { margin: 0; padding: 12px; border: 1px solid #ccc; border-radius: 6px } h2 { margin: 0; font-size: 18px }
    p { margin: 2px 0 8px; color: #444 } text { font: 15px sans-serif; fill: #222 } line { stroke: #ddd }
    li { display: inline-block; margin-right: 14px } ul { margin: 0; padding: 0 } i { display: inline-block; width: 12px; height: 12px; margin-right: 5px }
  </style><main>${charts.join('')}</main>`;
}

const COLOURS = ['#0b6e4f', '#e0a458', '#3d5a80', '#c8553d', '#7d5ba6', '#5aa9a3', '#8d99ae'];
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [520, 250, 70, 30, 10];
const TICKS = 4;

type ChartOptions = { readonly seconds: number; readonly unit: string; readonly isStacked: boolean };

/** Lines, or areas on top of each other, with labelled axes. */
function chart(series: readonly Series[], { seconds, unit, isStacked }: ChartOptions): string {
  const below = new Map<number, number>();
  const drawn = series.map(({ points }) =>
    points.map(([second, value]) => {
      const base = isStacked ? (below.get(second) ?? 0) : 0;
      if (isStacked) below.set(second, base + value);
      return { second, base, top: base + value };
    }),
  );
  const step = niceStep(Math.max(...drawn.flat().map(({ top }) => top), 1e-6) / TICKS);
  const most = step * TICKS;
  const x = (second: number) => LEFT + ((WIDTH - LEFT) * second) / seconds;
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / most);
  const path = (points: readonly (readonly [number, number])[]) =>
    points.map(([second, value]) => `${x(second).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const shapes = drawn.map((points, at) => {
    const colour = COLOURS[at % COLOURS.length] ?? '#000';
    const tops = points.map(({ second, top }) => [second, top] as const);
    const bases = points.map(({ second, base }) => [second, base] as const).toReversed();
    return isStacked
      ? `<polygon fill="${colour}" points="${path([...tops, ...bases])}"/>`
      : `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${path(tops)}"/>`;
  });
  const rows = Array.from({ length: TICKS + 1 }, (_, tick) => tick * step).map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 8}" y="${y(value) + 5}" text-anchor="end">${inUnit(value, unit)}</text>`,
  );
  const minutes = seconds / 60;
  const columns = Array.from({ length: Math.floor(minutes / 2) + 1 }, (_, tick) => tick * 2).map(
    (minute) => `<text x="${x(minute * 60)}" y="${HEIGHT - 6}" text-anchor="middle">${minute} min</text>`,
  );
  const legend = series.map(
    ({ name }, at) => `<li><i style="background:${COLOURS[at % COLOURS.length]}"></i>${name}</li>`,
  );
  return `<svg viewBox="0 0 ${WIDTH + 30} ${HEIGHT}">${rows.join('')}${columns.join('')}${shapes.join('')}</svg><ul>${legend.join('')}</ul>`;
}

/** One, two or five times a power of ten. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least) ?? least;
}

function inUnit(value: number, unit: string): string {
  if (unit === 'bytes') return `${Math.round(value / 1e6)} MB`;
  if (unit === 's') return `${Number((value * 1000).toPrecision(3))} ms`;
  return `${Number(value.toPrecision(3))}${unit === 'reqps' ? '/s' : ''}`;
}
