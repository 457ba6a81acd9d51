import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asksNotToBeIndexed } from '../../../sync/wordpress/robots.ts';

const inHtml = (html: string) => asksNotToBeIndexed(`<!doctype html><html><head>${html}</head></html>`, {});
const inHeader = (value: string | string[]) => asksNotToBeIndexed('', { 'x-robots-tag': value });

describe('asksNotToBeIndexed', () => {
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
    ]) {
      assert.equal(inHtml(html), true, html);
    }
  });

  it('counts a request to one crawler alone', () => {
    assert.equal(inHtml('<meta name="googlebot" content="noindex">'), true);
    assert.equal(inHtml('<meta name="baiduspider" content="noindex">'), true);
    assert.equal(inHeader('googlebot: noindex, nofollow'), true);
  });

  it('reads every X-Robots-Tag, with and without the name of a crawler', () => {
    assert.equal(inHeader('noindex'), true);
    assert.equal(inHeader('None'), true);
    assert.equal(inHeader('nofollow, unavailable_after: 25 Jun 2030 15:00:00 PST, noindex'), true);
    assert.equal(inHeader(['nofollow', 'otherbot: noindex']), true);
    assert.equal(inHeader('noarchive, max-image-preview:none'), false);
  });

  it('takes nothing else for such a request', () => {
    for (const html of [
      '<meta name="robots" content="index, follow">',
      '<meta name="robots" content="max-image-preview:large">',
      '<meta name="robots" content="index, max-image-preview: none">',
      '<meta name="msapplication-config" content="none">',
      '<meta name="description" content="noindex, or how to hide a page">',
      '<meta name="keywords" content="noindex, none">',
      '<!-- <meta name="robots" content="noindex"> -->',
      '<p>robots noindex</p>',
      '<metadata name="robots" content="noindex">',
    ]) {
      assert.equal(inHtml(html), false, html);
    }
  });

  it('reads an element after a comment, and one in a comment that never ends', () => {
    assert.equal(inHtml('<!-- SEO --><meta name="robots" content="noindex"><!-- /SEO -->'), true);
    assert.equal(inHtml('<!-- <meta name="robots" content="noindex">'), true);
  });
});
