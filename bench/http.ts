/** Requests per second of the content operations, quotas on, against bare Polka returning the same bytes, in turn in one run. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeChart } from './chart.ts';
import { anonymousCallers, load } from './load.ts';
import { median, startProgram } from './program.ts';
import { temporaryDataDir } from '../test/helpers/sample-index.ts';

const API = '/wp-json/agentes/v1';
const PATHS = {
  search_pages: `${API}/search_pages?query=fontaneros&city=madrid`,
  read_page: `${API}/read_page?url=/madrid/fontaneria`,
  get_company_info: `${API}/get_company_info`,
};

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
  let loads = 0;
  for (const [operation, path] of Object.entries(PATHS)) {
    const bytes = join(dir, `${operation}.json`);
    await writeFile(bytes, await (await fetch(ours.url + path)).text());
    await using peer = await startProgram('bare-polka.ts', [bytes]);
    const turns = [];
    for (let round = 0; round < rounds; round++) {
      const callers = anonymousCallers(loads++);
      turns.push({
        ours: await load(ours.url + path, seconds, callers),
        polka: await load(peer.url + path, seconds, callers),
      });
    }
    rows.push({
      operation,
      'requests/s': Math.round(median(turns.map((each) => each.ours.rps))),
      'p50 ms': median(turns.map((each) => each.ours.p50)),
      'p99 ms': median(turns.map((each) => each.ours.p99)),
      'bare Polka requests/s': Math.round(median(turns.map((each) => each.polka.rps))),
      ratio: Number(median(turns.map((each) => each.ours.rps / each.polka.rps)).toFixed(3)),
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
