import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convert } from '../../../../sync/markdown/convert.ts';
import { readPage } from '../../../../sync/markdown/parse/page.ts';
import { ConversionError } from '../../../../sync/markdown/parse/room.ts';
import type { RunCollaborators } from '../../../../sync/run/collaborators.ts';
import { paths, smallSite } from '../small-site.ts';
import { fill, LATER, open, paragraphs, secret, served } from '../visibility-cases.ts';

const DEEP = '<div>'.repeat(600);

/** A converter without time for the text of page 12. */
const slow: RunCollaborators['convert'] = (html, options) =>
  html.includes(open(12))
    ? Promise.reject(new ConversionError('it takes longer than 10 s'))
    : Promise.resolve(convert(readPage(html), options));

describe('a page that cannot be converted', () => {
  it('leaves at once, if its elements became nested too deep', async () => {
    await using site = await smallSite();
    fill(site);
    await site.sync();
    site.edit(12, { content: DEEP + paragraphs(open(12)), modified_gmt: LATER });
    await site.sync();
    assert.deepEqual(await served(site, [open(12), secret(12), secret(13)]), [secret(13)]);
    assert.deepEqual(site.seen('gone'), ['/pagina-12: not convertible']);
    site.edit(12, { content: paragraphs(open(12)) });
    await site.sync({ full: true });
    assert.deepEqual(await served(site, [open(12), secret(12)]), [open(12)]);
  });

  it('leaves at once without the REST API, and the other pages stay', async () => {
    await using site = await smallSite();
    fill(site);
    await site.sync();
    site.edit(12, { shown: { main: DEEP + paragraphs(open(12)) } });
    site.proxy.setFaults(({ url }) => (url.startsWith('/wp-json/') ? { kind: 'status', status: 401 } : undefined));
    await assert.rejects(site.sync({ full: true }), { kind: 'denied' });
    assert.deepEqual(await served(site, [open(12), secret(12), open(13), secret(13)]), [open(13), secret(13)]);
    assert.equal(paths(site).length, 11);
  });

  it('keeps its text for UNSEEN_HOURS, if the cause may pass', async () => {
    await using site = await smallSite();
    fill(site);
    await site.sync();
    site.edit(12, { content: paragraphs(open(12)), modified_gmt: LATER });
    await site.alert({}, { convert: slow });
    assert.deepEqual(await served(site, [open(12), secret(12)]), [open(12), secret(12)]);
    site.pass(73);
    await site.sync({ full: true }, { convert: slow });
    assert.deepEqual(await served(site, [open(12), secret(12), secret(13)]), [secret(13)]);
  });
});
