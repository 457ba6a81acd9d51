import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainLink } from '../../../sync/wordpress/rows.ts';

describe('plainLink', () => {
  it('keeps an address as WordPress writes it', () => {
    for (const link of ['https://casa.example/', 'https://casa.example/ni%c3%b1o/a-b/', 'https://casa.example/?p=12']) {
      assert.equal(plainLink(link), link);
    }
  });

  it('normalises, and takes out user info, fragments and invisible characters', () => {
    assert.equal(plainLink('HTTPS://user:pass@Casa.Example:443/a/../b#c'), 'https://casa.example/b');
    assert.equal(plainLink('https://casa.example/pre%E2%80%8Bcios%E2%80%AE/'), 'https://casa.example/precios/');
    assert.equal(plainLink('https://casa.example/?p=1%E2%80%8B2'), 'https://casa.example/?p=12');
  });
});
