import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fetchAddress } from '../../../sync/wordpress/client.ts';

describe('fetchAddress', () => {
  const inside = { home: 'https://casa.example', siteUrl: 'http://10.0.0.7:8080' };

  it('asks for a page of the public home where the site is read', () => {
    assert.equal(fetchAddress('https://casa.example/madrid/?a=1#b', inside), 'http://10.0.0.7:8080/madrid/?a=1');
    assert.equal(fetchAddress('http://www.casa.example/', inside), 'http://10.0.0.7:8080/');
  });

  it('leaves every other address alone', () => {
    for (const address of ['https://cdn.example/x', 'http://10.0.0.7:8080/x', 'not an address']) {
      assert.equal(fetchAddress(address, inside), address);
    }
    const plain = { home: 'https://www.casa.example', siteUrl: 'https://casa.example' };
    assert.equal(fetchAddress('https://www.casa.example/x', plain), 'https://www.casa.example/x');
  });

  it('takes one home directory for the other', () => {
    const moved = { home: 'https://casa.example/web', siteUrl: 'http://10.0.0.7/wordpress/' };
    assert.equal(fetchAddress('https://casa.example/web/contacto/', moved), 'http://10.0.0.7/wordpress/contacto/');
  });
});
