import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Finding } from '../../../sync/doctor/finding.ts';
import { examineSite } from '../../../sync/doctor/site.ts';
import { judgeRedirect } from '../../../sync/doctor/site-judge.ts';
import { startDemoSite } from '../../../sync/demo/site.ts';
import { startFaultProxy, type ChooseFault } from '../../helpers/fault-proxy.ts';
import { PROSE } from '../../helpers/prose-samples.ts';
import { startTinyWordPress, tinyPages, type TinyPage } from '../wordpress/tiny-wordpress.ts';

type Examined = Partial<Parameters<typeof examineSite>[0]>;

async function examine(siteUrl: string, more: Examined = {}) {
  return await examineSite({
    siteUrl,
    types: ['pages'],
    requestsPerSecond: 0,
    credentials: undefined,
    language: undefined,
    now: () => new Date(),
    signal: new AbortController().signal,
    ...more,
  });
}

/** Examines a tiny site behind a fault proxy. */
async function examineTiny(
  options: Partial<Parameters<typeof startTinyWordPress>[0]> = {},
  faults?: ChooseFault,
  more: Examined = {},
) {
  await using site = await startTinyWordPress({ pages: tinyPages(30), ...options });
  await using proxy = await startFaultProxy(site.url, faults);
  return await examine(proxy.url, more);
}

const levels = (findings: readonly Finding[]) =>
  findings.filter(({ level }) => level !== 'ok').map(({ check }) => check);
const find = (findings: readonly Finding[], check: string) => findings.find((one) => one.check === check);

const inApi: (fault: ReturnType<ChooseFault>) => ChooseFault =
  (fault) =>
  ({ url }) =>
    url.startsWith('/wp-json/') ? fault : undefined;
const inLists: (fault: ReturnType<ChooseFault>) => ChooseFault =
  (fault) =>
  ({ url }) =>
    url.includes('/wp/v2/pages') ? fault : undefined;

