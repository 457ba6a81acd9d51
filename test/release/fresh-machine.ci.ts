import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import packageFile from '../../package.json' with { type: 'json' };
import { packInto } from '../helpers/pack.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Versions of npm and Node that come together, and the newest: `NEWEST=latest` takes those of the day, and installs the
 * package with them, too. And an old Node.
 */
const NEWEST = process.env['NEWEST'];
const MACHINES = [
  { npm: '10.9.3', node: '22.19.0' },
  { npm: '11.6.2', node: '24.11.0' },
  { npm: NEWEST ?? '12.2.2', node: NEWEST ?? '26.12.1' },
];
const OLD_NODE = { npm: '10.9.3', node: '20.20.2' };

/** Programs that a fresh machine lacks: those that npm compiles with, and the Node and npm of this machine. */
const ABSENT =
  /^(?:python.*|pypy.*|g?make|ninja|cmake|node|nodejs|npm|npx|corepack|node-gyp|ld(?:\..*)?|(?:.+-)?(?:gcc|g\+\+|cc|c\+\+|cpp|clang|clang\+\+|tcc|as)(?:-\d+)?|c[89]9(?:-gcc)?)$/;

type Machine = (typeof MACHINES)[number];

let root: string;
let tarball: string;
const nameOf = ({ npm, node }: Machine) => `npm ${npm} on Node ${node}`;

/** Runs a command in a folder with this PATH; returns its output. The command has to end with exit code 0. */
async function run(dir: string, path: string, command: string, ...args: readonly string[]): Promise<string> {
  const { status, printed } = await outcomeOf(dir, path, {}, command, ...args);
  assert.equal(status, 0, `${command} ${args.join(' ')}:\n${printed.slice(-4000)}`);
  return printed;
}

async function outcomeOf(
  dir: string,
  path: string,
  settings: Readonly<Record<string, string>>,
  command: string,
  ...args: readonly string[]
) {
  // `nodedir` would give node-gyp the headers of this machine.
  const env = { ...process.env, PATH: path, npm_config_nodedir: '', DATA_DIR: join(dir, 'data'), ...settings };
  for (const name of ['NODE_OPTIONS', 'NODE_TEST_CONTEXT', 'npm_execpath', 'npm_node_execpath', 'NODE']) {
    Reflect.deleteProperty(env, name);
  }
  const child = spawn(command, args, { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, printed };
}

/** The folder of a package from the registry, unpacked; none of its scripts runs. */
async function unpacked(name: string, version: string): Promise<string> {
  const dir = join(root, 'tools', `${name}-${version}`);
  if (existsSync(dir)) return join(dir, 'package');
  mkdirSync(dir, { recursive: true });
  const path = process.env['PATH'] ?? '';
  await run(dir, path, 'npm', 'pack', '--silent', `${name}@${version}`);
  const [packed = ''] = readdirSync(dir);
  await run(dir, path, 'tar', 'xzf', packed);
  return join(dir, 'package');
}

/** A PATH of one folder: links to the programs of this machine without `ABSENT`, and to this npm and Node. */
async function pathOf(machine: Machine): Promise<string> {
  const path = join(root, nameOf(machine).replaceAll(' ', '-'));
  if (existsSync(path)) return path;
  const node = await unpacked(`node-linux-${process.arch}`, machine.node);
  const npm = await unpacked('npm', machine.npm);
  mkdirSync(path);
  const programs = new Map(
    ['/bin', '/usr/bin'].flatMap((dir) => readdirSync(dir).map((name) => [name, join(dir, name)])),
  );
  for (const [name, program] of programs) if (!ABSENT.test(name)) symlinkSync(program, join(path, name));
  symlinkSync(join(node, 'bin/node'), join(path, 'node'));
  for (const name of ['npm', 'npx']) {
    const program = join(npm, `bin/${name}-cli.js`);
    chmodSync(program, 0o755);
    symlinkSync(program, join(path, name));
  }
  for (const name of ['python3', 'python', 'make', 'gcc', 'cc', 'g++']) assert.ok(!existsSync(join(path, name)), name);
  return path;
}

/** A new folder with the files that `npm ci` reads. */
function checkout(): string {
  const dir = mkdtempSync(join(root, 'checkout-'));
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(ROOT, file), join(dir, file));
  return dir;
}

