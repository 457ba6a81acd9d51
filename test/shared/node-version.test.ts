import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryDir } from '../faults/temporary-dir.ts';

const ROOT = join(import.meta.dirname, '../..');
const CHECK = 'shared/node-version.js';

type Machine = { readonly node?: string; readonly isCheckout?: boolean };

/** Runs the check in an installation that requires a range of Node, on this Node or on Node `node`. */
async function checkAgainst(range: string, { node, isCheckout = false }: Machine = {}) {
  await using installation = await temporaryDir('node-version-');
  cpSync(join(ROOT, CHECK), join(installation.dir, CHECK));
  const packageFile = { name: 'some-service', type: 'module', engines: { node: range } };
  writeFileSync(join(installation.dir, 'package.json'), JSON.stringify(packageFile));
  if (isCheckout) cpSync(join(ROOT, 'server/main.ts'), join(installation.dir, 'server/main.ts'));
  const versions = `Object.defineProperty(process, 'versions', { value: { node: '${node}' } })`;
  const options = node === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(versions)}`];
  const command = [...options, join(installation.dir, CHECK)];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the check of the Node version', () => {
  it('says in one sentence which Node is needed and which this is', async () => {
    const { node } = process.versions;
    const stderr = `some-service needs Node ≥ 99.1, this is ${node}. Install a newer Node.\n`;
    assert.deepEqual(await checkAgainst('>=99.1'), { status: 4, stdout: '', stderr });
    const [major = 0, minor = 0] = node.split('.').map(Number);
    assert.equal((await checkAgainst(`>=${major}.${minor + 1}`)).status, 4);
  });

  it('says nothing on a Node that is new enough', async () => {
    const [major, minor] = process.versions.node.split('.');
    for (const least of [`${major}.${minor}`, '18.99']) {
      assert.deepEqual(await checkAgainst(`>=${least}`), { status: 0, stdout: '', stderr: '' });
    }
  });

  it('refuses Node 22 and 23 for a checkout only: the package is compiled for Node 22', async () => {
    for (const node of ['22.19.0', '23.11.1']) {
      assert.equal((await checkAgainst('>=22.19', { node })).status, 0);
      const { status, stderr } = await checkAgainst('>=22.19', { node, isCheckout: true });
      assert.match(
        stderr,
        new RegExp(`needs Node ≥ 24, this is ${node}. Run npm ci, then npm start or npm run COMMAND`),
      );
      assert.equal(status, 4);
    }
    assert.equal((await checkAgainst('>=22.19', { node: '24.0.0', isCheckout: true })).status, 0);
  });

  it('runs before every program', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>;
    };
    const programs = Object.entries(scripts).filter(([, script]) =>
      / (?:sync|server|bench)\/[\w/]+\.[jt]s\b/.test(script),
    );
    const using = (file: string) => programs.filter(([, script]) => script.includes(file)).map(([name]) => name);
    // `server/command.js` checks it itself.
    const [commands, others] = [using('server/command.js'), using('.ts')];
    assert.ok(commands.includes('start') && others.includes('dev') && commands.length > 8);
    assert.deepEqual(
      others.filter((name) => scripts[`pre${name}`] !== `node ${CHECK}`),
      [],
    );
    assert.deepEqual(
      commands.filter((name) => !scripts[name]?.endsWith(`node server/command.js ${name}`) || `pre${name}` in scripts),
      [],
    );
  });
});
