import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runProgram } from '../helpers/program.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';

const explain = (dataDir: string, ...args: string[]) =>
  runProgram('server/explain.ts', { DATA_DIR: dataDir }, args).ended;

describe('npm run explain', () => {
  it('tells how the query was read, and the share of every sign for each page', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const { code, stdout } = await explain(data.dir, 'fugazs de agua en gijon', '--limit', '2');
    assert.equal(code, 0);
    assert.match(stdout, /^"fugazs de agua en gijon", generation 1, searched in memory\n/);
    assert.match(stdout, /^fugazs → fugas +looked for +fug +/m);
    assert.match(stdout, /^de +stop word$/m);
    assert.match(stdout, /^gijon +name of a city/m);
    assert.match(stdout, /^pass 1 +pages of gijon: fugas agua; 2 pages match$/m);
    assert.match(stdout, /^place +score +first stage +stems +exact +number +proximity +coverage +passage +page$/m);
    assert.match(stdout, /^1 +\d+\.\d\d .* \/gijon\/fontaneria$/m);
    assert.match(stdout, /^1\. Fontanería en Gijón \(\/gijon\/fontaneria\)$/m);
  });

  it('tells why a page is not among the results', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const why = async (...args: string[]) => (await explain(data.dir, 'fugas de agua', ...args)).stdout;
    assert.match(
      await why('--page', '/madrid/fontaneria', '--limit', '1'),
      /^\/madrid\/fontaneria matches, .* place \d/m,
    );
    assert.match(await why('--page', 'contacto'), /^\/contacto is in the index, but holds none of the words/m);
    assert.match(await why('--page', '/fontaneria', '--city', 'madrid'), /^\/fontaneria is not of madrid/m);
    assert.match(await why('--page', 'https://casa.example/nada/'), /casa\.example\/nada\/ is not in the index/);
    assert.match(await why('--page', '/fontaneria'), /^\/fontaneria is at place 1\.$/m);
  });

  it('explains one language of the site, and names them all when asked for another', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const { stdout } = await explain(data.dir, 'fontanero', '--language', 'es', '--json');
    assert.equal(JSON.parse(stdout).language, 'es');
    const { code, stderr } = await explain(data.dir, 'fontanero', '--language', 'xx');
    assert.equal(code, 1);
    assert.match(stderr, /--language: got xx, wants one of es/);
  });

  it('prints JSON for programs, in the words of the API', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const { stdout } = await explain(data.dir, 'fontanero', '--json', '--page', '/contacto');
    const told = JSON.parse(stdout);
    assert.deepEqual(Object.keys(told), [
      'query',
      'city',
      'language',
      'limit',
      'generation',
      'mode',
      'words',
      'named_city',
      'passes',
      'results',
      'page',
    ]);
    assert.deepEqual(Object.keys(told.results[0]), [
      'path',
      'title',
      'id',
      'place',
      'pass',
      'first_stage',
      'reranked',
      'promoted_before',
      'parts',
    ]);
    assert.deepEqual(Object.keys(told.results[0].parts.terms[0]), [
      'term',
      'stems',
      'exact_form',
      'other_number',
      'proximity',
    ]);
    assert.deepEqual(told.page, { asked: '/contacto', path: '/contacto', why: 'no_term', explained: null });
  });

  it('says what to do when there is no index, with exit code 4', async () => {
    await using data = await temporaryDataDir();
    const { code, stderr } = await explain(data.dir, 'fontanero');
    assert.equal(code, 4);
    assert.match(stderr, /^explain: There is no index in .* yet\. Run npm run sync/);
  });

  it('says how it is asked when it is asked wrongly, with exit code 1', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    for (const [args, message] of [
      [[], /npm run explain -- "<query>"/],
      [['fuga', 'de', 'agua'], /one query is wanted, in quotes/],
      [['fuga', '--limit', '99'], /--limit: got 99, wants 1 to 25/],
      [['fuga', '--city', 'roma'], /--city: got roma, wants one of todas, /],
      [['fuga', '--colour'], /--colour/],
    ] as const) {
      const { code, stderr } = await explain(data.dir, ...args);
      assert.equal(code, 1, args.join(' '));
      assert.match(stderr, message);
    }
  });
});
