import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runProgram } from '../helpers/program.ts';
import { page, SAMPLE_PAGES, temporaryDataDir } from '../helpers/sample-index.ts';

const explain = (dataDir: string, ...args: string[]) =>
  runProgram('server/explain.ts', { DATA_DIR: dataDir }, args).ended;

describe('npm run explain, with every kind of query', () => {
  it('tells why a page is not among the results', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const why = async (...args: string[]) => (await explain(data.dir, 'fugas de agua', ...args)).stdout;
    assert.match(
      await why('--page', '/madrid/fontaneria', '--limit', '1'),
      /^\/madrid\/fontaneria matches, .* place \d/m,
    );
    assert.match(
      await why('--page', 'contacto'),
      /^\/contacto is in the index, but contains none of the search terms/m,
    );
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

  it('names the correct use of a command that is used wrongly', async () => {
    await using data = await temporaryDataDir();
    const duplicates = ['/madrid/garantia', '/gijon/garantia'].map((path, n) =>
      page(9 + n, path, 'Garantía', 'Un año.'),
    );
    await data.publish({ pages: [...SAMPLE_PAGES, ...duplicates] });
    for (const [args, message, exitCode = 1] of [
      [[], /npm run explain -- "QUERY"/, 4],
      [['fuga', 'de', 'agua'], /expected a single query in quotes/, 4],
      [['fuga', '--limit', '99'], /--limit: got 99, wants 1 to 25/, 4],
      [['fuga', '--city', 'roma'], /--city: got roma, wants one of todas, /],
      [
        ['fuga', '--page', 'garantia'],
        /^explain: --page must be a full address here, because several pages have that slug: https/,
      ],
    ] as const) {
      const { code, stderr } = await explain(data.dir, ...args);
      assert.equal(code, exitCode, args.join(' '));
      assert.match(stderr, message);
    }
    const { code, stderr } = await explain(data.dir, 'fuga', '--pag', 'x');
    assert.equal(code, 4);
    assert.match(stderr, /Unknown option '--pag', the nearest one is --page; --help lists the options$/m);
  });
});
