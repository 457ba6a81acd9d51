import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createConnection } from '../../../sync/wordpress/connection.ts';
import { guardedLookup, permittedRecords } from '../../../sync/wordpress/site-hosts.ts';
import { startTinyWordPress } from './tiny-wordpress.ts';

describe('permittedRecords', () => {
  const records = (...addresses: readonly string[]) => addresses.map((address) => ({ address, family: 4 }));
  const permitted = (addresses: readonly string[], isSite: boolean, siteIsInside = false) =>
    permittedRecords(records(...addresses), { isSite, siteIsInside }).map(({ address }) => address);

  it('refuses another name of the site as soon as one of its records is private', () => {
    assert.deepEqual(permitted(['8.8.8.8', '8.8.4.4'], false), ['8.8.8.8', '8.8.4.4']);
    assert.deepEqual(permitted(['8.8.8.8', '10.0.0.1'], false), []);
    assert.deepEqual(permitted(['8.8.8.8', '10.0.0.1'], false, true), ['8.8.8.8', '10.0.0.1']);
  });

  it('goes to the public records of the site, or to its private ones when it has no others', () => {
    assert.deepEqual(permitted(['10.0.0.1', '8.8.8.8'], true), ['8.8.8.8']);
    assert.deepEqual(permitted(['10.0.0.1'], true), ['10.0.0.1']);
  });
});

describe('guardedLookup', () => {
  const resolve = (hostname: string, siteHost: string, inside: boolean) =>
    new Promise<string | undefined>((done) => {
      guardedLookup(siteHost, () => inside)(hostname, { all: true }, (error) => done(error?.code));
    });

  it('refuses another name of the site that leads into a private network, unless the site is there', async () => {
    assert.equal(await resolve('localhost', 'example.com', false), 'ERR_PRIVATE_NETWORK');
    assert.equal(await resolve('localhost', 'example.com', true), undefined);
    assert.equal(await resolve('localhost', 'localhost', false), undefined);
  });
});

describe('createConnection', () => {
  const open = (siteUrl: string) =>
    createConnection({
      siteUrl,
      timeouts: { connect: 1000, headers: 1000, body: 1000, total: 1000 },
      maxBytes: 1000,
      onEvent: () => undefined,
    });
  const { signal } = new AbortController();

  it('does not go into a private network because a public site says that its home is there', async () => {
    await using site = await startTinyWordPress({ pages: [] });
    const connection = open('http://192.0.2.1');
    for (const home of [site.url, site.url.replace('127.0.0.1', 'localhost')]) {
      connection.trust(home);
      await assert.rejects(connection.get(home, {}, signal), { kind: 'foreign', message: /private network/ });
    }
    await connection.close();
  });

  it('goes there when the site itself is there', async () => {
    await using site = await startTinyWordPress({ pages: [] });
    const connection = open('http://127.0.0.1:9');
    connection.trust(site.url);
    assert.equal((await connection.get(site.url, {}, signal)).status, 200);
    await connection.close();
  });

  it('takes www and the other scheme for the same host, and another port for another', async () => {
    const connection = open('https://example.com');
    for (const own of ['http://www.example.com/', 'https://EXAMPLE.com:443/x']) assert.ok(connection.isOwn(own), own);
    for (const other of ['https://example.com:8443/', 'https://example.com.evil.com/', 'ftp://example.com/', 'x']) {
      assert.ok(!connection.isOwn(other), other);
    }
    await connection.close();
  });
});
