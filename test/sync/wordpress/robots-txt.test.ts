import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDisallowed } from '../../../sync/wordpress/robots-txt.ts';

const all = (...rules: readonly string[]) => ['User-agent: *', ...rules].join('\n');
const disallows = (robots: string, path: string) => createDisallowed(robots)(`https://casa.example${path}`);

describe('createDisallowed', () => {
  it('lets the longest rule that fits decide, and Allow where two are as long', () => {
    const robots = all('Disallow: /zona/', 'Allow: /zona/abierta/', 'Disallow: /pisos', 'Allow: /pisos');
    assert.equal(disallows(robots, '/zona/socios/'), true);
    assert.equal(disallows(robots, '/zona/abierta/hoy/'), false);
    assert.equal(disallows(robots, '/pisos/'), false);
    assert.equal(disallows(robots, '/contacto/'), false);
  });

  it('reads wildcards and the end of an address, and its query', () => {
    const robots = all('Disallow: /*/borrador$', 'Disallow: /*?page_id=', 'Disallow: /*.pdf$ # planos');
    assert.equal(disallows(robots, '/guias/borrador'), true);
    assert.equal(disallows(robots, '/guias/borrador/2'), false);
    assert.equal(disallows(robots, '/?page_id=7'), true);
    assert.equal(disallows(robots, '/a/plano.pdf'), true);
    assert.equal(disallows(robots, '/a/plano.pdf.html'), false);
  });

  it('believes the groups for all crawlers alone, also one that names others, and takes no empty rule', () => {
    const robots = `User-agent: Uno\nDisallow: /uno/\n\nuser-agent: Dos\r\nUSER-AGENT: *\r\ndisallow : /dos/\nDisallow:\nSitemap: https://casa.example/mapa.xml\nDisallow: /tres/`;
    assert.deepEqual(
      ['/uno/', '/dos/', '/tres/', '/'].map((path) => disallows(robots, path)),
      [false, true, true, false],
    );
  });

  it('answers in a time that grows with the input alone', () => {
    const pattern = `/${'*a'.repeat(10)}$`;
    assert.equal(disallows(all(...Array(1000).fill(`Disallow: ${pattern}`)), `/${'a'.repeat(5000)}b`), false);
  });

  it('ignores costly rules and all lines after the first 2,000, and keeps their groups apart', () => {
    const [costly, long] = [`Disallow: /${'*a'.repeat(11)}`, `Disallow: /*${'a'.repeat(500)}`];
    const path = `/${'a'.repeat(600)}`;
    assert.equal(disallows(all(costly, long), path), false);
    assert.equal(disallows(all(long, 'User-agent: Uno', 'Disallow: /'), path), false);
    assert.equal(disallows(all(...Array<string>(1999).fill('Disallow: /b'), 'Disallow: /'), path), false);
    assert.equal(
      disallows(all(...Array<string>(2000).fill('Sitemap: /mapa.xml'), `Disallow: / # ${long}`), path),
      true,
    );
  });

  it('does not count irrelevant and repeated agents of a group', () => {
    const agents = Array.from({ length: 3000 }, (_, index) => `User-agent: ${['*', 'Uno', `bot${index}`][index % 3]}`);
    assert.equal(disallows([...agents, 'Disallow: /zona/'].join('\n'), '/zona/'), true);
  });

  it('continues a list of agents after other lines and a byte order mark (RFC 9309 §2.2.4)', () => {
    for (const line of ['Crawl-delay: 5', 'Sitemap: https://casa.example/mapa.xml', 'Request-rate: 1/5', ': x']) {
      const robots = `\uFEFFUser-agent: *\n${line}\nUser-agent: Uno\nDisallow: /`;
      assert.equal(disallows(robots, '/'), true, line);
    }
  });

  it('allows links without a path below the site', () => {
    const disallowed = createDisallowed(all('Disallow: /zona/'));
    for (const link of ['mailto:hola@casa.example', 'tel:+34910000000']) assert.equal(disallowed(link), false, link);
  });

  it('reads the group of a crawler in place of that of all crawlers', () => {
    const robots = 'User-agent: *\nDisallow: /privado/\n\nUser-agent: GPTBot\nUser-agent: ChatGPT-User\nDisallow: /\n';
    const disallowed = (crawler: string, path: string) =>
      createDisallowed(robots, crawler)(`https://casa.example${path}`);
    assert.equal(disallowed('ChatGPT-User', '/'), true);
    assert.equal(disallowed('chatgpt-user', '/'), true);
    assert.equal(disallowed('Claude-User', '/'), false);
    assert.equal(disallowed('Claude-User', '/privado/x'), true);
  });
});
