import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import packageFile from '../../package.json' with { type: 'json' };
import { packInto } from '../helpers/pack.ts';

const ROOT = join(import.meta.dirname, '../..');
const COMMAND = packageFile.name;
/** This Node comes first, as it would on a machine that has it. */
const ENVIRONMENT = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };

let root: string;
let files: readonly string[];

/** Runs a command in a folder to its end. */
function run(dir: string, command: string, ...args: readonly string[]) {
  const env = { ...ENVIRONMENT, DATA_DIR: join(dir, 'data'), PORT: '0' };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: dir, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

const installed = (...args: readonly string[]) => run(root, join(root, 'node_modules/.bin', COMMAND), ...args);

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'package-'));
  const packed = run(ROOT, ...packInto(root, '--json'));
  assert.equal(packed.status, 0, packed.stderr);
  const [tarball] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('\n[') + 1)) as [
    { readonly filename: string; readonly files: readonly { readonly path: string }[] },
  ];
  files = tarball.files.map(({ path }) => path);
  const { status, stderr } = run(
    root,
    'npm',
    'install',
    '--prefix',
    root,
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    tarball.filename,
  );
  assert.equal(status, 0, stderr);
});
after(() => rm(root, { recursive: true, force: true }));

describe('the package', () => {
  it('has programs in JavaScript and what they read, and nothing of the tests', () => {
    const ours = files.filter((path) => !path.startsWith('node_modules/'));
    assert.deepEqual(
      ours.filter((path) => /\.ts$|\.test\.|(?:^|\/)(?:test|bench)\//.test(path)),
      [],
    );
    const tops = new Set(ours.map((path) => path.split('/')[0]));
    const texts = ['CHANGELOG.md', 'LICENSE', 'LICENSING.md', 'README.md', 'SECURITY.md', 'package.json'];
    assert.deepEqual(tops, new Set([...texts, 'build', 'db', 'deploy', 'docs']));
  });

  it('has the WordPress plugin as an archive', () => {
    assert.ok(files.includes('build/content-service.zip'));
  });

  it('brings the packages with prebuilt binaries, and no other', () => {
    const bundled = files.flatMap((path) => /^node_modules\/([^/]+)\//.exec(path)?.[1] ?? []);
    // node-addon-api is a dependency of better-sqlite3.
    assert.deepEqual(new Set(bundled), new Set([...packageFile.bundleDependencies, 'node-addon-api']));
  });

  it('has a command that lists its subcommands and knows its version', () => {
    const help = installed('--help');
    assert.equal(help.status, 0);
    for (const name of [
      'start',
      'sync',
      'serve',
      'status',
      'doctor',
      'clients',
      'rollback',
      'backup',
      'restore',
      'explain',
      'convert',
    ]) {
      assert.match(help.stdout, new RegExp(`^  ${name} `, 'm'));
      assert.equal(installed(name, '--version').stdout, `${packageFile.version}\n`);
    }
    assert.match(installed('sync', '--help').stdout, /--only PAGE/);
    assert.doesNotMatch(installed('sync', '--help').stdout, /npm run/);
    assert.equal(installed('no-such-thing').status, 4);
    const missing = installed('sites', 'add').stderr;
    assert.match(missing, new RegExp(`${COMMAND} sites add requires`));
  });

  it('does the main job in an empty folder: reads the demo site, serves it, finds a page', async () => {
    const sync = installed('sync');
    assert.equal(sync.status, 0, sync.stdout + sync.stderr);
    assert.match(installed('status').stdout, /\nAll is well: /);
    const server = spawn(join(root, 'node_modules/.bin', COMMAND), ['serve'], {
      cwd: root,
      env: { ...ENVIRONMENT, DATA_DIR: join(root, 'data'), PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let said = '';
      while (!said.includes('server.listening')) {
        const [chunk] = (await once(server.stdout, 'data')) as [Buffer];
        said += chunk.toString();
      }
      const [, url = ''] = /"url":"([^"]+)"/.exec(said) ?? [];
      const commandLine = await readFile(`/proc/${server.pid}/cmdline`, 'utf8');
      assert.ok(commandLine.split('\0').includes('--max-semi-space-size=8'), commandLine);
      const answer = await fetch(`${url}/wp-json/agentes/v1/search_pages?query=fregadero%20atascado&city=madrid`);
      const { results } = (await answer.json()) as { readonly results: readonly { readonly url: string }[] };
      assert.match(results[0]?.url ?? '', /\/madrid\//);
      for (const path of ['/api/assets/console/console.js', '/api/assets/marked/marked.esm.js']) {
        assert.equal((await fetch(url + path)).status, 200, path);
      }
    } finally {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    }
  });
});
