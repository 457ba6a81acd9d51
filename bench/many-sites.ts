/**
 * Many sites in one service: memory of server and sync, first and further searches, start, a census and probes of all sites, what
 * slow and hostile sites cost their neighbours, and the memory of ten times as many that are idle.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from './program.ts';
import { makeSites } from './sites-dir.ts';
import { measureServer, megabytesOfAll, startSitesServer } from './sites-server.ts';
import { measureCensus, measureNeighbours, measureProbes, startSitesSync } from './sites-sync.ts';

/** Pages of an idle site, of which nothing is asked but that it is there. */
const IDLE_PAGES = 5;

/** Seconds that a census may take, from one probe of a site to the next, and for which idle sites are left alone. */
type Times = { readonly census: number; readonly probe: number; readonly rest: number };

type Options = { readonly quick: boolean; readonly sites?: number; readonly pages?: number };

export async function run({ quick, sites = quick ? 12 : 1000, pages = quick ? 10 : 200 }: Options): Promise<unknown> {
  const times = quick ? { census: 60, probe: 5, rest: 1 } : { census: 150, probe: 60, rest: 10 };
  const rows = [...(await measureBusy({ sites, pages, times })), ...(await measureIdle(10 * sites, times))];
  console.table(rows);
  return rows;
}

async function measureBusy({ sites, pages, times }: { sites: number; pages: number; times: Times }) {
  await using wordpress = await startProgram('generated-wordpress.ts', [String(pages)]);
  await using folder = await temporaryFolder();
  const { dir } = folder;
  await makeSites({ dir, sites, wordpress: wordpress.url });
  const served = await measureServer({ dir, sites });
  await using server = served.server;
  await using sync = await startSitesSync(dir, { SYNC_PROBE_SECONDS: String(times.probe) });
  const setting = { dir, sites, wordpress, sync };
  const census = await measureCensus({ ...setting, seconds: times.census });
  const probes = await measureProbes({ ...setting, seconds: times.probe });
  const memory = { 'server and sync, MB (PSS)': megabytesOfAll(server.pid) + megabytesOfAll(sync.pid) };
  const neighbours = await measureNeighbours(setting);
  return rowsOf(`${sites} sites of ${pages} pages`, {
    ...served.figures,
    ...census,
    ...probes,
    ...memory,
    ...neighbours,
  });
}

async function measureIdle(sites: number, times: Times) {
  await using wordpress = await startProgram('generated-wordpress.ts', [String(IDLE_PAGES)]);
  await using folder = await temporaryFolder();
  await makeSites({ dir: folder.dir, sites, wordpress: wordpress.url });
  const started = await startSitesServer({ dir: folder.dir, sites });
  await using server = started.server;
  await using sync = await startSitesSync(folder.dir, { SYNC_PROBE_SECONDS: '3600' });
  const census = await measureCensus({ dir: folder.dir, sites, wordpress, sync, seconds: times.rest });
  return rowsOf(`${sites} idle sites`, {
    'ready after, s': started.seconds,
    'first runs meanwhile': census['runs of the census'],
    'server and sync, MB (PSS)': megabytesOfAll(server.pid) + megabytesOfAll(sync.pid),
  });
}

async function temporaryFolder() {
  const dir = await mkdtemp(join(tmpdir(), 'bench-sites-'));
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true }) };
}

/** A row for each figure. */
function rowsOf(of: string, figures: Readonly<Record<string, number>>) {
  return Object.entries(figures).map(([figure, value]) => ({ of, figure, value: Number(value.toPrecision(3)) }));
}
