import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunEvent } from '../../../sync/run/events.ts';
import { smallSite } from './small-site.ts';

type Site = Awaited<ReturnType<typeof smallSite>>;

const PAGES = 90;
const HOUR_MS = 3_600_000;

/** A site of pages below `/zona/`, whose front page has the last id. */
async function largeSite() {
  const site = await smallSite(PAGES);
  for (const page of site.pages) site.edit(page.id, { path: `/zona/${page.slug}/` });
  site.edit(FRONT, { path: '/' });
  return site;
}
const FRONT = 11 + PAGES - 1;

/** A clock on which each request to the site takes a second. */
const slowClock =
  ({ proxy }: Site, later = 0) =>
  () =>
    new Date(Date.parse('2026-03-01T00:00:00Z') + later + proxy.seen.length * 1000);

/** Addresses of pages that were looked at as a visitor, in order. */
const visits = ({ proxy }: Site) =>
  proxy.seen.map(({ url }) => url).filter((url) => /^\/zona\/pagina-\d+\/$/.test(url));
const repeated = (site: Site) => visits(site).length - new Set(visits(site)).size;

/** Reads the site until a number of pages are seen, and stops as Ctrl-C does. */
async function interruptAt(site: Site, pages: number): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  const controller = new AbortController();
  const report = (event: RunEvent) => {
    events.push(event);
    if (event.type === 'phase' && event.phase !== 'read') reading = false;
    if (event.type === 'phase' && event.phase === 'read') reading = true;
    if (reading && event.type === 'advanced' && event.done >= pages) controller.abort(new Error('Stopped'));
  };
  let reading = false;
  const signal = controller.signal;
  await assert.rejects(site.sync({}, { now: slowClock(site), report, signal }), /Stopped/);
  return events;
}

describe('a first sync', () => {
  it('publishes the front page and 50 more, marked as partial, and then the rest', async () => {
    await using site = await largeSite();
    const events: RunEvent[] = [];
    const served: (readonly number[])[] = [];
    const report = (event: RunEvent) => {
      events.push(event);
      if (event.type === 'partial') served.push([...site.mirror.known().keys()]);
    };
    const summary = await site.sync({}, { now: slowClock(site), report });
    assert.deepEqual([summary.mode, summary.new, summary.pages, summary.gone], ['full', PAGES, PAGES, 0]);
    const partial = events.filter(({ type }) => type === 'partial');
    assert.deepEqual(partial, [{ type: 'partial', generation: 1, pages: 51, of: PAGES }]);
    assert.ok(served[0]?.includes(FRONT));
    assert.equal((await site.generations.current())?.partial, undefined);
    assert.equal((await site.generations.published()).find(({ generation }) => generation === 1)?.partial?.of, PAGES);
    assert.equal(repeated(site), 0);
    assert.deepEqual(events.filter(({ type }) => type === 'started' || type === 'finished').length, 2);
    assert.equal((await site.sync()).mode, 'changes');
  });

  it('counts each page that it has seen', async () => {
    await using site = await smallSite(30);
    await site.sync();
    const from = site.events.findIndex((event) => event.type === 'phase' && event.phase === 'read');
    const done = site.events.slice(from + 1).flatMap((event) => (event.type === 'advanced' ? [event.done] : []));
    assert.deepEqual(
      done.slice(0, 30),
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
  });

  it('reads a small rest together with the last part', async () => {
    await using site = await smallSite(60);
    await site.sync({}, { now: slowClock(site) });
    assert.equal(await site.live(), 1);
  });

  it('reads the rest after a part of pages that the site lists and does not return', async () => {
    await using site = await smallSite(150);
    for (const page of site.pages.slice(60)) site.edit(page.id, { path: `/zona/${page.slug}/` });
    site.edit(11, { path: '/' });
    const isLost = (row: unknown) => (row as { id: number }).id > 11 && (row as { id: number }).id <= 70;
    site.proxy.setFaults(({ url }) => {
      if (url.startsWith('/pagina-')) return { kind: 'status', status: 404 };
      return url.includes('include=')
        ? { kind: 'rows', edit: (rows) => rows.filter((row) => !isLost(row)) }
        : undefined;
    });
    const controller = new AbortController();
    const report = (event: RunEvent) => {
      if (event.type === 'phase' && event.phase === 'census') parts += 1;
      if (parts > 3) controller.abort(new Error('It repeats a part'));
    };
    let parts = 0;
    const { pages } = await site.sync({}, { now: slowClock(site), report, signal: controller.signal });
    assert.equal(pages, 91);
  });

  for (const pages of [20, 75]) {
    it(`goes on where it was interrupted, after ${pages} pages`, async () => {
      await using site = await largeSite();
      await interruptAt(site, pages);
      const { partial } = (await site.generations.current()) ?? {};
      assert.deepEqual(partial, pages < 51 ? undefined : { of: PAGES });
      assert.deepEqual(site.mirror.verdicts().pages, []);
      const summary = await site.sync({}, { now: slowClock(site) });
      assert.deepEqual([summary.pages, summary.gone], [PAGES, 0]);
      // The pages whose requests were running.
      assert.ok(repeated(site) <= 2, `${repeated(site)} pages were requested again`);
      assert.equal((await site.generations.current())?.partial, undefined);
      assert.equal(site.mirror.fact('partial'), false);
    });
  }

  it('does not publish what was hidden since, without a new date, when it goes on an hour later', async () => {
    await using site = await largeSite();
    await interruptAt(site, 20);
    const [first = ''] = visits(site);
    const hidden = site.pages.find(({ path }) => path === first);
    assert.ok(hidden);
    site.edit(hidden.id, { shown: { head: '<meta name="robots" content="noindex">' } });
    await site.sync({}, { now: slowClock(site, HOUR_MS) });
    assert.equal(site.mirror.known().has(hidden.id), false);
    assert.equal(site.mirror.skipped().get(hidden.id)?.reason, 'noindex');
  });

  it('reads everything again where site.yaml changes how pages are read', async () => {
    await using site = await largeSite();
    await interruptAt(site, 20);
    await site.writeSiteFile("read_html: ['/zona/*']\n");
    const before = new Set(visits(site));
    const from = visits(site).length;
    await site.sync({}, { now: slowClock(site) });
    const again = new Set(visits(site).slice(from));
    assert.deepEqual(
      [...before].filter((url) => !again.has(url)),
      [],
    );
  });
});
