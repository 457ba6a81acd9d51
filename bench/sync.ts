/** Speed of sync on a site of many pages: a first run, a second one that finds nothing changed, and the index build. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, runToEnd, startProgram } from './program.ts';

type Turn = Readonly<Record<'first' | 'second' | 'build' | 'megabytes', number>>;

/** Milliseconds between the beginning of a phase and the event after it. */
function phaseOf(events: readonly Readonly<Record<string, unknown>>[], phase: string): number {
  const at = events.findIndex((event) => event['msg'] === 'sync.phase' && event['phase'] === phase);
  const next = events.slice(at + 1).find((event) => event['msg'] !== 'sync.warning');
  return at < 0 || !next ? Number.NaN : Date.parse(String(next['time'])) - Date.parse(String(events[at]?.['time']));
}

/** Measures whole processes, so start-up is included. */
export async function run({ quick }: { readonly quick: boolean }): Promise<unknown> {
  const pages = quick ? 300 : 10_000;
  const rounds = quick ? 1 : 3;
  await using site = await startProgram('many-pages.ts', [String(pages)]);
  const turns: Turn[] = [];
  for (let round = 0; round < rounds; round++) {
    const dir = await mkdtemp(join(tmpdir(), 'bench-sync-'));
    const env = { SITE_URL: site.url, DATA_DIR: dir, SYNC_REQUESTS_PER_SECOND: '0', LOG_LEVEL: 'info' };
    const first = await runToEnd('../sync/main.ts', [], env);
    const second = await runToEnd('../sync/main.ts', [], env);
    const retried = [...first.events, ...second.events].find(({ msg }) => msg === 'sync.wordpress.retried');
    if (retried) throw new Error(`The made-up site is not as a WordPress is: ${JSON.stringify(retried)}`);
    const { size } = await stat(join(dir, 'index/index-1.db'));
    turns.push({
      first: first.milliseconds,
      second: second.milliseconds,
      build: phaseOf(first.events, 'build'),
      megabytes: size / 1e6,
    });
    await rm(dir, { recursive: true });
  }
  const of = (figure: keyof Turn) => median(turns.map((turn) => turn[figure]));
  const row = {
    pages,
    'first sync, pages/s': Math.round((pages / of('first')) * 1000),
    'unchanged sync, pages/s': Math.round((pages / of('second')) * 1000),
    'index build, s': Number((of('build') / 1000).toFixed(2)),
    'index, MB': Number(of('megabytes').toFixed(1)),
  };
  console.table([row]);
  return row;
}
