import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { seeded } from '../helpers/seeded.ts';
import { startWordPressSite, type WordPressSite } from '../helpers/wordpress-site.ts';
import { installPlugin, markdownOf, pathsOf, putInFront } from './front.ts';
import { advancedCache } from './page-cache.ts';

const SITE_PORT = 8150;
const AT_ONCE = 12;
/** Requests from one address: fewer than the quota of a minute. */
const EACH = 50;

/** Variant of a request for a page, with the expected content type. */
type Variant = { readonly accept?: string; readonly suffix?: string; readonly gets: 'text/html' | 'text/markdown' };

const VARIANTS: readonly Variant[] = [
  { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', gets: 'text/html' },
  { accept: '*/*', gets: 'text/html' },
  { gets: 'text/html' },
  { accept: 'text/html, text/markdown;q=0.9', gets: 'text/html' },
  { accept: 'text/markdown', gets: 'text/markdown' },
  { accept: 'text/markdown, text/html, */*', gets: 'text/markdown' },
  { accept: 'text/markdown', suffix: '?utm_source=agent', gets: 'text/markdown' },
  { accept: 'text/html', suffix: 'index.md', gets: 'text/markdown' },
];

describe('pages as Markdown beside page caches', () => {
  let wordpress: WordPressSite;
  let paths: readonly string[];
  let caches: string;

  before(async () => {
    wordpress = await startWordPressSite({ port: SITE_PORT, server: 'fpm' });
    for (const dir of [dirname(wordpress.dir), wordpress.dir]) await chmod(dir, 0o755);
    caches = await mkdtemp(join(tmpdir(), 'page-caches-'));
    for (const name of ['wordpress', 'nginx']) {
      await mkdir(join(caches, name));
      await chmod(join(caches, name), 0o777);
    }
    await chmod(caches, 0o755);
    paths = await pagesWithCanonical(wordpress, (await pathsOf(wordpress)).slice(0, 24));
    await installPlugin(wordpress);
    await writeFile(join(wordpress.dir, 'wp-content/advanced-cache.php'), advancedCache(join(caches, 'wordpress')));
    const config = join(wordpress.dir, 'wp-config.php');
    await writeFile(config, (await readFile(config, 'utf8')).replace('<?php', "<?php define('WP_CACHE', true);"));
    await writeFile(
      join(wordpress.dir, '.htaccess'),
      'RewriteEngine On\nRewriteRule ^index\\.php$ - [L]\nRewriteCond %{REQUEST_FILENAME} !-f\n' +
        'RewriteCond %{REQUEST_FILENAME} !-d\nRewriteRule . /index.php [L]\n',
    );
  });
  after(async () => {
    await wordpress?.[Symbol.asyncDispose]();
    await rm(caches, { recursive: true, force: true });
  });

  /** The cache of nginx itself, as guides have it switched on for WordPress. */
  const withFastcgiCache = (example: string) =>
    `fastcgi_cache_path ${caches}/nginx keys_zone=wordpress:10m;\n` +
    example.replace(
      'fastcgi_pass ',
      `fastcgi_cache wordpress; fastcgi_cache_valid 200 10m; fastcgi_cache_key "$scheme$request_method$host$request_uri";
       fastcgi_ignore_headers Cache-Control Expires Set-Cookie Vary; fastcgi_cache_lock on; fastcgi_pass `,
    );

  for (const { name, port, edit, cache, requests } of [
    { name: 'nginx', port: 8153, edit: withFastcgiCache, cache: 'nginx', requests: 10_000 },
    { name: 'apache', port: 8156, edit: (example: string) => example, cache: 'wordpress', requests: 3_000 },
  ] as const) {
    it(`never gives a wrong body behind ${name}`, async () => {
      // Every twentieth page is one that the service does not have. Apache's answer there passes the cache by.
      const known = new Set(paths.filter((_, at) => at % 20 !== 1));
      const options = { name, port, wordpress, fpm: SITE_PORT + 1, paths: [...known], edit };
      await using front = await putInFront(options);
      const counts: Record<string, number> = { 'text/html': 0, 'text/markdown': 0 };
      const wrong: string[] = [];
      const random = seeded(20261122);
      const pick = <Item>(items: readonly Item[], otherwise: Item) =>
        items[Math.floor(random() * items.length)] ?? otherwise;
      const plan = Array.from({ length: requests }, () => ({
        path: pick(paths, '/'),
        variant: pick(VARIANTS, { gets: 'text/html' }),
      })).filter(({ path, variant }) => known.has(path) || variant.suffix !== 'index.md');

      async function run(from: number): Promise<void> {
        const localAddress = `127.8.${(from >> 8) & 255}.${(from & 255) + 1}`;
        using connection = closing(new Agent({ keepAlive: true, maxSockets: 1 }));
        for (const { path, variant } of plan.slice(from * EACH, (from + 1) * EACH)) {
          const type = known.has(path) ? variant.gets : 'text/html';
          const headers = variant.accept === undefined ? {} : { accept: variant.accept };
          const address = `${front.url}${path}${variant.suffix ?? ''}`;
          const got = await ask(address, { localAddress, agent: connection.agent, headers });
          counts[type] = (counts[type] ?? 0) + 1;
          const right = type === 'text/html' ? isHtmlOf(got, `${front.url}${path}`) : isMarkdownOf(got, path);
          if (!right)
            wrong.push(
              `${variant.accept ?? 'no Accept'} at ${address}: ${got.status} ${got.type} ${got.body.slice(0, 80)}`,
            );
        }
      }

      let next = 0;
      const last = Math.ceil(plan.length / EACH);
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (next < last) await run(next++);
        }),
      );
      assert.deepEqual(wrong.slice(0, 5), []);
      assert.ok((counts['text/html'] ?? 0) > requests / 3 && (counts['text/markdown'] ?? 0) > requests / 3);
      assert.ok((await readdir(join(caches, cache))).length >= paths.length);
    });
  }
});

/** The pages whose HTML says which page it is: not the list of posts. */
async function pagesWithCanonical(wordpress: WordPressSite, paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const url = `${wordpress.url}${path}`;
    const got = await ask(url, {});
    if (isHtmlOf(got, url)) found.push(path);
  }
  return found;
}

type Got = { readonly status: number | undefined; readonly type: string; readonly body: string };

/** An answer, after the redirect to HTML by which Apache says that there is no Markdown. */
async function ask(url: string, options: Parameters<typeof get>[1]): Promise<Got> {
  const [answer] = (await once(get(url, options), 'response')) as [IncomingMessage];
  const body = await text(answer);
  const { location, 'content-type': type = '' } = answer.headers;
  if (answer.statusCode === 302 && location?.includes('?html')) return await ask(location, options);
  return { status: answer.statusCode, type, body };
}

const isMarkdownOf = ({ status, type, body }: Got, path: string) =>
  status === 200 && type.startsWith('text/markdown') && body === markdownOf(path);

const isHtmlOf = ({ status, type, body }: Got, url: string) =>
  status === 200 && type.startsWith('text/html') && body.includes(`<link rel="canonical" href="${url}" />`);

const closing = (agent: Agent) => ({ agent, [Symbol.dispose]: () => agent.destroy() });
