import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../helpers/local-server.ts';
import { PROMETHEUS } from './dashboard.ts';

const PROGRAM = '/usr/bin/prometheus';

/** Addresses that Prometheus asks for metrics, as `host:port`. */
type Targets = { readonly server: string; readonly sync: string };

type RangeSeries = {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [time: number, value: string])[];
};

/** A real Prometheus with the example of deploy/prometheus, which asks these programs each second. */
export async function startPrometheus({ server, sync }: Targets) {
  if (!existsSync(PROGRAM)) throw new Error(`These tests need ${PROGRAM}: apt-get install prometheus`);
  const dir = await mkdtemp(join(tmpdir(), 'prometheus-'));
  const config = readFileSync(join(PROMETHEUS, 'prometheus.yml'), 'utf8')
    .replace('scrape_interval: 15s', 'scrape_interval: 1s\n  evaluation_interval: 1s')
    .replace('127.0.0.1:9464', server)
    .replace('127.0.0.1:9465', sync);
  await writeFile(join(dir, 'prometheus.yml'), config);
  await copyFile(join(PROMETHEUS, 'rules.yml'), join(dir, 'rules.yml'));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    PROGRAM,
    [
      `--config.file=${join(dir, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(dir, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(child, 'close');
  const url = `http://${address}`;

  async function ask(path: string): Promise<any> {
    const answer = await fetch(`${url}/api/v1/${path}`);
    const { data, error } = (await answer.json()) as { readonly data?: unknown; readonly error?: string };
    if (!answer.ok) throw new Error(`${path}: ${error}`);
    return data;
  }

  return {
    url,
    /** The condition of each target, by its job. */
    async targets(): Promise<Readonly<Record<string, string>>> {
      const { activeTargets } = await ask('targets');
      return Object.fromEntries(activeTargets.map((one: any) => [one.labels.job, one.health]));
    },
    /** The values of a query. */
    query: async (expr: string): Promise<readonly { value: [number, string] }[]> =>
      (await ask(`query?query=${encodeURIComponent(expr)}`)).result,
    /** The series of a query between two times, in seconds since 1970. */
    async range(expr: string, from: number, to: number): Promise<readonly RangeSeries[]> {
      const step = Math.max(1, Math.round((to - from) / 300));
      return (await ask(`query_range?query=${encodeURIComponent(expr)}&start=${from}&end=${to}&step=${step}`)).result;
    },
    /** The rules, each with the fault of its last evaluation. */
    rules: async (): Promise<readonly { name: string; health: string; lastError?: string }[]> =>
      (await ask('rules')).groups.flatMap(({ rules }: any) => rules),
    /** Waits until this answers true, two minutes at most; what cannot be asked yet is not true. */
    async until(holds: () => Promise<boolean>): Promise<void> {
      for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
        if (await holds().catch(() => false)) return;
        await wait(200);
      }
      throw new Error(`Prometheus never came to ${holds.toString()}`);
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
