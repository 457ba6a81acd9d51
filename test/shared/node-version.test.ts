import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryDir } from '../faults/temporary-dir.ts';

const ROOT = join(import.meta.dirname, '../..');
const CHECK = 'shared/node-version.js';

/** Runs the check as an installation that asks for this range of Node has it. */
async function checkAgainst(node: string) {
  await using installation = await temporaryDir('node-version-');
  cpSync(join(ROOT, CHECK), join(installation.dir, CHECK));
  const packageFile = { name: 'some-service', type: 'module', engines: { node } };
  writeFileSync(join(installation.dir, 'package.json'), JSON.stringify(packageFile));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(installation.dir, CHECK)], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the check of the Node version', () => {
  it('says in one sentence which Node is needed and which this is', async () => {
    const { node } = process.versions;
    const stderr = `some-service needs Node ≥ 99.1, this is ${node}. In a checkout, npm ci installs a newer Node beside it.\n`;
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
