import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { examineSites, reportLine, type SiteReport } from '../../../sync/doctor/examine.ts';
import type { Finding } from '../../../sync/doctor/finding.ts';
import { note, ok, problem } from '../../helpers/findings.ts';
import { listSites } from '../../../sync/service/sites/list.ts';
import { temporaryDir } from '../../faults/temporary-dir.ts';
import { runProgram } from '../../helpers/program.ts';

function write(dir: string, name: string, yaml: string): void {
  mkdirSync(join(dir, name), { recursive: true });
  writeFileSync(join(dir, name, 'site.yaml'), yaml);
}

/** The lines of every site of a folder, when its check finds this. */
async function linesOf(dir: string, findings: (siteUrl: string) => readonly Finding[]) {
  const lines: string[] = [];
  const examine = ({ SITE_URL: url = '' }) => Promise.resolve([{ title: url, findings: findings(url) }]);
  for await (const report of examineSites(listSites(dir, {}), examine)) lines.push(reportLine(report, 5));
  return lines;
}

describe('npm run doctor -- --all', () => {
  it('tells every site in a line, in order, and ends with the code of the worst', async () => {
    await using folder = await temporaryDir('doctor-all-');
    const { dir } = folder;
    write(dir, 'away', 'site_url: http://127.0.0.1:9\n');
    write(dir, 'paused', 'site_url: http://127.0.0.1:9\npublic_url: https://paused.example\npaused: true\n');
    const doctor = async (...args: readonly string[]) => {
      await using program = runProgram('sync/doctor.ts', { SITES_DIR: dir }, ['--all', ...args]);
      return await program.ended;
    };
    const ended = await doctor();
    assert.equal(ended.code, 1, ended.stderr);
    assert.match(
      ended.stdout,
      /^away {4}1 problem, \d notes: The connection was refused.*\npaused {2}paused\n2 sites, 1 problem\n$/,
    );
    write(dir, 'broken', 'site_url: http://127.0.0.1:9\nsettings: { sync_schedule: never }\n');
    const { code, stdout } = await doctor('--json');
    assert.equal(code, 4);
    const { problems, sites } = JSON.parse(stdout) as { problems: number; sites: SiteReport[] };
    assert.deepEqual(
      sites.map(({ name, state, problems: count }) => [name, state, count]),
      [
        ['away', 'checked', 1],
        ['broken', 'faulty', 1],
        ['paused', 'paused', 0],
      ],
    );
    assert.equal(problems, 2);
  });

  it('is for many sites alone, and proposes no site.yaml', async () => {
    await using folder = await temporaryDir('doctor-all-');
    await using single = runProgram('sync/doctor.ts', { DATA_DIR: folder.dir }, ['--all']);
    assert.match((await single.ended).stderr, /--all: SITES_DIR is not set/);
    await using proposing = runProgram('sync/doctor.ts', { SITES_DIR: folder.dir }, ['--all', '--site-yaml']);
    assert.equal((await proposing.ended).code, 4);
  });
});

describe('a line of the doctor over all sites', () => {
  it('has the first problem, and how many there are besides', async () => {
    await using folder = await temporaryDir('doctor-all-');
    write(folder.dir, 'a', 'site_url: https://a.example\n');
    write(folder.dir, 'b', 'site_url: https://b.example\n');
    write(folder.dir, 'c', 'site_url: https://c.example\n');
    const bad = [note('n', 'So so'), problem('x', 'Worst\u001B[31m', 'act'), problem('y', 'Bad', 'act')];
    const lines = await linesOf(folder.dir, (url) => {
      if (url.includes('a.')) return [ok('o', 'Well')];
      return url.includes('b.') ? bad : [note('n', 'So so')];
    });
    assert.deepEqual(lines, ['a      ok\n', 'b      2 problems, 1 note: Worst [31m\n', 'c      1 note: So so\n']);
  });

  it('says where two sites read one WordPress, which is asked twice as often then', async () => {
    await using folder = await temporaryDir('doctor-all-');
    write(folder.dir, 'one', 'site_url: https://a.example\n');
    write(folder.dir, 'two', 'site_url: http://www.a.example/\npublic_url: https://b.example\n');
    const followed = 'settings: { index_url: "https://cdn.example/index" }';
    write(folder.dir, 'xyz', `site_url: https://a.example\npublic_url: https://c.example\n${followed}\n`);
    const lines = await linesOf(folder.dir, () => []);
    assert.deepEqual(lines, [
      'one    1 note: https://a.example is also read by two: together they send twice the requests\n',
      'two    1 note: http://www.a.example is also read by one: together they send twice the requests\n',
      'xyz    ok\n',
    ]);
  });

  it('says where two sites are to be served at one address', async () => {
    await using folder = await temporaryDir('doctor-all-');
    write(folder.dir, 'one', 'site_url: https://a.example\n');
    write(folder.dir, 'two', 'site_url: https://b.example\npublic_url: http://a.example\n');
    const lines = await linesOf(folder.dir, () => []);
    assert.match(lines[0] ?? '', /^one {4}1 problem: https:\/\/a\.example is also the address of two\n$/);
    assert.match(lines[1] ?? '', /^two {4}1 problem: http:\/\/a\.example is also the address of one\n$/);
  });
});
