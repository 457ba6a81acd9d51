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
    assert.match(stdout, /^fugazs → fugas +search term +fug +/m);
    assert.match(stdout, /^de +stop word$/m);
    assert.match(stdout, /^gijon +name of a city/m);
    assert.match(stdout, /^pass 1 +pages of gijon: fugas agua; 2 pages match$/m);
    assert.match(
      stdout,
      /^place +score +first stage +text +exact +title +titleShare +proximity +passage +letters +front +page$/m,
    );
    assert.match(stdout, /^1 +\d+\.\d\d .* \/gijon\/fontaneria$/m);
    assert.match(stdout, /^1\. Fontanería en Gijón \(\/gijon\/fontaneria\)$/m);
  });

  it('prints JSON for programs, in the words of the API', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const { stdout } = await explain(data.dir, 'fontanero', '--json', '--page', '/contacto');
    const explained = JSON.parse(stdout);
    assert.deepEqual(Object.keys(explained), [
      'query',
      'city',
      'language',
      'limit',
      'generation',
      'mode',
      'words',
      'named_city',
      'evidence',
      'passes',
      'results',
      'page',
    ]);
    assert.deepEqual(Object.keys(explained.results[0]), [
      'path',
      'title',
      'id',
      'place',
      'pass',
      'first_stage',
      'reranked',
      'promoted_before',
      'terms',
    ]);
    assert.deepEqual(Object.keys(explained.results[0].terms[0]), ['term', 'text', 'exact', 'title', 'proximity']);
    assert.deepEqual(explained.page, { asked: '/contacto', path: '/contacto', why: 'no_term', explained: null });
  });

  it('says what to do when there is no index, with exit code 4', async () => {
    await using data = await temporaryDataDir();
    const { code, stderr } = await explain(data.dir, 'fontanero');
    assert.equal(code, 4);
    assert.match(stderr, /^explain: There is no index in .* yet\. Run npm run sync/);
  });
});
