import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAuthority } from '../helpers/certificates.ts';
import { startFaultProxy, type Certificate, type FaultProxy } from '../helpers/fault-proxy.ts';
import { createSyncedSite, type SyncedSite } from '../helpers/synced-site.ts';
import { startWordPressSite } from '../helpers/wordpress-site.ts';

const HERE = 'IP:127.0.0.1';
const THEIR_AUTHORITY = /set NODE_EXTRA_CA_CERTS to the file of its authority/;

describe('sync of a real WordPress over HTTPS', () => {
  const stack = new AsyncDisposableStack();
  let authority: Awaited<ReturnType<typeof createAuthority>>;
  let front: FaultProxy;
  let synced: SyncedSite;
  let good: Certificate;

  before(async () => {
    const wordpress = stack.use(await startWordPressSite({ port: 8102 }));
    authority = stack.use(await createAuthority());
    good = await authority.issue({ names: HERE });
    front = stack.use(await startFaultProxy(wordpress.url, undefined, { certificate: good }));
    synced = stack.use(await createSyncedSite({ SITE_URL: front.url, NODE_EXTRA_CA_CERTS: authority.file }));
  });
  after(() => stack.disposeAsync());

  it('reads it when the certificate is of an authority that the operator named', async () => {
    const { code, failure } = await synced.sync();
    assert.equal(code, 0, failure);
    assert.ok((await synced.proveIndex()) > 100);
  });

  const refused: readonly (readonly [string, () => Promise<Certificate>, RegExp, RegExp])[] = [
    [
      'for another host',
      () => authority.issue({ names: 'DNS:otra.example,DNS:www.otra.example' }),
      /valid for otra\.example, www\.otra\.example, not for 127\.0\.0\.1/,
      /set SITE_URL to a name in the certificate, or renew/,
    ],
    [
      'that has expired',
      () => authority.issue({ names: HERE, valid: ['20250101000000Z', '20250301000000Z'] }),
      /has expired/,
      /renew it on the site, and check the clock/,
    ],
    [
      'that is not valid yet',
      () => authority.issue({ names: HERE, valid: ['20480101000000Z', '20490101000000Z'] }),
      /is not valid yet/,
      /check the clock of this machine/,
    ],
    [
      'signed by itself',
      () => authority.issue({ names: HERE, selfSigned: true }),
      /is signed by itself/,
      THEIR_AUTHORITY,
    ],
    [
      'of an authority that nobody knows',
      async () => {
        await using stranger = await createAuthority();
        return await stranger.issue({ names: HERE });
      },
      /is signed by an authority that this machine does not trust/,
      THEIR_AUTHORITY,
    ],
  ];
  for (const [what, issue, cause, remedy] of refused) {
    it(`refuses a certificate ${what}, says what to do, and keeps the index`, async () => {
      const generation = await synced.generation();
      front.setCertificate(await issue());
      front.seen.length = 0;
      const { code, failure, events } = await synced.sync();
      front.setCertificate(good);
      assert.equal(code, 1, failure);
      assert.match(failure, cause);
      assert.match(failure, remedy);
      assert.deepEqual(
        events.filter(({ msg }) => msg === 'sync.wordpress.retried'),
        [],
        'it does not pass by itself',
      );
      assert.deepEqual(front.seen, [], 'nothing was asked of a stranger');
      assert.equal(await synced.generation(), generation);
      await synced.proveIndex();
    });
  }

  it('goes on when the certificate is right again', async () => {
    const { code, summary, failure } = await synced.sync();
    assert.equal(code, 0, failure);
    assert.deepEqual([summary?.gone, summary?.new], [0, 0]);
  });
});
