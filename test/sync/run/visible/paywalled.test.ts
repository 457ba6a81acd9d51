import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paywalledIn } from '../../../../sync/run/visible/paywalled.ts';

describe('paywalledIn', () => {
  it('reads the parts that a page names, behind letters that are two in lower case', () => {
    const data = '{"hasPart":{"isAccessibleForFree":false,"cssSelector":".uyelere"}}';
    const html = `<h1>İİİİ</h1><script type="application/ld+json">${data}</script><p>Açık</p>`;
    assert.deepEqual(paywalledIn(html), ['.uyelere']);
  });

  it('reads them beside lists of any length', () => {
    const data = `{"isAccessibleForFree":false,"cssSelector":".abo","n":[${'1,'.repeat(300_000)}1]}`;
    assert.deepEqual(paywalledIn(`<script type="application/ld+json">${data}</script>`), ['.abo']);
  });
});
