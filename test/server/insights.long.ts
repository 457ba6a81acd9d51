import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { checksumOf } from '../../db/index/generations.ts';
import { fillLedger } from '../helpers/filled-ledger.ts';
import { runProgram } from '../helpers/program.ts';
import { SAMPLE_PAGES, page, temporaryDataDir } from '../helpers/sample-index.ts';

const HOSTILE = 'Moqueta <img src=x onerror=alert(1)> "quoted"';

let data: Awaited<ReturnType<typeof temporaryDataDir>>;
before(async () => {
  data = await temporaryDataDir();
  await data.publish({
    pages: [...SAMPLE_PAGES, page(9, '/alfombras', HOSTILE, 'Limpieza de moquetas y de suelos.')],
    golden: [
      { query: 'fontaneros', page: '/fontaneria' },
      { query: 'limpieza de moquetas', page: 'https://casa.example/alfombras/' },
    ],
  });
  await fillLedger(
    data,
    [
      { query: 'fuga de agua', reads: '/fontaneria' },
      { query: 'desatasco de fregaderos' },
      { query: 'limpieza de felpudos', next: { query: 'limpieza de moquetas', reads: '/alfombras' } },
      { query: 'fontaneros en Samarcanda' },
      { query: 'fontaneros', city: 'gijon' },
      { query: 'llama al 612345678' },
    ],
    2,
  );
});
after(() => data[Symbol.asyncDispose]());

const insights = (...args: string[]) => runProgram('server/insights.ts', { DATA_DIR: data.dir }, args).ended;

async function report(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await insights('--json', ...args);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

describe('npm run insights', () => {
  it('tells what was asked and not found, with a proposal for each', async () => {
    const { not_found: gaps } = await report();
    assert.deepEqual(
      gaps.map(({ question, asked, proposal }: any) => [question, asked, proposal]),
      [
        ['fontaneros en …', 6, { kind: 'new_page' }],
        ['limpieza de felpudos', 6, { kind: 'synonym', words: ['felpudos', 'moquetas'] }],
      ],
    );
  });

  it('tells what was found and not read, with the page that was shown first', async () => {
    const { not_read: gaps } = await report();
    assert.deepEqual(
      gaps.map(({ question, proposal }: any) => [question, proposal.kind, proposal.path]),
      [
        ['desatasco de fregaderos', 'page', '/desatascos'],
        ['fontaneros', 'page', '/fontaneria'],
      ],
    );
  });

  it('counts pages, services, cities, callers, faces, use of the quota and days', async () => {
    const { totals, pages, services, cities, callers, quota, trend, left_out: leftOut } = await report();
    assert.deepEqual([totals.questions, totals.reads, totals.calls], [42, 12, 42]);
    assert.deepEqual(
      pages.slice(0, 2).map(({ path, read }: any) => [path, read]),
      [
        ['/alfombras', 6],
        ['/fontaneria', 6],
      ],
    );
    assert.equal(services[0].name, 'Fontanería');
    assert.ok(cities.some(({ name, questions }: any) => name === 'Gijón' && questions >= 6));
    assert.deepEqual(callers, [{ family: 'Command line', calls: 42, identified: 0, faces: { mcp: 42 } }]);
    assert.deepEqual(quota[0], { caller: 'anonymous', low: 42, high: 0, refused: 0 });
    assert.deepEqual(
      trend.map(({ day, questions }: any) => [day, questions]),
      [
        ['2026-11-21', 21],
        ['2026-11-22', 21],
      ],
    );
    assert.equal(leftOut.personal, 6);
  });

  it('prints the same as tables, in the language of the site or another', async () => {
    const { code, stdout } = await insights();
    assert.equal(code, 0);
    assert.match(stdout, /^Qué han preguntado los agentes, del 2026-11-21 al 2026-11-22 · preguntas: 42, /);
    assert.match(
      stdout,
      /^ +limpieza de felpudos +6 +palabra desconocida +sinónimo para site\.yaml: \[felpudos, moquetas\]/m,
    );
    assert.doesNotMatch(stdout, /612345678|samarcanda/i);
    const { stdout: english } = await insights('--language', 'en');
    assert.match(english, /^Unanswered$/m);
    assert.match(english, /^ +limpieza de felpudos +6 +unknown word +synonym for site\.yaml/m);
  });
});

describe('npm run insights -- --try', () => {
  it('tries the proposed synonyms on a copy, and tells which answers get better and whether golden queries hold', async () => {
    const live = await data.generations.current();
    assert.ok(live);
    const scratch = () => readdirSync(tmpdir()).filter((name) => name.startsWith('insights-'));
    const were = scratch();
    const { trial } = await report('--try');
    assert.deepEqual(trial.synonyms, [['felpudos', 'moquetas']]);
    assert.deepEqual([trial.golden, trial.golden_first], [2, [2, 2]]);
    assert.deepEqual(
      trial.differences.map(({ query, verdict, before: was, after: is }: any) => [
        query,
        verdict,
        was.unmatched,
        is.unmatched,
      ]),
      [['limpieza de felpudos', 'better', ['felpudos'], []]],
    );
    assert.equal(await checksumOf(data.generations.pathOf(live)), live.sha256);
    assert.deepEqual(scratch(), were);
  });

  it('prints it in sentences and a table', async () => {
    const { stdout } = await insights('--try', '--language', 'en');
    assert.match(stdout, /^Synonyms on trial: \[felpudos, moquetas\]$/m);
    assert.match(stdout, /^Golden queries with their page first: 2 before, 2 after, of 2\.$/m);
    assert.match(stdout, /^ +better +limpieza de felpudos +\/alfombras; unknown: felpudos +\/alfombras$/m);
  });
});

describe('npm run insights, in all its forms', () => {
  it('writes one page without scripts and addresses, in which texts of the site stay texts', async () => {
    const file = join(data.dir, 'insights.html');
    for (const language of ['es', 'en']) {
      assert.equal((await insights('--html', file, '--language', language)).code, 0);
      const html = readFileSync(file, 'utf8');
      assert.match(html, new RegExp(`<html lang="${language}">`));
      assert.match(html, /<svg class="chart" role="img" aria-label="[^"]{10}/);
      assert.match(html, /Moqueta &lt;img src=x onerror=alert\(1\)&gt; &quot;quoted&quot; \(\/alfombras\)/);
      assert.doesNotMatch(html, /<script|<img|<link|https?:|url\(|@import/i);
      assert.equal(html.match(/<section><h2 id="\w+">/g)?.length, 9);
    }
  });

  it('says so while nothing was asked, or there is no index', async () => {
    await using empty = await temporaryDataDir();
    const run = async (...args: string[]) =>
      await runProgram('server/insights.ts', { DATA_DIR: empty.dir }, args).ended;
    assert.match((await run()).stdout, /^There are no questions yet/);
    assert.deepEqual(readdirSync(empty.dir), []);
    const { code, stderr } = await run('--try');
    assert.equal(code, 4);
    assert.match(stderr, /There is no index/);
  });

  it('explains itself, and refuses what it does not know', async () => {
    assert.match((await insights('--help')).stdout, /--try[\s\S]*--html[\s\S]*Exit codes/);
    const { code, stderr } = await insights('--tri');
    assert.equal(code, 4);
    assert.match(
      stderr,
      /^insights: The command line cannot be used:\n {2}Unknown option '--tri', the nearest one is --try;/,
    );
  });
});
