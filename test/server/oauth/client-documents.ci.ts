import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo, LookupFunction } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createClientDocumentFetch } from '../../../server/oauth/client-documents.ts';
import { createAuthority } from '../../helpers/certificates.ts';

/** Name resolution that leads every name to this machine, without the guard. */
const here: LookupFunction = (_, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

let authority: Awaited<ReturnType<typeof createAuthority>>;
let ca: string;
let origin: Server;
let port: number;
before(async () => {
  authority = await createAuthority();
  ca = await readFile(authority.file, 'utf8');
  origin = createServer(await authority.issue({ names: 'DNS:assistant.example' }), (request, response) => {
    if (request.url === '/moved') response.writeHead(302, { Location: '/client.json' }).end();
    else if (request.url === '/large') response.end('x'.repeat(11_000));
    else response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'max-age=60' }).end('{}');
  });
  origin.listen(0, '127.0.0.1');
  await once(origin, 'listening');
  port = (origin.address() as AddressInfo).port;
});
after(async () => {
  origin.close();
  origin.closeAllConnections();
  await authority[Symbol.asyncDispose]();
});

const address = (path: string, host = 'assistant.example') => new URL(`https://${host}:${port}${path}`);

describe('fetching a client document', () => {
  it('answers with status, type, caching and body, and follows no redirect', async () => {
    const fetchDocument = createClientDocumentFetch({ lookup: here, ca });
    assert.deepEqual(await fetchDocument(address('/client.json')), {
      status: 200,
      type: 'application/json',
      cacheControl: 'max-age=60',
      body: '{}',
    });
    assert.equal((await fetchDocument(address('/moved'))).status, 302);
  });

  it('refuses more than ten kilobytes', async () => {
    await assert.rejects(createClientDocumentFetch({ lookup: here, ca })(address('/large')), /longer than 10240 bytes/);
  });

  it('refuses a certificate that it does not trust, and one of another name', async () => {
    await assert.rejects(createClientDocumentFetch({ lookup: here })(address('/client.json')));
    await assert.rejects(createClientDocumentFetch({ lookup: here, ca })(address('/client.json', 'other.example')));
  });

  it('goes to no private network: not by an address, a name that only machines know, or what a name resolves to', async () => {
    const fetchDocument = createClientDocumentFetch({ ca });
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '169.254.169.254',
      '10.0.0.1',
      '[::ffff:127.0.0.1]',
      'localhost',
      'a.internal',
    ]) {
      await assert.rejects(fetchDocument(address('/client.json', host)), /not at a public https address/, host);
    }
    await assert.rejects(fetchDocument(new URL(`http://assistant.example:${port}/`)), /not at a public https address/);
  });
});
