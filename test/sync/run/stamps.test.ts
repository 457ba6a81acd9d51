import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { sourcesOf } from '../../../sync/run/source-digest.ts';
import { ENTRIES, readStamps } from '../../../sync/run/stamps.ts';
import { temporaryDir } from '../../faults/temporary-dir.ts';
import { runProgram } from '../../helpers/program.ts';
import { createSyncedSite } from '../../helpers/synced-site.ts';
import { startTinyWordPress, tinyPages } from '../wordpress/tiny-wordpress.ts';

const ROOT = join(import.meta.dirname, '../../..');

const STEM_RULE = [
  'db/search/text/languages/spanish-stem.ts',
  'folded.length > LONGEST',
  'folded.length > 39',
] as const;
const CLEANING_RULE = ['sync/markdown/clean/noise.ts', '`script style ', '`script style blockquote '] as const;

/** A copy of the sources that can be changed. */
async function copyOfSources() {
  const { dir, ...rest } = await temporaryDir('copy-');
  for (const folder of ['shared', 'db', 'sync']) {
    cpSync(join(ROOT, folder), join(dir, folder), { recursive: true });
  }
  for (const file of ['package.json', 'node_modules']) symlinkSync(join(ROOT, file), join(dir, file));
  return {
    dir,
    stamps: () => readStamps(dir),
    /** Has a file say something else. */
    change(file: string, from: string, to: string): void {
      const text = readFileSync(join(dir, file), 'utf8');
      assert.ok(text.includes(from), `${file}: ${from}`);
      writeFileSync(join(dir, file), text.replace(from, to));
    },
    ...rest,
  };
}

/** A site of three pages that a copy of the program reads: two have a quotation, one of them in its own HTML alone. */
async function siteReadByCopy() {
  await using stack = new AsyncDisposableStack();
  const [first, second, third] = tinyPages(3);
  assert.ok(first && second && third);
  const quotation = '<p>Así nos lo contaron.</p><blockquote><p>Volveremos a llamar.</p></blockquote>';
  const pages = [
    { ...first, content: first.content + quotation },
    { ...second, content: '[vc_row][vc_column][/vc_column][/vc_row]', shown: { main: second.content + quotation } },
    third,
  ];
  const wordpress = stack.use(await startTinyWordPress({ pages }));
  wordpress.site.validators = true;
  const copy = stack.use(await copyOfSources());
  const synced = stack.use(await createSyncedSite({ SITE_URL: wordpress.url }));

  async function sync() {
    await using program = runProgram(relative(ROOT, join(copy.dir, 'sync/main.ts')), synced.environment);
    const { code, stdout, stderr } = await program.ended;
    assert.equal(code, 0, stderr + stdout);
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const { mode, changed, published, why } = events.find(({ msg }) => msg === 'sync.finished') ?? {};
    return { mode, changed, published, why };
  }

  const status = async () => (await runProgram('sync/status.ts', synced.environment).ended).stdout;
  const moved = stack.move();
  return { copy, synced, sync, status, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

describe('npm run sync after an update of the program', () => {
  it('publishes nothing when the code is the same', async () => {
    await using site = await siteReadByCopy();
    await site.sync();
    assert.deepEqual(await site.sync(), { mode: 'changes', changed: 0, published: false, why: [] });
  });

  it('publishes a new generation once when a stem rule has changed, though no page has', async () => {
    await using site = await siteReadByCopy();
    await site.sync();
    site.copy.change(...STEM_RULE);
    const why = ['new generation: the indexer has changed'];
    assert.deepEqual(await site.sync(), { mode: 'changes', changed: 0, published: true, why });
    assert.equal(await site.synced.generation(), 2);
    assert.match(
      await site.status(),
      /changes +done [\d.]+ s: no change \(new generation: the indexer has changed\)\n/,
    );
    assert.deepEqual(await site.sync(), { mode: 'changes', changed: 0, published: false, why: [] });
  });

  it('reads every page again once when a cleaning rule has changed, also its own HTML', async () => {
    await using site = await siteReadByCopy();
    await site.sync();
    site.copy.change(...CLEANING_RULE);
    const why = ['every page was read: the converter has changed'];
    assert.deepEqual(await site.sync(), { mode: 'full', changed: 2, published: true, why });
    for (const path of ['/pagina-11', '/pagina-12']) {
      assert.match(
        (await site.synced.page(path))?.markdown ?? '',
        /^Texto de la página \d+\.\s+Así nos lo contaron\.$/,
      );
    }
    assert.match(
      await site.status(),
      /full +done [\d.]+ s: changed 2 \(every page was read: the converter has changed\)\n/,
    );
    assert.deepEqual(await site.sync(), { mode: 'changes', changed: 0, published: false, why: [] });
  });
});

describe('readStamps', () => {
  it('tells a change of the converter from one of the indexer, and takes no comment for a change', async () => {
    await using copy = await copyOfSources();
    const before = copy.stamps();
    copy.change('db/search/text/languages/spanish-stem.ts', 'export function', '// A remark.\nexport function');
    copy.change('sync/markdown/clean/noise.ts', 'const ', '/** A remark. */\nconst ');
    assert.deepEqual(copy.stamps(), before);
    copy.change(...STEM_RULE);
    const stemmed = copy.stamps();
    assert.equal(stemmed.converter, before.converter);
    assert.notEqual(stemmed.indexer, before.indexer);
    copy.change(...CLEANING_RULE);
    assert.notEqual(copy.stamps().converter, before.converter);
    assert.equal(copy.stamps().indexer, stemmed.indexer);
  });

  it('believes the sources before a record of them, and the record where there are none', async () => {
    await using copy = await copyOfSources();
    const before = copy.stamps();
    writeFileSync(join(copy.dir, 'stamps.json'), JSON.stringify(before));
    copy.change(...STEM_RULE);
    assert.notDeepEqual(copy.stamps(), before);
    for (const folder of ['shared', 'db', 'sync']) rmSync(join(copy.dir, folder), { recursive: true });
    assert.deepEqual(copy.stamps(), before);
    rmSync(join(copy.dir, 'stamps.json'));
    assert.throws(copy.stamps, /ENOENT.*stamps\.json/);
  });
});

describe('the stamp of the converter', () => {
  /** Modules of the client that find, ask and list, and read nothing of a page. */
  const CARRIERS =
    'api certificate client collections connection decompress discovery events fetch-address listing pace private-network requests site-hosts types';

  it('is made of every module of the WordPress client but those that are named here', () => {
    const sources = sourcesOf(ROOT, ENTRIES.converter);
    const others = readdirSync(join(ROOT, 'sync/wordpress')).filter((name) => !sources.has(`sync/wordpress/${name}`));
    assert.deepEqual(
      others.toSorted(),
      CARRIERS.split(' ').map((name) => `${name}.ts`),
    );
  });
});
