/**
 * Requests per second of the content operations, quotas and logs on, against bare Polka in turn in one run: returning the
 * same body, the same headers too, and writing the same log line too. The three tell what of the difference is the
 * contract's headers, what the log, and what our own work. A second server of ours counts for Prometheus: what METRICS_PORT
 * costs. Processor time per request stands beside it: on a busy machine, requests per second also measure its neighbours.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { writeChart } from './chart.ts';
import { anonymousCallers, load, type Load } from './load.ts';
import { startBarePolka } from './peer.ts';
import { median, startProgram } from './program.ts';
import { processorSecondsOf } from '../test/helpers/process-tree.ts';
import { temporaryDataDir } from '../test/helpers/sample-index.ts';

const API = '/wp-json/agentes/v1';
const PATHS = {
  search_pages: `${API}/search_pages?query=fontaneros&city=madrid`,
  read_page: `${API}/read_page?url=/madrid/fontaneria`,
  get_company_info: `${API}/get_company_info`,
};

/**
 * Milliseconds after the first search until the ledger has read the dictionaries of the site's languages, with time to spare: half a
 * second of processor time, once in the life of a server.
 */
const DICTIONARIES_MS = 8000;

/** Addresses of a round. autocannon builds each request twenty times beforehand, 1 s for 4,000; twenty requests of each meet no quota. */
const CALLERS = 4000;

/** A load with the processor time of the server, in microseconds per request. */
type Turn = Load & { readonly cpu: number };

/** Measures each operation in turn with its peers, `rounds` times. */
export async function run({ quick }: { readonly quick: boolean }): Promise<unknown> {
  const rounds = quick ? 1 : 5;
  const seconds = quick ? 1 : 3;
  await using data = await temporaryDataDir();
  await data.publish();
  const settings = { DATA_DIR: data.dir, PORT: '0', TRUST_PROXY: '127.0.0.1' };
  await using ours = await startProgram('../server/command.js', ['serve'], settings);
  await using metered = await startProgram('../server/command.js', ['serve'], { ...settings, METRICS_PORT: '0' });
  const rows = [];
  let loads = 0;
  for (const { url } of [ours, metered]) await load(url + PATHS.search_pages, 1, anonymousCallers(loads++));
  await wait(DICTIONARIES_MS);
  for (const [operation, path] of Object.entries(PATHS)) {
    await using body = await startBarePolka(ours.url + path);
    await using headers = await startBarePolka(ours.url + path, '--headers');
    await using log = await startBarePolka(ours.url + path, '--headers', '--log');
    for (const { url } of [ours, metered, body, headers, log])
      await load(url + path, seconds, anonymousCallers(loads++, CALLERS));
    const turns: Record<'ours' | 'metered' | 'body' | 'headers' | 'log', Turn>[] = [];
    for (let round = 0; round < rounds; round++) {
      const callers = anonymousCallers(loads++, CALLERS);
      const measure = async ({ url, pid }: { readonly url: string; readonly pid: number }): Promise<Turn> => {
        const before = processorSecondsOf(pid);
        const result = await load(url + path, seconds, callers);
        return { ...result, cpu: ((processorSecondsOf(pid) - before) / result.requests) * 1e6 };
      };
      turns.push({
        ours: await measure(ours),
        metered: await measure(metered),
        body: await measure(body),
        headers: await measure(headers),
        log: await measure(log),
      });
    }
    const middle = (of: (turn: (typeof turns)[number]) => number) => median(turns.map(of));
    const ratio = (to: 'metered' | 'body' | 'headers' | 'log') =>
      Number(middle((turn) => turn.ours.rps / turn[to].rps).toFixed(3));
    const cpu = (of: 'ours' | 'log') => middle((turn) => turn[of].cpu);
    rows.push({
      operation,
      'requests/s': Math.round(middle((turn) => turn.ours.rps)),
      'p50 ms': middle((turn) => turn.ours.p50),
      'p99 ms': middle((turn) => turn.ours.p99),
      'with metrics': Math.round(middle((turn) => turn.metered.rps)),
      'ratio without to with': ratio('metered'),
      'bare Polka, same body': Math.round(middle((turn) => turn.body.rps)),
      ratio: ratio('body'),
      '… same headers': Math.round(middle((turn) => turn.headers.rps)),
      'ratio to it': ratio('headers'),
      '… same log': Math.round(middle((turn) => turn.log.rps)),
      'ratio to that': ratio('log'),
      'CPU µs/request': Math.round(cpu('ours')),
      'ratio by CPU': Number((cpu('log') / cpu('ours')).toFixed(3)),
    });
  }
  console.table(rows);
  await writeChart({
    file: 'http.svg',
    title: 'Requests per second over HTTP',
    labels: rows.map(({ operation }) => operation),
    series: [
      { name: 'this project', values: rows.map((row) => row['requests/s']) },
      { name: 'bare Polka, same body', values: rows.map((row) => row['bare Polka, same body']) },
      { name: '… and same headers', values: rows.map((row) => row['… same headers']) },
      { name: '… and same log line', values: rows.map((row) => row['… same log']) },
    ],
  });
  return rows;
}
