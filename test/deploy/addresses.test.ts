import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { DEFAULT_OPERATIONS } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8');

/** Every address of the service that strangers are told of. `/livez` is for the machine itself. */
const ADDRESSES = [
  ...Object.values({ ...PATHS, oauth: '/oauth/token', live: PATHS.ready }),
  ...Object.values(PATHS.oauth),
  ...Object.values(DEFAULT_OPERATIONS).map(({ path }) => `${PATHS.api}${path}`),
  `${PATHS.protectedResource}${PATHS.mcp}`,
  `${PATHS.assets}/console/console.js`,
].filter((path) => path !== PATHS.wellKnown && path !== PATHS.assets);

/** Addresses of WordPress, and of others beside it. */
const OTHERS = ['/', '/wp-json/wp/v2/pages', '/wp-json/agentes/v10', '/oauth2', '/mcp-page', '/apis/', '/agents.md/x'];

const ELSEWHERE = [
  'webfinger',
  'nodeinfo',
  'acme-challenge/token',
  'apple-app-site-association',
  'openid-configuration',
];

const nginxLocations = [...read('nginx.conf').matchAll(/^\s*location (=|\^~) (\S+)\s+\{(.*)\}$/gm)].flatMap(
  ([, modifier, path = '', body = '']) =>
    body.includes('proxy_pass http://content_service') ? [{ exact: modifier === '=', path }] : [],
);

describe('deploy/nginx.conf', () => {
  const passes = (address: string) =>
    nginxLocations.some(({ exact, path }) => (exact ? address === path : address.startsWith(path)));

  it('passes every address of the service on, and no other', () => {
    for (const address of ADDRESSES) assert.ok(passes(address), address);
    for (const address of OTHERS) assert.ok(!passes(address), address);
    for (const name of ELSEWHERE) assert.ok(!passes(`/.well-known/${name}`), name);
  });
});

describe('deploy/apache.conf', () => {
  const text = read('apache.conf');
  const prefixes = [...text.matchAll(/^\s*ProxyPass "([^"]+)"/gm)].map(([, prefix = '']) => prefix);
  const patterns = [...text.matchAll(/^\s*ProxyPassMatch "([^"]+)"/gm)].map(([, pattern = '']) => new RegExp(pattern));
  const [, section = ''] = /<LocationMatch "([^"]+)">/.exec(text) ?? [];
  const passes = (address: string) =>
    prefixes.some((prefix) => address.startsWith(prefix)) || patterns.some((pattern) => pattern.test(address));

  it('passes every address of the service on, and no other', () => {
    for (const address of ADDRESSES) assert.ok(passes(address), address);
    for (const address of OTHERS) assert.ok(!passes(address), address);
    for (const name of ELSEWHERE) assert.ok(!passes(`/.well-known/${name}`), name);
  });

  it('has the settings of the service for the addresses that it passes on, and for no other', () => {
    for (const address of ADDRESSES) assert.match(address, new RegExp(section));
    for (const address of OTHERS) assert.doesNotMatch(address, new RegExp(section));
    for (const name of ELSEWHERE) assert.doesNotMatch(`/.well-known/${name}`, new RegExp(section));
  });
});

describe('deploy/Caddyfile', () => {
  const patterns = [...read('Caddyfile').matchAll(/^\s*@content_service\w* path_regexp (\S+)$/gm)].map(
    ([, pattern = '']) => new RegExp(pattern),
  );
  const passes = (address: string) => patterns.some((pattern) => pattern.test(address));

  it('passes every address of the service on, and no other', () => {
    for (const address of ADDRESSES) assert.ok(passes(address), address);
    for (const address of OTHERS) assert.ok(!passes(address), address);
    for (const name of ELSEWHERE) assert.ok(!passes(`/.well-known/${name}`), name);
  });
});

describe('the gateway of the WordPress plugin', () => {
  const text = read('wordpress/content-service/includes/class-gateway.php');
  const listOf = (name: string) => {
    const [, list = ''] = new RegExp(`const ${name} += \\[([^\\]]*)\\]`).exec(text) ?? [];
    return [...list.matchAll(/'([^']*)'/g)].map(([, path = '']) => path);
  };
  const [addresses, prefixes] = ['ADDRESSES', 'PREFIXES'].map(listOf) as [string[], string[]];

  it('has the list of deploy/nginx.conf', () => {
    const inNginx = (exact: boolean) => nginxLocations.filter((one) => one.exact === exact).map(({ path }) => path);
    assert.deepEqual(addresses.toSorted(), inNginx(true).toSorted());
    assert.deepEqual(prefixes.toSorted(), inNginx(false).toSorted());
  });

  it('passes every address of the service on, and no other', () => {
    const passes = (address: string) =>
      addresses.includes(address) || prefixes.some((prefix) => address.startsWith(prefix));
    for (const address of ADDRESSES) assert.ok(passes(address), address);
    for (const address of OTHERS) assert.ok(!passes(address), address);
    for (const name of ELSEWHERE) assert.ok(!passes(`/.well-known/${name}`), name);
  });
});
