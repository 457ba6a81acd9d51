import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPrivateAddress, isPrivateHost, literalAddress } from '../../shared/private-addresses.ts';

describe('isPrivateAddress', () => {
  it('knows loopback, private, link-local and mapped addresses', () => {
    const inside =
      '127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 ' +
      '255.255.255.255 :: ::1 fe80::1 fec0::1 fd00::1 ff02::1 64:ff9b:1::808:808 2001:0:4136:e378:8000:63bf:3fff:fdd2';
    for (const address of inside.split(' ')) assert.equal(isPrivateAddress(address), true, address);
    const outside = '8.8.8.8 172.32.0.1 192.167.255.255 100.128.0.1 2606:4700::1 ::ffff:8.8.8.8';
    for (const address of outside.split(' ')) assert.equal(isPrivateAddress(address), false, address);
  });

  it('judges an IPv4 address inside an IPv6 address by itself', () => {
    const embedding = ['::H', '::ffff:H', '::ffff:0:H', '64:ff9b::H', '2002:H::1'];
    for (const address of embedding) {
      assert.equal(isPrivateAddress(address.replace('H', '7f00:1')), true, address);
      assert.equal(isPrivateAddress(address.replace('H', 'c0a8:101')), true, address);
      assert.equal(isPrivateAddress(address.replace('H', '808:808')), false, address);
    }
  });
});

describe('literalAddress', () => {
  it('takes the host of a URL for an address when it is one, however it is written', () => {
    const hostOf = (url: string) => literalAddress(new URL(url).hostname);
    assert.equal(hostOf('http://[::1]:8080/'), '::1');
    assert.equal(hostOf('http://0x7f.1/'), '127.0.0.1');
    assert.equal(hostOf('http://2130706433/'), '127.0.0.1');
    assert.equal(hostOf('http://example.com/'), undefined);
  });
});

describe('isPrivateHost', () => {
  it('knows private addresses, and names that only inner networks know', () => {
    const hostOf = (url: string) => new URL(url).hostname;
    for (const url of [
      'http://127.0.0.1/',
      'http://[fd00::1]/',
      'http://localhost/',
      'http://origin:8080/',
      'http://a.internal/',
    ]) {
      assert.equal(isPrivateHost(hostOf(url)), true, url);
    }
    for (const url of ['http://8.8.8.8/', 'http://example.com/', 'http://internal.example/']) {
      assert.equal(isPrivateHost(hostOf(url)), false, url);
    }
  });
});
