/** What a sync of many sites takes, and how soon it is done. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createRefreshRequests } from '../shared/refresh-requests.ts';
import { processorSecondsOf, treeOf } from '../test/helpers/process-tree.ts';
import { folderOf } from './generated-site.ts';
import { quantile, startProgram, startResident } from './program.ts';
import { addSite } from './sites-dir.ts';

/** No date of it comes while this measures. */
const NEVER = '0 0 1 1 *';
/** Sites of which messages of WordPress are compared, the page that it tells of, and the milliseconds from one to the next. */
const NEIGHBOURS = 60;
const PAGE = 5;
const MESSAGE_EACH_MS = 400;
const BAD_SITES = 3;
const BAD_PAGES = 100;
const LONGEST_WAIT_MS = 65_000;

type Sync = Awaited<ReturnType<typeof startSitesSync>>;
type Setting = {
  readonly dir: string;
  readonly sites: number;
  readonly wordpress: { readonly url: string };
  readonly sync: Sync;
};

/** Starts the sync that watches the sites of a folder. */
export async function startSitesSync(dir: string, settings: Readonly<Record<string, string>>) {
  const never = { SYNC_SCHEDULE: NEVER, SYNC_FULL_SCHEDULE: NEVER };
  const program = await startResident('../sync/main.ts', ['--watch'], { SITES_DIR: dir, ...never, ...settings });
  const events: LoggedEvent[] = [];
  let read = 0;
  return {
    ...program,
    startedAt: performance.now(),
    /** Log events of runs and refreshes so far, in order. */
    async events(): Promise<readonly LoggedEvent[]> {
      program.assertAlive();
      const appended = await textFrom(program.log, read);
      const whole = appended.slice(0, appended.lastIndexOf('\n') + 1);
      read += Buffer.byteLength(whole);
      events.push(...whole.split('\n').flatMap(eventsIn));
      return events;
    },
  };
}

/** The end of a run, or of what WordPress had told of, with the seconds since then. */
type LoggedEvent = { readonly msg: string; readonly site: string; readonly seconds: number };

function eventsIn(line: string): readonly LoggedEvent[] {
  return /"msg":"sync\.(?:finished|refreshed)"/.test(line) ? [JSON.parse(line) as LoggedEvent] : [];
}

async function textFrom(file: string, start: number): Promise<string> {
  return await text(createReadStream(file, { start, encoding: 'utf8' }));
}

/** The census that the first run of each site takes, for so many seconds at most. */
export async function measureCensus({ sites, wordpress, sync, seconds }: Setting & { readonly seconds: number }) {
  const before = await countsOf(wordpress.url);
  const began = performance.now();
  const finished = async () => (await sync.events()).filter(({ msg }) => msg === 'sync.finished').length;
  let runs = 0;
  while (runs < sites && performance.now() - began < seconds * 1000) {
    await wait(1000);
    runs = await finished();
  }
  const processor = processorOf(sync) / runs;
  const { requests } = await countsOf(wordpress.url);
  return {
    'runs of the census': runs,
    'census, s': (performance.now() - began) / 1000,
    'a run, processor s': processor,
    'a census of all sites, processor s': processor * sites,
    'a run, requests': (requests - before.requests) / runs,
  };
}

/** As many seconds of probes as lie between two of a site. No run is due by the schedule. */
export async function measureProbes({ sites, wordpress, sync, seconds }: Setting & { readonly seconds: number }) {
  // The first ones come once an interval has passed since the start, and an offset.
  await wait(Math.max(0, sync.startedAt + 2000 * seconds - performance.now()));
  const before = await countsOf(wordpress.url);
  const processor = processorOf(sync);
  await wait(seconds * 1000);
  const { probes } = await countsOf(wordpress.url);
  return {
    [`probes in ${seconds} s, of those that are due`]: (probes - before.probes) / sites,
    [`${seconds} s of probes, processor s`]: processorOf(sync) - processor,
  };
}

/** Delay of refresh messages of some sites, without and with neighbours that are slow or hostile. */
export async function measureNeighbours({ dir, sites, sync }: Setting) {
  const names = Array.from({ length: Math.min(NEIGHBOURS, sites) }, (_, at) => folderOf(at + 1));
  const alone = await timesOfMessages(names, { dir, sync });
  // Of a WordPress of their own: on a machine of theirs, they would not keep that of others busy.
  await using bad = await startProgram('generated-wordpress.ts', [String(BAD_PAGES)]);
  const { port } = new URL(bad.url);
  for (let number = 1; number <= BAD_SITES; number++) {
    for (const kind of ['slow', 'hostile'] as const) await addSite(dir, { number, port, kind });
  }
  await wait(10_000);
  const beside = await timesOfMessages(names, { dir, sync });
  const ratio = (share: number) => quantile(beside, share) / quantile(alone, share);
  const others = `beside ${BAD_SITES} slow and ${BAD_SITES} hostile sites`;
  return {
    'a page that WordPress told of, p50 ms': quantile(alone, 0.5),
    'a page that WordPress told of, p99 ms': quantile(alone, 0.99),
    [`${others}, p50 of that`]: ratio(0.5),
    [`${others}, p99 of that`]: ratio(0.99),
    [`${others}, looked at`]: beside.length / names.length,
  };
}

/** Milliseconds from the moment at which WordPress tells of a page to the end of the run that has looked at it, a site each. */
async function timesOfMessages(names: readonly string[], { dir, sync }: Pick<Setting, 'dir' | 'sync'>) {
  const refreshed = async () => (await sync.events()).filter(({ msg }) => msg === 'sync.refreshed');
  const before = (await refreshed()).length;
  for (const name of names) {
    await createRefreshRequests(join(dir, name)).write('bench', { posts: { pages: [PAGE] }, site: [] });
    await wait(MESSAGE_EACH_MS);
  }
  const until = performance.now() + LONGEST_WAIT_MS;
  while ((await refreshed()).length < before + names.length && performance.now() < until) await wait(500);
  return (await refreshed()).slice(before).map(({ seconds }) => seconds * 1000);
}

const processorOf = ({ pid }: Sync): number =>
  treeOf(pid)
    .map(processorSecondsOf)
    .reduce((sum, one) => sum + one);

async function countsOf(wordpress: string) {
  const { port } = new URL(wordpress);
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  return (await answer.json()) as { readonly requests: number; readonly probes: number };
}
