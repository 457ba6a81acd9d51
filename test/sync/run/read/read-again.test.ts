import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunEvent, RunOrder } from '../../../../sync/run/events.ts';
import { paths, smallSite } from '../small-site.ts';
import { fill, LATER, open, paragraphs, secret, served } from '../visibility-cases.ts';

type Site = Awaited<ReturnType<typeof smallSite>>;

/** A synced site whose page 12 contains the text of page 11. */
async function listingSite(): Promise<Site> {
  const site = await smallSite();
  fill(site);
  site.edit(12, { content: paragraphs(open(12), secret(11)) });
  await site.sync();
  return site;
}

/** Runs sync, and edits the site after the first reading of a page. */
async function syncWith(site: Site, order: Partial<RunOrder>, id: number, edit: () => void): Promise<void> {
  let isFirst = true;
  const report = (event: RunEvent) => {
    site.events.push(event);
    if (!isFirst || event.type !== 'page' || event.id !== id) return;
    isFirst = false;
    edit();
  };
  await site.sync(order, { report });
  assert.equal(isFirst, false, 'the page was not read');
}

describe('a page that is read twice in a run', () => {
  it('leaves, if its second reading finds it hidden', async () => {
    await using site = await listingSite();
    site.edit(11, { shown: { head: '<meta name="robots" content="noindex">' }, modified_gmt: LATER });
    site.edit(12, { content: paragraphs(open(12), secret(11), secret(13)), modified_gmt: LATER });
    await syncWith(site, {}, 12, () => site.edit(12, { shown: { status: 404 } }));
    assert.ok(!paths(site).includes(12));
    assert.deepEqual(await served(site, [open(12), secret(11)]), []);
    assert.deepEqual(site.seen('gone'), ['/pagina-12: not found', '/pagina-11: noindex'].toSorted());
  });

  it('keeps its text, if only its first reading found less', async () => {
    await using site = await listingSite();
    // An edit of page 11 makes sync read page 12 again.
    site.edit(11, { content: paragraphs(open(11)), modified_gmt: LATER });
    site.edit(12, { shown: { main: paragraphs(open(12)) } });
    await syncWith(site, { full: true }, 12, () => site.edit(12, { shown: {} }));
    assert.deepEqual(await served(site, [open(12), secret(11)]), [open(12), secret(11)]);
  });

  it('loses the text of a hidden page, although its own text is hidden too', async () => {
    await using site = await listingSite();
    site.edit(12, { content: paragraphs(open(12), secret(12), secret(22)), modified_gmt: LATER });
    await site.sync();
    site.edit(12, { shown: { main: paragraphs(open(12), secret(22)) } });
    site.edit(22, { shown: { head: '<meta name="robots" content="noindex">' }, modified_gmt: LATER });
    await syncWith(site, { full: true }, 12, () => site.edit(12, { shown: { main: paragraphs(open(12)) } }));
    assert.deepEqual(await served(site, [open(12), secret(12), secret(22)]), [open(12)]);
  });

  it('stays, if only its first reading found it hidden', async () => {
    await using site = await listingSite();
    site.edit(11, { content: paragraphs(open(11)), modified_gmt: LATER });
    site.edit(12, { shown: { status: 404 } });
    // The last page is read after page 12.
    site.edit(22, { content: paragraphs(open(20)), modified_gmt: LATER });
    await syncWith(site, { full: true }, 22, () => site.edit(12, { shown: {} }));
    assert.ok(paths(site).includes(12));
    assert.equal(site.mirror.skipped().has(12), false);
    assert.deepEqual(site.seen('gone'), []);
  });

  it('is read in the next run, if its second reading fails', async () => {
    await using site = await listingSite();
    site.edit(11, { shown: { head: '<meta name="robots" content="noindex">' }, modified_gmt: LATER });
    site.proxy.setFaults(({ url }) =>
      /include=12\b/.test(url) ? { kind: 'json', value: [], headers: { 'x-wp-total': '0' } } : undefined,
    );
    await site.sync();
    site.proxy.setFaults(undefined);
    site.edit(12, { content: paragraphs(open(12)) });
    await site.sync();
    assert.deepEqual(await served(site, [open(12), secret(11)]), [open(12)]);
  });
});
