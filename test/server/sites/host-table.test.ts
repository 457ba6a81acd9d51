import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { belowPrefix } from '../../../server/http/path-prefix.ts';
import { createHostTable, normalHost } from '../../../server/sites/host-table.ts';

function tableOf(urls: Readonly<Record<string, string>>) {
  const table = createHostTable<string>();
  for (const [name, url] of Object.entries(urls)) assert.equal(table.set(name, url, name), undefined);
  const siteAt = (host: string, target = '/') => {
    const found = table.find(host, target);
    return found.is === 'site' ? found.site : found.is;
  };
  return { ...table, siteAt };
}

describe('normalHost', () => {
  it('takes for one host what is one', () => {
    for (const [host, known] of [
      ['Casa.Example', 'casa.example'],
      ['casa.example.', 'casa.example'],
      ['casa.example.:8080', 'casa.example:8080'],
      ['casa.example:', 'casa.example'],
      ['casa.example:0443', 'casa.example:443'],
      ['[0:0::1]:8080', '[::1]:8080'],
      ['[2001:DB8:0::1]', '[2001:db8::1]'],
      ['', ''],
    ] as const) {
      assert.equal(normalHost(host), known);
    }
  });

  it('decodes nothing', () => {
    for (const host of ['c%61sa.example', 'casa.example..', '127.1', '[nonsense]', '[@casa.example'])
      assert.equal(normalHost(host), host.replace(/\.$/, ''));
  });
});

describe('createHostTable', () => {
  it('finds a site by its host and port', () => {
    const { siteAt } = tableOf({ uno: 'https://uno.example', dos: 'http://dos.example', tres: 'http://[::1]:8080' });
    assert.equal(siteAt('uno.example'), 'uno');
    assert.equal(siteAt('UNO.example.:443'), 'uno');
    assert.equal(siteAt('uno.example:80'), 'unknown-host');
    assert.equal(siteAt('dos.example:80'), 'dos');
    assert.equal(siteAt('dos.example:8080'), 'unknown-host');
    assert.equal(siteAt('[0::1]:8080'), 'tres');
    for (const host of ['', 'example', 'a.uno.example', 'uno.example.evil', 'uno.example@dos.example']) {
      assert.equal(siteAt(host), 'unknown-host', host);
    }
  });

  it('finds the longest path that a target is below, by whole segments', () => {
    const { siteAt } = tableOf({ a: 'https://x.example/a', ab: 'https://x.example/a/b', c: 'https://x.example/C' });
    assert.equal(siteAt('x.example', '/a'), 'a');
    assert.equal(siteAt('x.example', '/a?b'), 'a');
    assert.equal(siteAt('x.example', '/a/x'), 'a');
    assert.equal(siteAt('x.example', '/a/b/x'), 'ab');
    assert.equal(siteAt('x.example', '/C/'), 'c');
    for (const target of ['/', '/ab', '/c', '/%61', '/x/a', '*'])
      assert.equal(siteAt('x.example', target), 'nowhere', target);
  });

  it('finds the site with the longest path that a request is below, whatever paths there are', () => {
    const path = fc.array(fc.constantFrom('/', 'a', 'b', '.well-known', '?', '%61'), { maxLength: 9 });
    const target = path.map((parts) => `/${parts.join('')}`);
    fc.assert(
      fc.property(fc.array(target, { maxLength: 6 }), target, (addresses, asked) => {
        const table = createHostTable<string>();
        const prefixes = new Map<string, string>();
        for (const [at, address] of addresses.entries()) {
          const url = `https://x.example${address.replaceAll('?', '')}`;
          const prefix = new URL(url).pathname.replace(/\/$/, '');
          assert.equal(table.set(String(at), url, String(at)), prefixes.get(prefix));
          if (!prefixes.has(prefix)) prefixes.set(prefix, String(at));
        }
        const [longest] = [...prefixes.keys()]
          .filter((prefix) => belowPrefix(asked, prefix) !== undefined)
          .toSorted((a, b) => b.length - a.length);
        const expected = longest === undefined ? undefined : prefixes.get(longest);
        const found = table.find('x.example', asked);
        assert.equal(found.is === 'site' ? found.site : undefined, expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('finds a site by its well-known documents, which stand before its path', () => {
    const { siteAt } = tableOf({ a: 'https://x.example/a', ab: 'https://x.example/a/b' });
    assert.equal(siteAt('x.example', '/.well-known/oauth-authorization-server/a'), 'a');
    assert.equal(siteAt('x.example', '/.well-known/oauth-protected-resource/a/b/mcp'), 'ab');
    assert.equal(siteAt('x.example', '/a/.well-known/api-catalog'), 'a');
    assert.equal(siteAt('x.example', '/.well-known/api-catalog'), 'nowhere');
  });

  it('gives an address to one site alone, and to another when that one is gone', () => {
    const table = tableOf({ uno: 'https://uno.example' });
    assert.equal(table.set('dos', 'https://UNO.example/', 'dos'), 'uno');
    assert.equal(table.set('tres', 'http://uno.example', 'tres'), 'uno');
    assert.equal(table.siteAt('uno.example'), 'uno');
    assert.equal(table.set('uno', 'https://uno.example/nueva', 'uno'), undefined);
    assert.equal(table.siteAt('uno.example'), 'nowhere');
    assert.equal(table.set('dos', 'https://uno.example', 'dos'), undefined);
    assert.equal(table.siteAt('uno.example', '/otra'), 'dos');
    table.remove('dos');
    table.remove('uno');
    assert.equal(table.siteAt('uno.example'), 'unknown-host');
  });
});
