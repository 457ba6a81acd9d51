import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { runSites } from '../helpers/running-sites.ts';
import { startSitesCaddy, startSitesNginx } from './web-server.ts';

const SERVERS = [
  { name: 'nginx.conf', port: 8180, start: startSitesNginx },
  { name: 'Caddyfile', port: 8183, start: startSitesCaddy },
] as const;

const INDEX = '/wp-json/agentes/v1';

/** What a web server answers under a name. */
async function ask(url: string, path: string, headers: Readonly<Record<string, string>>) {
  const asked = get(`${url}${path}`, { agent: false, headers });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, type: answer.headers['content-type'], body: await text(answer) };
}

describe('deploy/sites/', () => {
  for (const { name, port, start } of SERVERS) {
    it(`${name} leads to each site by its name, and to none by another`, async () => {
      await using service = await runSites(['agents.bakery', 'agents.florist']);
      await using front = await start({ port, service: service.url });
      for (const site of ['bakery', 'florist']) {
        const { status, body } = await ask(front.url, INDEX, { Host: `agents.${site}.example` });
        assert.equal(status, 200);
        assert.ok(body.includes(`https://agents.${site}.example${INDEX}`));
        assert.ok(!body.includes(site === 'bakery' ? 'florist' : 'bakery'));
      }
      const other = await ask(front.url, INDEX, { Host: 'agents.baker.example' });
      assert.ok(other.status === 421 || other.body === '', `${other.status} ${other.body}`);
    });

    it(`${name} leads the plugins of other machines to the site that they name`, async () => {
      await using service = await runSites(['agents.bakery', 'agents.florist']);
      await using front = await start({ port, service: service.url });
      const Host = 'plugins.agency.example';
      const named = { Host, 'Content-Service-Host': 'agents.florist.example' };
      assert.match((await ask(front.url, INDEX, named)).body, /https:\/\/agents\.florist\.example\/wp-json/);
      const unknown = await ask(front.url, INDEX, { Host, 'Content-Service-Host': 'agents.baker.example' });
      assert.deepEqual([unknown.status, unknown.type], [421, 'application/json; charset=UTF-8']);
      const { status } = await ask(front.url, INDEX, { Host });
      assert.ok(status === 400 || status === 421, String(status));
    });

    it(`${name} says in JSON that the service is away`, async () => {
      await using front = await start({ port, service: 'http://127.0.0.1:9' });
      const { status, type, body } = await ask(front.url, INDEX, { Host: 'agents.bakery.example' });
      assert.deepEqual([status, type], [500, 'application/json']);
      assert.equal((JSON.parse(body) as { code: string }).code, 'service_not_ready');
    });
  }
});
