import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { examineSite } from '../../../sync/doctor/site.ts';
import { startWordPressSite, type WordPressSite } from '../../helpers/wordpress-site.ts';

describe('examineSite of a real WordPress', () => {
  let wordpress: WordPressSite;
  before(async () => {
    wordpress = await startWordPressSite({ port: 8108 });
  });
  after(() => wordpress?.[Symbol.asyncDispose]());

  async function examine(more: Partial<Parameters<typeof examineSite>[0]> = {}) {
    const findings = await examineSite({
      siteUrl: wordpress.url,
      types: ['pages'],
      requestsPerSecond: 0,
      credentials: undefined,
      language: 'es',
      now: () => new Date(),
      signal: new AbortController().signal,
      ...more,
    });
    return {
      all: findings.map(({ level, check, message }) => `${level} ${check} ${message}`).join('\n'),
      worst: findings.filter(({ level }) => level !== 'ok').map(({ check }) => check),
      of: (check: string) => findings.find((one) => one.check === check),
    };
  }

  it('finds a sound site sound', async () => {
    const { worst, of, all } = await examine({ types: ['pages', 'posts'] });
    assert.deepEqual(worst, ['site.types.proyectos'], all);
    assert.match(of('site.builder')?.message ?? '', /Gutenberg/);
    assert.match(of('site.type.posts')?.message ?? '', /^\d+ posts/);
  });

  it('knows a type that is not in the REST API', async () => {
    assert.match((await examine({ types: ['facturas'] })).of('site.type.facturas')?.message ?? '', /404 rest_no_route/);
  });

  it('distinguishes an application password that works from a wrong one', async () => {
    const [user = '', password = ''] = (await wordpress.edit('application-password')).split(/:(.*)/s);
    const works = await examine({ credentials: { user, password } });
    assert.match(works.of('site.login')?.message ?? '', /works \(administrator\)/, works.all);
    const wrong = await examine({ credentials: { user, password: 'xxxx xxxx xxxx xxxx xxxx xxxx' } });
    assert.equal(wrong.of('site.login')?.level, 'problem', wrong.all);
    assert.match(wrong.of('site.login')?.advice ?? '', /create a new password/);
  });

  for (const [fault, check, message] of [
    ['401', 'site.rest', /401/],
    ['html', 'site.rest', /HTML page/],
    ['notice', 'site.type.pages.junk', /text around the JSON/],
  ] as const) {
    it(`names the fault «${fault}»`, async () => {
      await wordpress.edit('fault', fault);
      try {
        const found = await examine();
        assert.match(found.of(check)?.message ?? '', message, found.all);
      } finally {
        await wordpress.edit('fault', 'none');
      }
    });
  }

  it('sees that search engines are discouraged, and plain permalinks', async () => {
    await wordpress.php(
      `update_option('blog_public', '0'); update_option('permalink_structure', ''); flush_rewrite_rules(false);`,
    );
    const found = await examine();
    assert.ok(found.worst.includes('site.noindex_all'), found.all);
    assert.equal(found.of('site.permalinks')?.level, 'note');
  });
});
