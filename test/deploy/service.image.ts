import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import packageFile from '../../package.json' with { type: 'json' };
import { HEAP_FLAGS } from '../../shared/v8.js';
import { buildImage, startContainer, type Image } from './image.ts';

const PORT = 8187;
const SITE = `http://127.0.0.1:${PORT}`;

describe('the image', { timeout: 1_200_000 }, () => {
  let image: Image;

  before(async () => {
    image = await buildImage();
  });
  after(() => image?.dispose());

  it('answers from the demo site: not as root, with only its volume writable; from compiled modules; ends at SIGTERM', async () => {
    await using container = await startContainer(image, 'volume', [`PORT=${PORT}`]);
    assert.notEqual(health(container).status, 0);
    await printed(container, /server\.index\.opened/);
    // The first index contains only the first pages.
    const search = `${SITE}/wp-json/agentes/v1/search_pages?query=fregadero%20atascado&city=madrid`;
    while (((await (await fetch(search)).json()) as { total: number }).total === 0) await wait(1000);
    assert.equal(health(container).status, 0);

    const about = readFileSync(`/proc/${container.init()}/status`, 'utf8');
    assert.match(about, /^Uid:\t(\d{2,})\t\1\t\1\t\1$/m);
    assert.match(about, /^CapEff:\t0+$/m);
    assert.match(container.exec('touch', '/opt/content-service/x').stderr, /Read-only file system/);
    assert.deepEqual(modes(container.volume), { index: '700', 'mirror.db': '600' });
    const status = () => container.exec('wordpress-content-service', 'status').stdout;
    while (status().includes('The first sync is at work')) await wait(1000);
    assert.match(status(), /All is well/);

    const cache = '/opt/content-service/node_modules/.cache/compiled';
    const [folder = ''] = readdirSync(join(image.rootfs, cache));
    assert.equal(statSync(join(image.rootfs, cache, folder)).uid, 0, 'the service cannot change its compiled modules');
    const isStripped = `import('/opt/content-service/server/server.ts').then(() => {
      process.stdout.write(String(process.moduleLoadList.some((name) => name.includes('deps/amaro'))));
      process.exit();
    })`;
    const load = ['env', `NODE_COMPILE_CACHE=${cache}`, 'node', ...HEAP_FLAGS, '--eval', isStripped];
    assert.equal(container.exec(...load).stdout, 'false');

    process.kill(container.init(), 'SIGTERM');
    const stopped = await Promise.race([container.ended, wait(15_000, undefined, { ref: false })]);
    assert.equal(stopped?.code, 0, container.output());
  });

  it('runs each subcommand', async () => {
    await using container = await startContainer(image, 'subcommand', [], ['--version']);
    assert.deepEqual(await container.ended, { code: 0, output: `${packageFile.version}\n` });
  });

  it('says what its volume, its port and its user are', () => {
    const { User, Volumes, Env } = image.config;
    assert.match(User, /^[1-9]\d*:[1-9]\d*$/, 'a number, by which an orchestrator sees that it is not root');
    assert.deepEqual(Object.keys(Volumes), ['/data']);
    assert.ok(Env.includes('DATA_DIR=/data'));
    const { uid, gid, mode } = statSync(join(image.rootfs, 'data'));
    assert.deepEqual([`${uid}:${gid}`, mode & 0o777], [User, 0o700], 'a new volume takes these from the image');
  });

  it('holds the programs and what they read, for amd64 and arm64, and nothing else of the checkout', () => {
    const program = join(image.rootfs, 'opt/content-service');
    const tops = readdirSync(program);
    for (const name of ['test', 'bench', 'deploy', '.git', '.ci', 'data']) assert.ok(!tops.includes(name), name);
    const compiled = readdirSync(join(program, 'node_modules'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.node'),
    );
    assert.deepEqual(
      compiled.toSorted(),
      ['arm64', 'x64'].map((cpu) => `better-sqlite3/prebuilds/linux-${cpu}.node`),
    );
  });

  const health = ({ exec }: Awaited<ReturnType<typeof startContainer>>) => {
    const [kind, ...test] = image.config.Healthcheck.Test;
    assert.equal(kind, 'CMD');
    return exec(...test);
  };
});

/** Waits until a container has said something; throws when it ends first, or after ten minutes. */
async function printed(container: Awaited<ReturnType<typeof startContainer>>, pattern: RegExp): Promise<void> {
  const until = Date.now() + 600_000;
  while (!pattern.test(container.output())) {
    const ended = await Promise.race([container.ended, wait(200)]);
    if (ended !== undefined || Date.now() > until) throw new Error(`no ${pattern}:\n${container.output()}`);
  }
}

function modes(dir: string): Readonly<Record<string, string>> {
  const names = ['index', 'mirror.db'];
  return Object.fromEntries(names.map((name) => [name, (statSync(join(dir, name)).mode & 0o777).toString(8)]));
}