/** Runs the installed package with the demo site: sync, then a search of the server. */
async function servesDemo(dir: string, path: string): Promise<void> {
  const command = join(dir, 'bin', packageFile.name);
  await run(dir, path, command, 'sync');
  assert.match(await run(dir, path, command, 'status'), /\nAll is well: /);
  const env = { PATH: path, DATA_DIR: join(dir, 'data'), PORT: '0' };
  const server = spawn(command, ['serve'], { cwd: dir, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  try {
    let printed = '';
    for await (const chunk of server.stdout.setEncoding('utf8')) {
      printed += String(chunk);
      if (printed.includes('server.listening')) break;
    }
    const [, url = ''] = /"url":"([^"]+)"/.exec(printed) ?? [];
    const answer = await fetch(`${url}/wp-json/agentes/v1/search_pages?query=fregadero%20atascado&city=madrid`);
    assert.match(await answer.text(), /\/madrid\//);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

/** Runs a sync of an address without a server. */
async function explainsFailure(dir: string, path: string): Promise<void> {
  const settings = { SITE_URL: 'http://127.0.0.1:9', DATA_DIR: join(dir, 'failed') };
  const { status, printed } = await outcomeOf(dir, path, settings, join(dir, 'bin', packageFile.name), 'sync');
  assert.match(printed, /The connection was refused, 5 times \(GET http:\/\/127\.0\.0\.1:9\/\)/);
  assert.equal(status, 1, printed);
}

const USES_SQLITE = `new (require('better-sqlite3'))(':memory:').prepare('SELECT sqlite_version()').pluck().get()`;

before(async () => {
  root = mkdtempSync(join(tmpdir(), 'fresh-machine-'));
  const packed = await run(ROOT, process.env['PATH'] ?? '', ...packInto(root, '--silent'));
  tarball = join(root, basename(packed.trim().split('\n').at(-1) ?? ''));
});
after(() => rmSync(root, { recursive: true, force: true }));

describe('a machine without Python, make and a compiler', () => {
  for (const machine of [...MACHINES, OLD_NODE]) {
    it(`installs a clone: ${nameOf(machine)}`, async () => {
      const [dir, path] = [checkout(), await pathOf(machine)];
      await run(dir, path, 'npm', 'ci');
      const bin = join(dir, 'node_modules/.bin');
      assert.match(await run(dir, path, join(bin, 'node'), '-p', USES_SQLITE), /^\d+\.\d+/);
      rmSync(dir, { recursive: true });
    });
  }

  for (const machine of NEWEST === undefined ? MACHINES.slice(0, 2) : MACHINES) {
    it(`installs the package globally, and runs it by npx: ${nameOf(machine)}`, async () => {
      const path = await pathOf(machine);
      const dir = mkdtempSync(join(root, 'installed-'));
      await run(dir, path, 'npm', 'install', '--global', '--prefix', dir, tarball);
      const version = new RegExp(`^${packageFile.version.replaceAll('.', '\\.')}$`, 'm');
      assert.match(await run(dir, path, join(dir, 'bin', packageFile.name), 'status', '--version'), version);
      await servesDemo(dir, path);
      await explainsFailure(dir, path);
      const installed = join(dir, 'lib/node_modules', packageFile.name);
      assert.match(await run(installed, path, 'node', '-p', USES_SQLITE), /^\d+\.\d+/);
      // A new npx folder beside the tarballs that npm has fetched before.
      const cache = join(dir, 'cache');
      mkdirSync(cache);
      const fetched = (await run(dir, path, 'npm', 'config', 'get', 'cache')).trim().split('\n').at(-1) ?? '';
      symlinkSync(join(fetched, '_cacache'), join(cache, '_cacache'));
      const command = ['--package', tarball, packageFile.name, 'status', '--version'];
      const printed = await run(dir, path, 'npx', '--yes', '--cache', cache, ...command);
      assert.match(printed, version);
      rmSync(dir, { recursive: true });
    });
  }
});
