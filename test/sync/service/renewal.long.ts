import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGenerations } from '../../../db/index/generations.ts';
import { openIndexSync } from '../../../db/index/reader.ts';
import { readSettings } from '../../../shared/settings.ts';
import { syncConfig } from '../../../sync/config.ts';
import type { Outcome } from '../../../sync/outcome.ts';
import type { RunEvent } from '../../../sync/run/events.ts';
import { createRunResources, openSession } from '../../../sync/service/session.ts';
import { temporaryDir } from '../../faults/temporary-dir.ts';
import { startTinyWordPress, tinyPages } from '../wordpress/tiny-wordpress.ts';

const COUNT = 600;

describe('the renewal of an index whose delta has outgrown it', () => {
  it('performs an urgent run during the build, and ends when its signal aborts', async () => {
    await using started = new AsyncDisposableStack();
    const wordpress = started.use(await startTinyWordPress({ pages: tinyPages(COUNT) }));
    const { dir } = started.use(await temporaryDir('renewal-'));
    const config = syncConfig(readSettings({ DATA_DIR: dir, SITE_URL: wordpress.url, SYNC_REQUESTS_PER_SECOND: '0' }));
    const resources = started.use(createRunResources());
    const events: RunEvent[] = [];
    let onBuild: (() => void) | undefined;
    const report = (event: RunEvent) => {
      events.push(event);
      if (event.type !== 'phase' || event.phase !== 'build') return;
      onBuild?.();
      onBuild = undefined;
    };
    const stopping = new AbortController();
    const session = started.use(await openSession({ config, signal: stopping.signal, report }, resources));
    const generations = createGenerations(dir);
    const order = { full: false, force: false, dryRun: false };
    const tell = (...ids: readonly number[]): Promise<Outcome> => {
      const pages = ids.map((id) => ({ id, type: 'page' }));
      return session.sync({ ...order, short: { why: 'message', types: new Map(), pages } });
    };
    const edit = (from: number, to: number, text: string): readonly number[] => {
      const { pages } = wordpress.site;
      for (const [at, page] of pages.entries()) {
        if (page.id >= from && page.id < to)
          pages[at] = { ...page, content: `<p>${text} ${page.id}.</p>`, modified_gmt: '2026-03-01T09:00:00' };
      }
      return Array.from({ length: to - from }, (_, at) => from + at);
    };
    await session.sync(order);
    // On a loaded machine, the first sync publishes parts.
    const whole = (await generations.current())?.generation;

    const first = await tell(...edit(100, 120, 'Otro texto'));
    assert.ok(first.code === 'done' && first.summary.renewalDue);
    assert.equal((await generations.current())?.base?.generation, whole);
    const corrected = Promise.withResolvers<void>();
    onBuild = () => void correct().then(corrected.resolve, corrected.reject);
    await session.renew();
    await corrected.promise;
    const live = await generations.current();
    assert.ok(live);
    assert.notEqual(live.base?.generation, whole);
    const index = openIndexSync(generations.pathOf(live));
    assert.match(index.pageByPath('/pagina-300')?.markdown ?? '', /Corregido/);
    assert.match(index.pageByPath('/pagina-110')?.markdown ?? '', /Otro texto/);
    index.close();
    assert.equal(events.filter(({ type }) => type === 'renewed').length, 1);
    assert.deepEqual(
      events.filter(({ type }) => type === 'unrenewed'),
      [],
    );

    const again = await tell(...edit(130, 150, 'Otro texto'));
    assert.ok(again.code === 'done' && again.summary.renewalDue);
    const before = await generations.current();
    onBuild = () => stopping.abort(new Error('stopped'));
    await session.renew();
    assert.deepEqual(await generations.current(), before);
    assert.deepEqual(events.at(-1), { type: 'unrenewed', why: 'stopped' });
    assert.deepEqual(await generations.clean(), []);

    async function correct(): Promise<void> {
      const outcome = await tell(...edit(300, 301, 'Corregido'));
      assert.equal(outcome.code, 'done');
      assert.ok(!events.some(({ type }) => type === 'renewed'));
    }
  });
});
