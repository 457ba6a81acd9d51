import assert from 'node:assert/strict';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { runProgram } from '../../../helpers/program.ts';
import { createSyncedSite } from '../../../helpers/synced-site.ts';
import { startTinyWordPress, tinyPages } from '../../wordpress/tiny-wordpress.ts';
import { CLEANING_RULE, copyOfSources, STEM_RULE } from './copy-of-sources.ts';

const ROOT = join(import.meta.dirname, '../../../..');

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
    assert.match(await site.status(), /changes +succeeded [\d.]+ s: no change \(new generation: /);
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
    assert.match(await site.status(), /full +succeeded [\d.]+ s: changed 2 \(every page was read: /);
    assert.deepEqual(await site.sync(), { mode: 'changes', changed: 0, published: false, why: [] });
  });
});
