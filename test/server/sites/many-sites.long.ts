import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { parseRaw, sendRaw } from '../../helpers/raw-http.ts';
import { publishIn } from '../../helpers/sample-index.ts';
import { contentOf, markOf, runSites } from '../../helpers/running-sites.ts';
import { API } from '../../helpers/running-server.ts';

const SEARCH = `${API}/search_pages?query=fugas`;

describe('a service of many sites', () => {
  it('answers each by its host, and nothing at any other', async () => {
    await using service = await runSites(['uno', 'dos']);
    for (const name of ['uno', 'dos']) {
      const found = await service.ask(`${name}.example`, SEARCH);
      assert.equal(found.status, 200);
      assert.match(found.body, new RegExp(markOf(name)));
      assert.match((await service.ask(`${name.toUpperCase()}.Example.:443`, SEARCH)).body, new RegExp(markOf(name)));
    }
    for (const host of ['otra.example', 'localhost', 'uno.example:8080', '127.0.0.1']) {
      const refused = await service.ask(host, SEARCH);
      assert.equal(refused.status, 421);
      assert.equal(JSON.parse(refused.body).code, 'rest_misdirected_request');
    }
    const claimed = {
      'X-Forwarded-Host': 'dos.example',
      Forwarded: 'host=dos.example',
      'Content-Service-Host': 'dos.example',
    };
    assert.match((await service.ask('uno.example', SEARCH, { headers: claimed })).body, new RegExp(markOf('uno')));
    assert.equal((await service.ask('otra.example', SEARCH, { headers: claimed })).status, 421);
  });

  it('decides by one host, however a request says it', async () => {
    await using service = await runSites(['uno', 'dos']);
    const raw = async (line: string, ...fields: readonly string[]) =>
      parseRaw(await sendRaw(service.url, [line, ...fields, 'Connection: close', '', ''].join('\r\n')));
    const found = async (line: string, ...fields: readonly string[]) =>
      JSON.stringify((await raw(line, ...fields)).body);
    assert.match(
      await found(`GET http://uno.example${SEARCH} HTTP/1.1`, 'Host: uno.example'),
      new RegExp(markOf('uno')),
    );
    assert.match(await found(`GET http://uno.example${SEARCH} HTTP/1.0`), new RegExp(markOf('uno')));
    assert.equal((await raw(`GET http://uno.example${SEARCH} HTTP/1.1`, 'Host: dos.example')).status, 400);
    assert.equal((await raw(`GET http://otra.example${SEARCH} HTTP/1.1`, 'Host: otra.example')).status, 421);
    assert.equal((await raw(`GET http://x@uno.example${SEARCH} HTTP/1.1`, 'Host: uno.example')).status, 400);
    assert.equal((await raw(`GET ${SEARCH} HTTP/1.0`)).status, 421);
    assert.equal((await raw(`GET ${SEARCH} HTTP/1.1`)).status, 400);
    assert.equal((await raw(`GET ${SEARCH} HTTP/1.1`, 'Host: uno.example', 'Host: dos.example')).status, 400);
  });

  it('tells probes how it is, whatever host they name, and opens no site for them', async () => {
    await using service = await runSites(['uno', 'dos']);
    for (const host of ['uno.example', '10.0.0.7:8080']) {
      assert.deepEqual(JSON.parse((await service.ask(host, '/livez')).body), { status: 'live' });
    }
    const ready = await service.ask('10.0.0.7:8080', '/readyz');
    assert.deepEqual(JSON.parse(ready.body), { status: 'ready', sites: 2, faulty: 0, hidden: 0, open: 0 });
    assert.equal(JSON.parse((await service.ask('uno.example', '/readyz')).body).generation, 1);
    assert.equal(JSON.parse((await service.ask('x', '/readyz')).body).open, 1);
  });

  it('takes up what comes, changes and goes, and keeps a site whose file is faulty', async () => {
    const lines: string[] = [];
    await using service = await runSites(['uno'], { logTo: { write: (line) => lines.push(line) } });
    const statusOf = async (host: string) => (await service.ask(host, SEARCH)).status;
    const until = async (host: string, status: number) => {
      while ((await statusOf(host)) !== status) await wait(100);
    };
    assert.equal(await statusOf('uno.example'), 200);
    await service.add('dos');
    await until('dos.example', 200);
    await writeFile(
      join(service.dir, 'uno/site.yaml'),
      'site_url: https://uno.example\npublic_url: https://nueva.example\n',
    );
    await until('nueva.example', 200);
    assert.equal(await statusOf('uno.example'), 421);
    await writeFile(join(service.dir, 'uno/site.yaml'), 'site_url: nowhere\n');
    while (!lines.some((line) => line.includes('server.site.faulty'))) await wait(100);
    assert.equal(await statusOf('nueva.example'), 200);
    await service.remove('dos');
    await until('dos.example', 421);
    assert.deepEqual(readdirSync(service.dir), ['uno']);
  });

  it('takes up a change while one who asked before is still answered', async () => {
    await using service = await runSites(['uno']);
    assert.equal((await service.ask('uno.example', SEARCH)).status, 200);
    const { hostname, port } = new URL(service.url);
    const slow = connect(Number(port), hostname);
    const answers: string[] = [];
    slow.on('data', (chunk: Buffer) => answers.push(chunk.toString()));
    const body = 'Content-Type: application/json\r\nContent-Length: 2';
    slow.write(`POST /oauth/register HTTP/1.1\r\nHost: uno.example\r\n${body}\r\nExpect: 100-continue\r\n\r\n`);
    // It is asked to go on once the site waits for the body.
    await once(slow, 'data');
    await writeFile(
      join(service.dir, 'uno/site.yaml'),
      'site_url: https://uno.example\npublic_url: https://nueva.example\n',
    );
    while ((await service.ask('nueva.example', SEARCH)).status !== 200) await wait(50);
    assert.match(answers.join(''), /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    slow.write('{}');
    while (!answers.join('').includes('client_secret')) await once(slow, 'data');
    slow.destroy();
  });

  it('serves the newest generation whenever a site is asked, open or closed', async () => {
    await using service = await runSites(['uno', 'dos']);
    const generation = async () => JSON.parse((await service.ask('uno.example', '/readyz')).body).generation;
    await publishIn(join(service.dir, 'uno'), contentOf('uno'));
    assert.equal(await generation(), 2);
    await publishIn(join(service.dir, 'uno'), contentOf('uno'));
    await wait(300);
    assert.equal(await generation(), 3);
  });

  it('has several sites below paths of one host, each with documents of its own', async () => {
    await using service = await runSites([]);
    await service.add('uno', { publicUrl: 'https://casa.example/uno' });
    await service.add('dos', { publicUrl: 'https://casa.example/dos' });
    while ((await service.ask('casa.example', '/dos/api/docs')).status !== 200) await wait(100);
    const ask = (path: string) => service.ask('casa.example', path);
    for (const name of ['uno', 'dos']) {
      assert.match((await ask(`/${name}${SEARCH}`)).body, new RegExp(markOf(name)));
      const [server, resource, page] = await Promise.all([
        ask(`/.well-known/oauth-authorization-server/${name}`),
        ask(`/.well-known/oauth-protected-resource/${name}/mcp`),
        ask(`/${name}/fontaneria.md`),
      ]);
      assert.equal(JSON.parse(server.body).issuer, `https://casa.example/${name}`);
      assert.equal(JSON.parse(resource.body).resource, `https://casa.example/${name}/mcp`);
      assert.match(page.body, new RegExp(markOf(name)));
      assert.equal(page.headers['content-location'], `/${name}/fontaneria/index.md`);
      const console = await service.ask('casa.example', `/${name}/api/sandbox`, { headers: { Accept: 'text/html' } });
      for (const [, asset = ''] of console.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
        assert.equal((await ask(asset)).status, 200, asset);
      }
    }
    for (const path of ['/', SEARCH, '/tres/readyz', '/unox']) assert.equal((await ask(path)).status, 404, path);
  });

  it('takes the path of a public address for one of WordPress by whole segments alone', async () => {
    await using service = await runSites([]);
    await service.add('uno', { publicUrl: 'https://casa.example/uno', home: 'https://uno.example/unos' });
    await service.add('dos', { publicUrl: 'https://casa.example/dos', home: 'https://casa.example/dos' });
    while ((await service.ask('casa.example', '/uno/readyz')).status !== 200) await wait(100);
    const one = await service.ask('casa.example', '/uno/unos/fontaneria.md');
    assert.equal(one.headers['content-location'], '/uno/unos/fontaneria/index.md');
    const two = await service.ask('casa.example', '/dos/fontaneria.md');
    assert.equal(two.headers['content-location'], '/dos/fontaneria/index.md');
  });

  it('knows no client of one site at another', async () => {
    await using service = await runSites(['uno', 'dos']);
    const post = (host: string, path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
      service.ask(host, path, { method: 'POST', body, headers });
    const registered = await post('uno.example', '/oauth/register', '{}', { 'Content-Type': 'application/json' });
    const { client_id: id, client_secret: secret } = JSON.parse(registered.body);
    const form = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    };
    const tokenAt = (host: string) => post(host, '/oauth/token', 'grant_type=client_credentials', form);
    assert.equal((await tokenAt('dos.example')).status, 401);
    const { access_token: token } = JSON.parse((await tokenAt('uno.example')).body);
    const headers = { Authorization: `Bearer ${token}` };
    assert.equal((await service.ask('uno.example', SEARCH, { headers })).status, 200);
    assert.equal((await service.ask('dos.example', SEARCH, { headers })).status, 401);
  });

  it('counts requests by site, and forgets the counts of one that is gone', async () => {
    await using service = await runSites(['uno', 'dos'], { env: { METRICS_PORT: '0' } });
    const scrape = async () => await (await fetch(service.metricsUrl ?? '')).text();
    await service.ask('uno.example', SEARCH);
    await service.ask('uno.example', '/nada');
    await service.ask('dos.example', SEARCH);
    await service.ask('otra.example', SEARCH);
    const metrics = await scrape();
    assert.match(metrics, /content_service_site_requests_total\{site="uno",status="2xx"\} 1/);
    assert.match(metrics, /content_service_site_requests_total\{site="uno",status="4xx"\} 1/);
    assert.match(metrics, /content_service_sites\{state="open"\} 2/);
    assert.match(metrics, /content_service_site_openings_total 2/);
    await service.remove('dos');
    while ((await scrape()).includes('site="dos"')) await wait(100);
  });

  it('tells of each site what alerts ask for, open or closed, and of all of them whether the state answers', async () => {
    await using service = await runSites(['uno', 'dos'], { env: { METRICS_PORT: '0' } });
    const held = [{ kind: 'vanished', since: '2026-03-01T00:00:00Z', why: 'Half of the pages went' }];
    await writeFile(join(service.dir, 'dos/index/guard.json'), JSON.stringify(held));
    await rm(join(service.dir, 'uno/index/current.json'));
    await service.ask('uno.example', SEARCH);
    const metrics = await (await fetch(service.metricsUrl ?? '')).text();
    for (const line of [
      'index_generation{site="uno"} 0',
      'index_generation{site="dos"} 1',
      'index_pages{site="dos"} 3',
      'index_refused{site="uno"} 0',
      'guard_holding{site="dos",kind="vanished"} 1',
      'guard_holding{site="uno",kind="vanished"} 0',
      'state_up 1',
    ]) {
      assert.ok(metrics.includes(`\ncontent_service_${line}\n`), line);
    }
    assert.doesNotMatch(metrics, /index_follow_failures\{/);
  });

  it('has one who asks for very many sites at once wait, or come again, and nobody else', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `sitio${at}`);
    await using service = await runSites([...names, 'uno']);
    const headers = { 'X-Forwarded-For': '198.51.100.7' };
    const many = names.map((name) => service.ask(`${name}.example`, SEARCH, { headers }));
    const other = await service.ask('uno.example', SEARCH);
    assert.equal(other.status, 200);
    const answers = await Promise.all(many);
    const refused = answers.filter(({ status }) => status !== 200);
    assert.ok(refused.length > 0 && refused.length <= names.length - 16, `${refused.length} are refused`);
    for (const { status, headers: fields, body } of refused) {
      assert.equal(status, 500);
      assert.equal(fields['retry-after'], '5');
      assert.equal(JSON.parse(body).code, 'service_not_ready');
    }
    for (const [at, { status }] of answers.entries()) {
      if (status !== 200) assert.equal((await service.ask(`sitio${at}.example`, SEARCH, { headers })).status, 200);
    }
  });

  it('closes what has no room, and counts the quota of its callers on', async () => {
    const names = Array.from({ length: 9 }, (_, at) => `sitio${at}`);
    await using service = await runSites(names, { env: { MEMORY_MB: '16' } });
    const headers = { 'X-Forwarded-For': '198.51.100.7' };
    const remaining = async () =>
      Number((await service.ask('sitio0.example', SEARCH, { headers })).headers['ratelimit-remaining']);
    assert.equal(await remaining(), 59);
    for (const name of names.slice(1)) {
      const { body } = await service.ask(`${name}.example`, SEARCH, { headers });
      assert.match(body, new RegExp(markOf(name)));
    }
    const { open } = JSON.parse((await service.ask('x', '/readyz')).body);
    assert.ok(open < names.length, `${open} are open`);
    assert.equal(await remaining(), 58);
  });
});
