/**
 * One site on several servers that follow one published index, behind nginx, with one Valkey: requests per second, exactness of
 * quotas, time from a publication until all serve it, bytes that it takes from the origin; and the last two of many more followers.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createGenerations } from '../db/index/generations.ts';
import { followIndex } from '../server/follow/follower.ts';
import { createLog } from '../shared/log.ts';
import { startWebServer, workplace } from '../test/deploy/web-server.ts';
import { startIndexOrigin } from '../test/helpers/index-origin.ts';
import { freePort, hasValkey, startValkey } from '../test/helpers/valkey-server.ts';
import { anonymousCallers, load } from './load.ts';
import { madeUpSite } from './made-up-site.ts';
import { median, startProgram } from './program.ts';

const NGINX = '/usr/sbin/nginx';
const SEARCH = '/wp-json/agentes/v1/search_pages?query=gran%20parte';
const SERVERS = [1, 2, 4];
/** Requests of one address, whose quota is 60. */
const FLOOD = 300;
const LONGEST_WAIT_MS = 300_000;

type Site = Awaited<ReturnType<typeof madeUpSite>>;
type Origin = Awaited<ReturnType<typeof startIndexOrigin>>;
type Setting = {
  readonly site: Site;
  readonly origin: Origin;
  readonly pollSeconds: number;
  readonly publications: number;
};

export async function run({ quick }: { readonly quick: boolean }): Promise<unknown> {
  if (!hasValkey() || !existsSync(NGINX)) {
    console.log('left out: it needs nginx, and valkey-server or redis-server');
    return [];
  }
  await using site = await madeUpSite(quick ? 600 : 3000);
  await site.publish();
  await using origin = await startIndexOrigin(site.dir);
  await using store = await startValkey();
  const setting = { site, origin, pollSeconds: quick ? 1 : 10, publications: quick ? 1 : 5 };
  const rows: Record<string, number | string>[] = [];
  for (const [round, count] of SERVERS.entries()) {
    rows.push(await measureServers(count, round, { ...setting, stateUrl: store.url, seconds: quick ? 2 : 15 }));
  }
  rows.push(await measureFollowers(quick ? 5 : 50, setting));
  console.table(rows);
  return rows;
}

type ServersSetting = Setting & { readonly stateUrl: string; readonly seconds: number };

async function measureServers(count: number, round: number, setting: ServersSetting) {
  await using opened = new AsyncDisposableStack();
  const urls = await Promise.all(
    Array.from({ length: count }, async () => {
      const dir = await mkdtemp(join(tmpdir(), 'bench-server-'));
      opened.defer(() => rm(dir, { recursive: true }));
      const server = await startProgram('../server/main.ts', [], {
        DATA_DIR: dir,
        PORT: '0',
        PUBLIC_URL: 'https://example.com',
        TRUST_PROXY: '127.0.0.1',
        STATE_URL: setting.stateUrl,
        INDEX_URL: setting.origin.url,
        INDEX_POLL_SECONDS: String(setting.pollSeconds),
      });
      opened.use(server);
      return server.url;
    }),
  );
  const served = async (generation: number) =>
    (await Promise.all(urls.map(generationOf))).every((one) => one === generation);
  const { generation = 0 } = (await setting.site.generations.current()) ?? {};
  await until(() => served(generation));
  const front = opened.use(await startFront(urls));
  const { rps, p50, p99 } = await load(front.url + SEARCH, setting.seconds, anonymousCallers(round));
  const statuses = await Promise.all(
    Array.from({ length: FLOOD }, async () => {
      const answer = await fetch(front.url + SEARCH, { headers: { 'X-Forwarded-For': `192.0.2.${round + 1}` } });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  return {
    servers: count,
    'requests/s': Math.round(rps),
    'p50 ms': p50,
    'p99 ms': p99,
    'admitted of a quota of 60': statuses.filter((status) => status === 200).length,
    ...(await publications(count, setting, served)),
  };
}

/** Followers without a server, as many as one process carries. */
async function measureFollowers(count: number, setting: Setting) {
  await using opened = new AsyncDisposableStack();
  const all = await Promise.all(
    Array.from({ length: count }, async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'bench-follower-'));
      opened.defer(() => rm(dataDir, { recursive: true }));
      const generations = createGenerations(dataDir);
      const log = createLog({ name: 'bench', level: 'silent' });
      const { url } = setting.origin;
      const now = () => new Date();
      opened.use(
        followIndex({ url, dataDir, generations, publicKeys: [], everyMs: setting.pollSeconds * 1000, log, now }),
      );
      return generations;
    }),
  );
  const followed = async (generation: number) =>
    (await Promise.all(all.map((one) => one.current()))).every((pointer) => pointer?.generation === generation);
  const { generation = 0 } = (await setting.site.generations.current()) ?? {};
  await until(() => followed(generation));
  const rest = { 'requests/s': '', 'p50 ms': '', 'p99 ms': '', 'admitted of a quota of 60': '' };
  return { servers: `${count} followers alone`, ...rest, ...(await publications(count, setting, followed)) };
}

/** Publishes edits of one page, one after the other; `served` tells when all have one. */
async function publications(
  count: number,
  { site, origin, publications: turns }: Setting,
  served: (generation: number) => Promise<boolean>,
) {
  const seconds: number[] = [];
  const kilobytes: number[] = [];
  let most = 0;
  for (let turn = 0; turn < turns; turn++) {
    site.edits.text();
    const { pointer } = await site.publish();
    const [began, before] = [performance.now(), origin.seen.length];
    await until(() => served(pointer.generation));
    seconds.push((performance.now() - began) / 1000);
    const asked = origin.seen.slice(before);
    kilobytes.push(asked.reduce((sum, { bytes }) => sum + bytes, 0) / 1000 / count);
    most = Math.max(most, mostInASecond(asked.map(({ at }) => at)));
  }
  return {
    's until all serve': Number(median(seconds).toFixed(1)),
    'KB from the origin, each': Math.round(median(kilobytes)),
    'most requests to it in 1 s': most,
  };
}

function mostInASecond(times: readonly number[]): number {
  return Math.max(0, ...times.map((time) => times.filter((other) => other >= time && other < time + 1000).length));
}

async function generationOf(url: string): Promise<number> {
  const answer = await fetch(`${url}/readyz`);
  const { generation = 0 } = (await answer.json()) as { readonly generation?: number };
  return generation;
}

async function until(done: () => Promise<boolean>): Promise<void> {
  const last = performance.now() + LONGEST_WAIT_MS;
  while (!(await done())) {
    if (performance.now() > last) throw new Error('The servers take too long');
    await wait(50);
  }
}

/** nginx that passes everything to the servers in turn, and the caller's address with it. */
async function startFront(urls: readonly string[]) {
  const dir = await workplace('bench-nginx-');
  const port = Number(await freePort());
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  );
  const servers = urls.map((url) => `server ${new URL(url).host};`);
  const config = `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; daemon off; pid ${dir}/pid; error_log ${dir}/error.log;
    events { worker_connections 4096; } http { access_log off; keepalive_requests 1000000; ${temporary.join(' ')}
    upstream service { ${servers.join(' ')} keepalive 64; }
    server { listen 127.0.0.1:${port}; location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host example.com; proxy_set_header X-Forwarded-For $http_x_forwarded_for; } } }`;
  await writeFile(join(dir, 'nginx.conf'), config);
  return await startWebServer(NGINX, ['-e', join(dir, 'error.log'), '-c', join(dir, 'nginx.conf')], { dir, port });
}
