import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findingsText } from '../../../sync/doctor/finding.ts';
import { note, ok, problem } from '../../helpers/findings.ts';
import { runProgram } from '../../helpers/program.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';

async function doctor(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  await using data = await temporaryDataDir();
  await using program = runProgram('sync/doctor.ts', { DATA_DIR: data.dir, ...env }, args);
  return await program.ended;
}

describe('npm run doctor', () => {
  it('ends with 0 when all is well, and says so', async () => {
    const { code, stdout, stderr } = await doctor({});
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /Site: the embedded demo/);
    assert.match(stdout, /No problems, \d+ notes?\.\n$/);
  });

  it('ends with 1 when there are problems', async () => {
    const { code, stdout } = await doctor({ SITE_URL: 'http://127.0.0.1:9' });
    assert.equal(code, 1);
    assert.match(stdout, /problem +The connection was refused/);
    assert.match(stdout, /→ check SITE_URL/);
  });

  it('ends with 4 when the configuration cannot be used', async () => {
    const faulty = await doctor({ PORT: 'http', SYNC_SCHEDULE: 'often' });
    assert.equal(faulty.code, 4);
    assert.match(faulty.stderr, /PORT: got "http"/);
    assert.equal((await doctor({}, '--privat')).code, 4);
    const both = await doctor({}, '--public', '--site-yaml');
    assert.equal(both.code, 4);
    assert.match(both.stderr, /--site-yaml: applies to a single site/);
    assert.equal((await doctor({ PUBLIC_URL: 'https://x.example/path' })).code, 4);
  });

  it('speaks JSON to programs', async () => {
    const { code, stdout } = await doctor({ PORT: '9' }, '--public', '--json');
    assert.equal(code, 1);
    const report = JSON.parse(stdout) as {
      problems: number;
      sections: { findings: { level: string; check: string }[] }[];
    };
    assert.equal(report.problems, 1);
    assert.deepEqual(
      report.sections.flatMap(({ findings }) => findings.map(({ level, check }) => `${level} ${check}`)),
      ['note public.https', 'problem public.api'],
    );
  });

  it('prints its options', async () => {
    assert.match((await doctor({}, '--help')).stdout, /--public/);
  });
});

describe('findingsText', () => {
  it('says once what several findings in a row advise', () => {
    const findings = [problem('a', 'One', 'this'), problem('b', 'Two', 'this'), ok('c', 'Well')];
    assert.equal(
      findingsText([{ title: 'Site', findings }]),
      'Site\n  problem  One\n  problem  Two\n           → this\n  ok       Well\n\n2 problems, 0 notes.\n',
    );
  });

  it('refers to advice of several lines that it gave before', () => {
    const findings = [problem('a', 'One', 'this\nthat'), ok('c', 'Well'), problem('b', 'Two', 'this\nthat')];
    assert.match(
      findingsText([{ title: 'Site', findings }]),
      /→ that\n  ok       Well\n  problem  Two\n +→ as above\n/,
    );
  });

  it('puts each finding on a line of its own, what to do under it, and the count last', () => {
    const findings = [ok('a', 'Well'), note('b', 'So\u001B[31m so', 'maybe'), problem('c', 'Bad', 'this\nthat')];
    assert.equal(
      findingsText([{ title: 'Site', findings }]),
      'Site\n  ok       Well\n  note     So [31m so\n           → maybe\n  problem  Bad\n           → this\n           → that\n\n1 problem, 1 note.\n',
    );
  });
});
