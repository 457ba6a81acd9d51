/** Requests per second of the content operations, quotas on, against bare Polka returning the same bytes, in turn in one run. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { median, startProgram } from './program.ts';
import { temporaryDataDir } from '../test/helpers/sample-index.ts';

const API = '/wp-json/agentes/v1';
const PATHS = {
  search_pages: `${API}/search_pages?query=fontaneros&city=madrid`,
  read_page: `${API}/read_page?url=/madrid/fontaneria`,
  get_company_info: `${API}/get_company_info`,
};

let callers = 0;

/** Another address for each request, so that nobody exhausts a quota. */
function anyone(): string {
  callers += 1;
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
}

async function load(url: string, seconds: number) {
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections: 20,
    duration: seconds,
    requests: [
      { setupRequest: (request) => ({ ...request, headers: { ...request.headers, 'x-forwarded-for': anyone() } }) },
    ],
  });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were not 2xx, ${errors} failed`);
  return { rps: requests.average, p50: latency.p50, p99: latency.p99 };
}

/** Measures each operation in turn with its peer, `rounds` times. */
export async function run({ quick }: { readonly quick: boolean }): Promise<unknown> {
  const rounds = quick ? 1 : 5;
  const seconds = quick ? 2 : 5;
  const dir = await mkdtemp(join(tmpdir(), 'bench-'));
  await using data = await temporaryDataDir();
  await data.publish();
  await using ours = await startProgram('../server/main.ts', [], {
    DATA_DIR: data.dir,
    PORT: '0',
    TRUST_PROXY: '127.0.0.1',
  });
  const rows = [];
  for (const [operation, path] of Object.entries(PATHS)) {
    const bytes = join(dir, `${operation}.json`);
    await writeFile(bytes, await (await fetch(ours.url + path)).text());
    await using peer = await startProgram('bare-polka.ts', [bytes]);
    const turns = [];
    for (let round = 0; round < rounds; round++) {
      turns.push({ ours: await load(ours.url + path, seconds), polka: await load(peer.url + path, seconds) });
    }
    rows.push({
      operation,
      'requests/s': Math.round(median(turns.map((turn) => turn.ours.rps))),
      'p50 ms': median(turns.map((turn) => turn.ours.p50)),
      'p99 ms': median(turns.map((turn) => turn.ours.p99)),
      'bare Polka requests/s': Math.round(median(turns.map((turn) => turn.polka.rps))),
      ratio: Number(median(turns.map((turn) => turn.ours.rps / turn.polka.rps)).toFixed(3)),
    });
  }
  await rm(dir, { recursive: true });
  console.table(rows);
  await writeChart({
    file: 'http.svg',
    title: 'Requests per second over HTTP',
    labels: rows.map(({ operation }) => operation),
    series: [
      { name: 'this project', values: rows.map((row) => row['requests/s']) },
      { name: 'bare Polka, same bytes', values: rows.map((row) => row['bare Polka requests/s']) },
    ],
  });
  return rows;
}
