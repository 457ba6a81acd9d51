import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPage } from '../../../sync/markdown/parse/page.ts';
import { isNoindex } from '../../../sync/wordpress/robots.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const inHtml = (html: string) => isNoindex(readPage(`<!doctype html><html><head>${html}</head></html>`), {}, NOW);
const inHeader = (value: string | string[]) => isNoindex(undefined, { 'x-robots-tag': value }, NOW);

describe('isNoindex', () => {
  it('reads noindex and none in the robots meta element, however it is written', () => {
    for (const html of [
      `<meta name='robots' content='noindex, nofollow' />`,
      '<meta name="robots" content="NOINDEX">',
      '<META CONTENT=noindex NAME=robots>',
      '<meta name=robots content=noindex/>',
      '<meta name="robots" content="none"/>',
      '<meta name="robots"\n  content="max-snippet:-1,noindex">',
      '<meta data-note="a > b" name="robots" content="noindex">',
      '<meta "stray" name="robots"content="noindex">',
      '<meta/name="robots"/content="noindex">',
      '<meta name="robots" content="&#110;oindex">',
      '<meta name="robots" content="index, follow"><meta name="robots" content="noindex">',
      '<meta http-equiv="X-Robots-Tag" content="noindex">',
    ]) {
      assert.equal(inHtml(html), true, html);
    }
  });

  it('counts a request to one crawler alone', () => {
    assert.equal(inHtml('<meta name="googlebot" content="noindex">'), true);
    assert.equal(inHtml('<meta name="baiduspider" content="noindex">'), true);
    assert.equal(inHtml('<meta name="yandex" content="noindex">'), true);
    assert.equal(inHtml('<meta name="Googlebot-News" content="noindex">'), true);
    assert.equal(inHtml('<meta name=" robots, googlebot " content="noindex">'), true);
    assert.equal(inHeader('googlebot: noindex, nofollow'), true);
  });

  it('reads every X-Robots-Tag, with and without the name of a crawler', () => {
    assert.equal(inHeader('noindex'), true);
    assert.equal(inHeader('None'), true);
    assert.equal(inHeader('nofollow, unavailable_after: 25 Jun 2030 15:00:00 PST, noindex'), true);
    assert.equal(inHeader(['nofollow', 'otherbot: noindex']), true);
    assert.equal(inHeader('noarchive, max-image-preview:none'), false);
  });

  it('recognises in each format that the last day of a page is over', () => {
    for (const [past, future] of [
      ['25 Jun 2010 15:00:00 PST', '25 Jun 2030 15:00:00 PST'],
      ['Friday, 25-Jun-10 15:00:00 GMT', 'Tuesday, 25-Jun-30 15:00:00 GMT'],
      ['Fri, 25 Jun 2010 15:00:00 GMT', 'Tue, 25 Jun 2030 15:00:00 GMT'],
      ['2026-05-01T11:59:59+00:00', '2026-05-01T12:00:01+00:00'],
      ['2026-04-30', '2026-05-01'],
      ['2026-04-29 10:00:00 CET', '2026-05-03 10:00:00 CET'],
      ['2026-04-29 10:00:00 Europe/Madrid', '2026-05-03 10:00:00 Europe/Madrid'],
    ] as const) {
      assert.equal(inHtml(`<meta name="robots" content="unavailable_after: ${past}">`), true, past);
      assert.equal(inHtml(`<meta name="robots" content="unavailable_after: ${future}">`), false, future);
      assert.equal(inHeader(`googlebot: nofollow, unavailable_after: ${past}`), true, past);
    }
    assert.equal(inHeader('unavailable_after: some day'), false);
    assert.equal(inHeader('unavailable_after: 2030-01-01, otherbot: unavailable_after: 2010-01-01'), true);
    assert.equal(inHeader('unavailable_after: 2010-01-01, otherbot: unavailable_after: 2030-01-01'), true);
  });

  it('takes nothing else for such a request', () => {
    for (const html of [
      '<meta name="robots" content="index, follow">',
      '<meta name="robots" content="max-image-preview:large">',
      '<meta name="robots" content="index, max-image-preview: none">',
      '<meta name="robots" content="index, max-video-preview:none">',
      '<meta name="msapplication-config" content="none">',
      '<meta name="chatbot-position" content="none">',
      '<meta name="twitter:bottom" content="none">',
      '<meta name="botstyle" content="none">',
      '<meta name="description" content="noindex, or how to hide a page">',
      '<meta name="keywords" content="noindex, none">',
      '<!-- <meta name="robots" content="noindex"> -->',
      '<p>robots noindex</p>',
      '<metadata name="robots" content="noindex">',
    ]) {
      assert.equal(inHtml(html), false, html);
    }
  });

  it('reads an element after a comment', () => {
    assert.equal(inHtml('<!-- SEO --><meta name="robots" content="noindex"><!-- /SEO -->'), true);
    assert.equal(inHtml('<!--><meta name="robots" content="noindex"><!-- -->'), true);
  });

  it('takes no beginning of a comment in a script or a title for one', () => {
    const robots = '<meta name="robots" content="noindex">';
    assert.equal(inHtml(`<script>const open = "<!--";</script>${robots}<!-- end -->`), true);
    assert.equal(inHtml(`<title>How to write <!-- in HTML</title>${robots}<!-- end -->`), true);
    assert.equal(inHtml(`<script>document.write('${robots}')</script>`), true);
  });
});
