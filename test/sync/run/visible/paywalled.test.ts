import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paywalledIn } from '../../../../sync/run/visible/paywalled.ts';

describe('paywalledIn', () => {
  it('reads the parts that a page names, behind letters that are two in lower case', () => {
    const data = '{"hasPart":{"isAccessibleForFree":false,"cssSelector":".uyelere"}}';
    const html = `<h1>İİİİ</h1><script type="application/ld+json">${data}</script><p>Açık</p>`;
    assert.deepEqual(paywalledIn(html), ['.uyelere']);
  });
});