describe('examineSite', () => {
  it('finds nothing wrong with the demo site, and names its types that are not read', async () => {
    const demo = await startDemoSite();
    try {
      const findings = await examine(demo.url, { language: 'es' });
      assert.deepEqual(levels(findings), ['site.types.posts', 'site.types.proyectos']);
      assert.match(find(findings, 'site.types.posts')?.message ?? '', /^\d+ entries of the type posts/);
      assert.equal(find(findings, 'site.types.posts')?.advice, 'to read them: SYNC_TYPES=pages,posts');
      assert.match(find(findings, 'site.type.pages')?.message ?? '', /^203 pages, 100 in one request/);
    } finally {
      await demo.close();
    }
  });

  it('says when nothing answers', async () => {
    const findings = await examine('http://127.0.0.1:9');
    assert.deepEqual(levels(findings), ['site.reachable']);
    assert.match(findings[0]?.message ?? '', /refused/);
  });

  it('names the rung of the ladder on which the API was found', async () => {
    const guessed = await examineTiny({ announce: 'no' });
    assert.match(find(guessed, 'site.rest')?.message ?? '', /found by \/wp-json\//);
    const plain = await examineTiny({ root: '/?rest_route=/' });
    assert.equal(find(plain, 'site.permalinks')?.level, 'note');
    assert.match(find(plain, 'site.rest')?.message ?? '', /rest_route/);
  });

  it('says where the site is when SITE_URL is one of its pages, or one that is not there', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(3) });
    assert.equal(find(await examine(site.url), 'site.path'), undefined);
    const finding = find(await examine(`${site.url}/contacto`), 'site.path');
    assert.deepEqual(finding, {
      level: 'note',
      check: 'site.path',
      message: `WordPress declares ${site.url} as its address`,
      advice: `set SITE_URL=${site.url}`,
    });
  });

  it('keeps the folder of a site that redirects to another origin', () => {
    const advice = (base: string, end: string) => judgeRedirect(base, end).map((finding) => finding.advice);
    assert.deepEqual(advice('http://a.example/blog', 'https://a.example/blog/'), [
      'set SITE_URL=https://a.example/blog',
    ]);
    assert.deepEqual(advice('http://a.example', 'https://www.a.example/es/'), ['set SITE_URL=https://www.a.example']);
    assert.deepEqual(advice('https://a.example/blog', 'https://a.example/blog/'), []);
  });

  it('names who blocks the API, and what to do', async () => {
    const closed = await examineTiny(
      {},
      inApi({ kind: 'json', status: 401, value: { code: 'rest_not_logged_in', message: 'No.' } }),
    );
    assert.equal(find(closed, 'site.rest')?.level, 'problem');
    assert.match(find(closed, 'site.rest')?.message ?? '', /closes the REST API to visitors/);
    const challenged = await examineTiny({}, inApi({ kind: 'html', title: 'Just a moment...', status: 403 }));
    assert.match(find(challenged, 'site.rest')?.message ?? '', /Cloudflare/);
    assert.match(find(challenged, 'site.rest')?.advice ?? '', /allow the address/);
  });

  it('sees a firewall that keeps pages from sync, and not the API', async () => {
    const challenge = { kind: 'html', title: 'Just a moment...', status: 403 } as const;
    const all = await examineTiny({}, ({ url }) => (url.startsWith('/pagina-') ? challenge : undefined));
    assert.match(
      find(all, 'site.firewall')?.message ?? '',
      /firewall \(a Cloudflare challenge\) blocks 5 of 5 sample pages, .*are not published/,
    );
    const one = await examineTiny({}, ({ url }) => (url.startsWith('/pagina-11/') ? challenge : undefined));
    assert.match(find(one, 'site.firewall')?.message ?? '', /blocks 1 of 5 .*UNSEEN_HOURS/);
    assert.match(
      find(one, 'site.firewall')?.advice ?? '',
      /allow the address of this machine, or its User-Agent “wordpress-content-service.*unseen: publish/,
    );
  });

  it('names the pages that robots.txt asks crawlers to leave alone', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(30) });
    const judged = async (robots: string) => {
      site.site.files = { '/robots.txt': robots };
      return find(await examine(site.url), 'site.robots_txt');
    };
    const finding = await judged(
      'User-agent: Otro\nDisallow: /\n\nUser-agent: *\nDisallow: /pagina-2*/\nAllow: /pagina-21/',
    );
    assert.equal(finding?.level, 'note');
    assert.equal(
      finding?.message,
      `robots.txt disallows 9 published pages for all crawlers: ${['20', '22', '23'].map((id) => `${site.url}/pagina-${id}/`).join(', ')}`,
    );
    assert.match(finding?.advice ?? '', /exclude in site\.yaml/);
    assert.match((await judged('User-agent: *\nDisallow: /'))?.message ?? '', /whole site/);
    assert.equal(await judged('User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php'), undefined);
  });

  it('sees text around the JSON', async () => {
    const findings = await examineTiny({}, inLists({ kind: 'around', before: '<b>Notice</b>: Undefined index\n' }));
    assert.match(find(findings, 'site.type.pages.junk')?.message ?? '', /Notice/);
    assert.match(find(findings, 'site.type.pages.junk')?.advice ?? '', /WP_DEBUG_DISPLAY/);
  });

  it('sees that X-WP-Total is missing, that there is nothing, and that a type does not exist', async () => {
    const stripped = await examineTiny({}, inLists({ kind: 'json', value: [] }));
    assert.deepEqual(levels(stripped), ['site.type.pages']);
    const empty = await examineTiny({ pages: [] });
    assert.match(find(empty, 'site.type.pages')?.message ?? '', /lists no pages/);
    const unknown = await examineTiny({}, undefined, { types: ['pages', 'servicio'] });
    assert.match(find(unknown, 'site.type.servicio')?.advice ?? '', /SYNC_TYPES/);
  });

  it('sees that the site gives fewer rows than asked for', async () => {
    const findings = await examineTiny({}, inLists({ kind: 'rows', edit: (rows) => rows.slice(0, 10) }));
    assert.match(find(findings, 'site.type.pages.per_page')?.message ?? '', /received 10 of 30/);
  });

  it('distinguishes a cache that sync can bypass from one that it cannot', async () => {
    const rows = tinyPages(3).map(({ id, slug }) => ({
      id,
      slug,
      link: `http://127.0.0.1/${slug}/`,
      modified_gmt: '2026-01-01T00:00:00',
    }));
    const hit = {
      kind: 'json',
      value: rows,
      headers: { age: '90', 'x-cache': 'HIT', 'x-wp-total': '3', 'x-wp-totalpages': '1' },
    } as const;
    const passable = await examineTiny({}, ({ url }) =>
      url.includes('/wp/v2/pages') && !url.includes('&_=') ? hit : undefined,
    );
    assert.equal(find(passable, 'site.cache')?.level, 'note');
    assert.match(find(passable, 'site.cache')?.message ?? '', /out of date/);
    const everything = await examineTiny({}, inLists(hit));
    assert.equal(find(everything, 'site.cache')?.level, 'problem');
  });

  it('reads page builder, empty texts, passwords and noindex from the pages', async () => {
    const [one, two, three, four] = tinyPages(4) as [TinyPage, TinyPage, TinyPage, TinyPage];
    const findings = await examineTiny({
      pages: [
        { ...one, content: '[vc_row][vc_column]Hola[/vc_column][/vc_row]' },
        { ...two, content: '' },
        { ...three, password: true },
        { ...four, extra: { yoast_head_json: { robots: { index: 'noindex' } } } },
      ],
    });
    assert.match(find(findings, 'site.builder')?.message ?? '', /WPBakery \(1\)/);
    assert.match(
      find(findings, 'site.content')?.message ?? '',
      /^Of 3 sample pages the REST API has 1 with unrendered shortcodes and 1 without a text: /,
    );
    assert.match(find(findings, 'site.password')?.message ?? '', /^1 of the first 4 pages: password-protected/);
    assert.match(find(findings, 'site.noindex')?.message ?? '', /^noindex excludes 1 of the sample pages: .*pagina-14/);
  });

  it('speaks of no pages that are not among its sample', async () => {
    const [one, two] = tinyPages(2) as [TinyPage, TinyPage];
    const empty = await examineTiny({ pages: [one, { ...two, content: '' }] });
    assert.match(find(empty, 'site.content')?.message ?? '', /^Of 2 sample pages the REST API has 1 without a text: /);
    const hidden = await examineTiny({ pages: tinyPages(3).map((page) => Object.assign(page, { password: true })) });
    assert.match(find(hidden, 'site.builder')?.message ?? '', /^All of 3 sample pages are password-protected/);
  });

  it('says what kept it from reading a sample', async () => {
    const findings = await examineTiny({}, ({ url }) =>
      url.includes('include=') ? { kind: 'status', status: 500 } : undefined,
    );
    assert.equal(find(findings, 'site.builder'), undefined);
    assert.deepEqual(levels(findings), ['site.type.pages.sample']);
    assert.match(find(findings, 'site.type.pages.sample')?.message ?? '', /answered 500/);
  });

  it('tells maintenance from a limit of requests', async () => {
    const later = (status: number) => ({ kind: 'status', status, headers: { 'retry-after': '86400' } }) as const;
    const closed = find(await examineTiny({}, () => later(503)), 'site.rest');
    assert.match(closed?.advice ?? '', /^the site is in maintenance or overloaded/);
    const limited = find(await examineTiny({}, () => later(429)), 'site.rest');
    assert.match(limited?.advice ?? '', /limits requests/);
    const front = await examineTiny({}, ({ url }) => (url === '/' ? later(503) : undefined));
    assert.equal(find(front, 'site.rest')?.level, 'ok');
    assert.match(find(front, 'site.front')?.advice ?? '', /end its maintenance mode/);
  });

  it('knows an update of WordPress in any language, which ends by itself', async () => {
    const value = { code: 'wp_die', message: 'No disponible por mantenimiento programado.', data: { status: 503 } };
    const faults: ChooseFault = () => ({ kind: 'json', status: 503, value, headers: { 'retry-after': '600' } });
    const finding = find(await examineTiny({}, faults), 'site.rest');
    assert.match(finding?.message ?? '', /this is WordPress while it is updated$/);
    assert.match(finding?.advice ?? '', /^wait ten minutes/);
  });

  it('shows a numeric error code of the REST API', async () => {
    const finding = find(
      await examineTiny({}, inLists({ kind: 'json', status: 403, value: { code: 403 } })),
      'site.type.pages',
    );
    assert.match(finding?.message ?? '', /403.*\b403\b/);
  });

  it('sees texts in another language than the site says, with the line for site.yaml that overrules them', async () => {
    const written = (text: string) => tinyPages(4).map((page) => Object.assign(page, { content: `<p>${text}</p>` }));
    const findingFor = async (language: string, text: string, wanted?: string) => {
      await using site = await startTinyWordPress({ pages: written(text) });
      site.site.language = language;
      return find(await examine(site.url, { language: wanted }), 'site.languages');
    };
    const wrong = await findingFor('en-US', PROSE.spanish);
    assert.equal(wrong?.level, 'note');
    assert.match(wrong.message, /^The texts are in Spanish, but WordPress declares en-US: /);
    assert.match(wrong.advice ?? '', /add to site\.yaml: language: en\n/);
    assert.equal((await findingFor('es', PROSE.spanish))?.message, 'One language: es');
    assert.equal((await findingFor('en-US', PROSE.spanish, 'en'))?.message, 'One language: en');
    assert.equal((await findingFor('en-US', PROSE.bulgarian))?.message, 'One language: en-US');
  });

  it('sees a second language, and asks for the main one unless the site file says it', async () => {
    const about = { namespaces: ['wp/v2', 'wpml/v1'] };
    const unsaid = find(await examineTiny({ about }), 'site.languages');
    assert.equal(unsaid?.level, 'note');
    assert.match(unsaid.message, /pages in all of them are indexed, and es-ES is the main language/);
    assert.equal(find(await examineTiny({ about }, undefined, { language: 'es' }), 'site.languages')?.level, 'ok');
  });

  it('sees a clock that is wrong', async () => {
    const findings = await examineTiny({}, undefined, { now: () => new Date(Date.now() - 3_600_000) });
    assert.match(find(findings, 'site.clock')?.message ?? '', /ahead of/);
  });

  it('distinguishes a refused application password from a header that a proxy removed', async () => {
    const credentials = { user: 'lector', password: 'secreto' };
    const login = async (status: number, value: unknown) => {
      const faults: ChooseFault = ({ url }) => (url.includes('users/me') ? { kind: 'json', status, value } : undefined);
      return find(await examineTiny({}, faults, { credentials }), 'site.login');
    };
    assert.equal((await login(200, { id: 3, roles: ['subscriber'] }))?.level, 'ok');
    assert.match((await login(200, { id: 1, roles: ['administrator'] }))?.advice ?? '', /Subscriber/);
    assert.match((await login(401, { code: 'rest_not_logged_in' }))?.advice ?? '', /CGIPassAuth/);
    assert.match((await login(401, { code: 'incorrect_password' }))?.advice ?? '', /create a new password/);
  });
});
