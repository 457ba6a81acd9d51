import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClientAddress, delegationsOf, shortOf } from '../../../server/access/client-address.ts';

type Asked = { readonly remoteAddress: string; readonly headers?: Readonly<Record<string, string>> };

/** With `signed` as what a gateway has signed. */
function addressOf(trustProxy: readonly string[], { remoteAddress, headers = {} }: Asked, signed?: string) {
  const find = createClientAddress({ trustProxy, signedForwarding: () => signed, onUntrustedProxy: () => undefined });
  return find({ method: 'GET', path: '/', remoteAddress, headers });
}

function keyOf(trustProxy: readonly string[], remoteAddress: string, forwarded?: string): string {
  return addressOf(trustProxy, {
    remoteAddress,
    ...(forwarded !== undefined && { headers: { 'x-forwarded-for': forwarded } }),
  }).key;
}

const PROXIES = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'];

describe('createClientAddress', () => {
  it('believes no header when no proxy is trusted', () => {
    assert.equal(keyOf([], '192.0.2.1', '203.0.113.9'), '192.0.2.1');
  });

  it('believes no header of a connection that is no proxy of ours', () => {
    assert.equal(keyOf(PROXIES, '192.0.2.1', '203.0.113.9'), '192.0.2.1');
  });

  it('takes the first address from the right that is no proxy of ours', () => {
    assert.equal(keyOf(PROXIES, '127.0.0.1', '203.0.113.9'), '203.0.113.9');
    assert.equal(keyOf(PROXIES, '127.0.0.1', '1.1.1.1, 203.0.113.9, 10.1.2.3'), '203.0.113.9');
    assert.equal(keyOf(PROXIES, 'fd00::1', '203.0.113.9 ,10.1.2.3,10.0.0.1'), '203.0.113.9');
  });

  it('never goes past what cannot be read: left of it anybody may have written', () => {
    for (const junk of ['unknown', '', '999.1.1.1', '1', '0x7f.1', '_hidden', '203.0.113.9.']) {
      assert.equal(keyOf(PROXIES, '127.0.0.1', `203.0.113.9, ${junk}`), '127.0.0.1', junk);
      assert.equal(keyOf(PROXIES, '127.0.0.1', `203.0.113.9, ${junk}, 10.0.0.1`), '10.0.0.1', junk);
    }
  });

  it('takes the leftmost when every hop is a proxy of ours', () => {
    assert.equal(keyOf(PROXIES, '127.0.0.1', '10.0.0.9, 10.0.0.8'), '10.0.0.9');
    assert.equal(keyOf(PROXIES, '127.0.0.1'), '127.0.0.1');
  });

  it('reads addresses as proxies write them', () => {
    assert.equal(keyOf(PROXIES, '127.0.0.1', '203.0.113.9:51000'), '203.0.113.9');
    assert.equal(keyOf(PROXIES, '127.0.0.1', '[2001:db8::1]:51000'), '2001:db8::/64');
    assert.equal(keyOf(PROXIES, '::ffff:127.0.0.1', '::ffff:203.0.113.9'), '203.0.113.9');
    assert.equal(keyOf(PROXIES, 'fe80::1%eth0'), 'fe80::/64');
  });

  it('puts together what one IPv6 household has, and no more', () => {
    assert.equal(keyOf([], '2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
    assert.equal(keyOf([], '2001:db8:1:2::'), '2001:db8:1:2::/64');
    assert.notEqual(keyOf([], '2001:db8:1:3::1'), '2001:db8:1:2::/64');
  });

  it('names the networks that a provider delegates around an IPv6 address', () => {
    const delegations = (remoteAddress: string) => delegationsOf(addressOf([], { remoteAddress }));
    assert.deepEqual(delegations('2001:db8:1:2fff::9'), { home: '2001:db8:1:2f00::/56', site: '2001:db8:1::/48' });
    assert.equal(delegations('203.0.113.9'), undefined);
  });

  it('gives the log an address without its last part', () => {
    const short = (remoteAddress: string) => shortOf(addressOf([], { remoteAddress }));
    assert.equal(short('203.0.113.9'), '203.0.113.0/24');
    assert.equal(short('2001:db8:1:2::9'), '2001:db8:1::/48');
    assert.equal(short(''), 'unknown');
  });

  it('believes what a gateway has signed, whoever brings it, and X-Forwarded-For no more', () => {
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    for (const remoteAddress of ['192.0.2.1', '127.0.0.1']) {
      assert.equal(addressOf(PROXIES, { remoteAddress, headers }, '203.0.113.9').key, '203.0.113.9');
      assert.equal(addressOf(PROXIES, { remoteAddress, headers }, '1.1.1.1, 203.0.113.9').key, '203.0.113.9');
      assert.equal(addressOf(PROXIES, { remoteAddress, headers }, '1.1.1.1, 203.0.113.9, 10.1.2.3').key, '203.0.113.9');
    }
  });

  it('reports once a proxy on an inner network that nobody trusts', () => {
    const reported: string[] = [];
    const clientAddress = createClientAddress({
      trustProxy: ['10.0.0.1'],
      signedForwarding: () => undefined,
      onUntrustedProxy: (address) => reported.push(address),
    });
    const from = (remoteAddress: string, headers = {}) =>
      clientAddress({ method: 'GET', path: '/', remoteAddress, headers });
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    from('127.0.0.1');
    from('203.0.113.1', forwarded);
    from('10.0.0.1', forwarded);
    assert.deepEqual(reported, []);
    from('172.17.0.1', forwarded);
    from('127.0.0.1', forwarded);
    assert.deepEqual(reported, ['172.17.0.1']);
  });
});
