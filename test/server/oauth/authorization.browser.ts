import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import axe from 'axe-core';
import { newProof, queryOf } from '../../helpers/authorization.ts';
import { openBrowser, type Browser } from '../../helpers/browser.ts';
import { runLocalServer, type LocalServer } from '../../helpers/local-server.ts';
import { newClient } from '../../helpers/oauth.ts';

let browser: Browser;
let server: LocalServer;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), runLocalServer()]);
});
after(() => Promise.all([browser[Symbol.asyncDispose](), server[Symbol.asyncDispose]()]));

/** Folder for pictures of the page, if somebody wants to see it. */
const PICTURES = process.env['PICTURES'];

describe('/oauth/authorize in a browser', () => {
  for (const [width, dark] of [
    [360, false],
    [1440, true],
  ] as const) {
    it(`leads from the button to the client, ${width} pixels wide`, async () => {
      const arrived = Promise.withResolvers<URL>();
      const callback = createServer((request, response) => {
        response.end('Connected');
        if (request.url?.startsWith('/callback')) arrived.resolve(new URL(request.url, 'http://localhost'));
      }).listen(0, '127.0.0.1');
      await once(callback, 'listening');
      const redirect_uri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
      const metadata = { client_name: 'Asistente de pruebas', redirect_uris: ['http://127.0.0.1/callback'] };
      const { client_id } = await newClient(server, metadata);
      const { challenge } = newProof();
      const request = { response_type: 'code', client_id, redirect_uri, state: 'x', code_challenge: challenge };
      const query = queryOf({ ...request, code_challenge_method: 'S256' });
      const { page, faults } = await browser.visit(`${server.publicUrl}/oauth/authorize?${query}`, { width, dark });
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/authorize-${width}.png` });
      assert.deepEqual(faults, []);
      assert.equal(await page.locator('button').count(), 1);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
      // The script of axe is not allowed by the policy of the page; its own isolated world is not bound by it.
      await page.evaluate(axe.source);
      const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
      assert.deepEqual(
        violations.map(({ id }) => id),
        [],
      );
      await page.locator('button').click();
      const url = await arrived.promise;
      assert.match(url.searchParams.get('code') ?? '', /^cqa_/);
      assert.deepEqual(await page.context().cookies(), []);
      callback.close();
      callback.closeAllConnections();
    });
  }
});
