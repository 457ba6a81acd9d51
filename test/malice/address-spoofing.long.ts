import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signForwarding } from '../helpers/gateway.ts';
import { SECRET } from '../helpers/refresh.ts';
import { API, runServer } from '../helpers/running-server.ts';

const QUOTA = 60;

/** Number of the next requests that are answered, each with the headers that `forge` makes for it. */
async function admitted(url: string, forge: (call: number) => Record<string, string>): Promise<number> {
  let answered = 0;
  for (let call = 0; call < QUOTA + 20; call += 1) {
    const { status } = await fetch(`${url}${API}/get_company_info`, { headers: forge(call) });
    assert.ok(status === 200 || status === 429);
    if (status === 200) answered += 1;
  }
  return answered;
}

const another = (call: number) => `203.0.113.${call}`;

describe('address spoofing', () => {
  it('by any header gains nothing where no proxy is trusted', async () => {
    await using server = await runServer({ env: { TRUST_PROXY: '' } });
    const answered = await admitted(server.url, (call) => ({
      'X-Forwarded-For': another(call),
      Forwarded: `for=${another(call)}`,
      'X-Real-IP': another(call),
      'True-Client-IP': another(call),
      'CF-Connecting-IP': another(call),
      'X-Client-IP': another(call),
      'X-Cluster-Client-IP': another(call),
      Via: `1.1 ${another(call)}`,
    }));
    assert.equal(answered, QUOTA);
  });

  it('by Forwarded, X-Real-IP and the like gains nothing behind a trusted proxy', async () => {
    await using server = await runServer();
    const answered = await admitted(server.url, (call) => ({
      'X-Forwarded-For': '198.51.100.7',
      Forwarded: `for=${another(call)}`,
      'X-Real-IP': another(call),
      'True-Client-IP': another(call),
      'CF-Connecting-IP': another(call),
    }));
    assert.equal(answered, QUOTA);
  });

  it('by what a client writes left of the proxy’s own entry gains nothing', async () => {
    await using server = await runServer();
    const forged = [
      another,
      () => '127.0.0.1',
      () => '::1',
      () => 'unknown',
      () => '',
      (call: number) => `[2001:db8:${call}::1]`,
    ];
    const answered = await admitted(server.url, (call) => ({
      'X-Forwarded-For': `${forged[call % forged.length]?.(call)}, 198.51.100.7`,
    }));
    assert.equal(answered, QUOTA);
  });

  it('with many spellings of an address gains nothing', async () => {
    await using server = await runServer();
    const spoofs = [
      '198.51.100.7',
      '198.51.100.7:4711',
      '::ffff:198.51.100.7',
      '[::ffff:198.51.100.7]:80',
      '::FFFF:c633:6407',
    ];
    const answered = await admitted(server.url, (call) => ({ 'X-Forwarded-For': spoofs[call % spoofs.length] ?? '' }));
    assert.equal(answered, QUOTA);
  });

  it('by a gateway’s header that is not signed with the secret gains nothing', async () => {
    await using server = await runServer({ env: { TRUST_PROXY: '', GATEWAY_SECRET: SECRET } });
    const path = `${API}/get_company_info`;
    const at = Math.floor(Date.now() / 1000);
    const kept = signForwarding({ secret: SECRET, at, method: 'GET', path, hops: '203.0.113.250' });
    const spoofs = [
      (hops: string) => signForwarding({ secret: 'x'.repeat(40), at, method: 'GET', path, hops }),
      (hops: string) => signForwarding({ secret: SECRET, at: at - 400, method: 'GET', path, hops }),
      (hops: string) => signForwarding({ secret: SECRET, at: at + 400, method: 'GET', path, hops }),
      (hops: string) => signForwarding({ secret: SECRET, at, method: 'HEAD', path, hops }),
      (hops: string) => signForwarding({ secret: SECRET, at, method: 'GET', path: '/', hops }),
      (hops: string) => kept.replace('203.0.113.250', hops),
      (hops: string) => `${at}  ${hops}`,
      (hops: string) => `${at} ${'0'.repeat(64)} ${hops}`,
    ];
    const answered = await admitted(server.url, (call) => ({
      'Content-Service-Gateway': spoofs[call % spoofs.length]?.(another(call)) ?? '',
    }));
    assert.equal(answered, QUOTA);
  });

  it('by what a visitor writes left of the address that a gateway has signed gains nothing', async () => {
    await using server = await runServer({ env: { TRUST_PROXY: '', GATEWAY_SECRET: SECRET } });
    const signed = {
      secret: SECRET,
      at: Math.floor(Date.now() / 1000),
      method: 'GET',
      path: `${API}/get_company_info`,
    };
    const answered = await admitted(server.url, (call) => ({
      'Content-Service-Gateway': signForwarding({ ...signed, hops: `${another(call)}, 198.51.100.9` }),
      'X-Forwarded-For': another(call),
    }));
    assert.equal(answered, QUOTA);
  });

  it('by zone ids, or by the many addresses of one IPv6 network, gains nothing', async () => {
    await using server = await runServer();
    const spoofs = [
      (call: number) => `2001:db8::${call.toString(16)}`,
      (call: number) => `2001:db8::1%eth${call}`,
      (call: number) => `[2001:0DB8:0:0:${call.toString(16)}::]:${1000 + call}`,
      (call: number) => `2001:db8:0:0::1%25${call}`,
    ];
    const answered = await admitted(server.url, (call) => ({
      'X-Forwarded-For': spoofs[call % spoofs.length]?.(call) ?? '',
    }));
    assert.equal(answered, QUOTA);
  });

  it('by an address that no parser should take as one is counted as the proxy’s own', async () => {
    await using server = await runServer();
    const spoofs = [
      '0x7f.1',
      '127.1',
      '2130706433',
      '0177.0.0.1',
      '203.0.113.9 203.0.113.10',
      '203.0.113.9;',
      '１９８.51.100.7',
      '٣.1.1.1',
      ':',
      '1.2.3.4.5',
    ];
    const answered = await admitted(server.url, (call) => ({
      'X-Forwarded-For': Buffer.from(`203.0.113.${call}, ${spoofs[call % spoofs.length]}`).toString('latin1'),
    }));
    assert.equal(answered, QUOTA);
  });
});
