import assert from 'node:assert/strict';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SHORT_PUBLIC_TEXTS } from '../fixtures/short-public-texts.ts';
import { sessionOn } from '../faults/session-on.ts';
import { movedClock } from '../helpers/moved-clock.ts';
import { runProgram } from '../helpers/program.ts';
import { createSyncedSite, type SyncedSite } from '../helpers/synced-site.ts';
import { startWordPressSite, type WordPressSite } from '../helpers/wordpress-site.ts';
import { servedFrom } from './served-passages.ts';

/** Words of which each page has one in its first paragraph, and one in its second. */
const open = (page: number): string => `fuente${page}x`;
const secret = (page: number): string => `zarzuela${page}x`;
const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, at) => from + at);
const pathOf = (page: number): string => `/ficha-${page}/`;
const FIRST = 11;

const PHP = `
  function text($n) {
    return "<p>La vivienda $n tiene una terraza orientada al sur, con toldo y una pequeña fuente{$n}x de piedra.</p>\\n"
      . "<p>El código reservado de la caldera número $n es zarzuela{$n}x, y el del cuarto de máquinas está en la portería.</p>";
  }
  function ficha($n) { return get_page_by_path("ficha-$n"); }
  function write($n, $content, $modified = '2026-03-01 09:00:00') {
    return wp_insert_post(wp_slash(['ID' => ficha($n)->ID ?? 0, 'post_type' => 'page', 'post_status' => 'publish', 'post_name' => "ficha-$n",
      'post_title' => "Ficha $n", 'post_content' => $content, 'kit_modified' => $modified]));
  }
`;

describe('the visibility rule on a real WordPress: an anonymous browser beside read_page, search_pages and MCP', () => {
  let wordpress: WordPressSite;
  let synced: SyncedSite;
  let pages: readonly number[] = [];

  before(async () => {
    wordpress = await startWordPressSite({ port: 8250, server: 'fpm' });
    const plugins = join(wordpress.dir, 'wp-content/mu-plugins');
    await mkdir(plugins, { recursive: true });
    await cp(join(import.meta.dirname, 'plugins/visibility.php'), join(plugins, 'visibility.php'));
    await php(`foreach (get_posts(['post_type' => 'any', 'post_status' => 'any', 'numberposts' => -1]) as $p) wp_delete_post($p->ID, true);
      update_option('show_on_front', 'posts');`);
  });
  after(async () => {
    await synced?.[Symbol.asyncDispose]();
    await wordpress?.[Symbol.asyncDispose]();
  });

  const php = (code: string) => wordpress.php(PHP + code);
  const setMode = (mode: string) => php(`update_option('site_mode', '${mode}');`);
  const setNotice = (notice: { readonly html: string; readonly rest: boolean } | undefined) =>
    php(`update_option('site_notice', json_decode('${JSON.stringify(notice ?? 0)}', true));`);
  const setRules = (rule: string, its: readonly number[]) =>
    php(`foreach ([${its.join()}] as $n) $all[ficha($n)->ID] = '${rule}'; update_option('visibility', $all ?? []);`);

  /** Begins anew with so many pages, and a data directory that holds nothing. */
  async function begin(count: number): Promise<SyncedSite> {
    await php(`foreach (get_posts(['post_type' => ['page', 'wp_block'], 'post_status' => ['any', 'trash'], 'numberposts' => -1]) as $p) wp_delete_post($p->ID, true);
      update_option('visibility', []); update_option('site_mode', ''); update_option('site_notice', 0); update_option('blog_public', 1);
      array_map('unlink', glob(WP_CONTENT_DIR . '/kept-*'));
      foreach (range(${FIRST}, ${FIRST + count - 1}) as $n) write($n, text($n));`);
    pages = range(FIRST, FIRST + count);
    await synced?.[Symbol.asyncDispose]();
    synced = await createSyncedSite({ SITE_URL: wordpress.url });
    return synced;
  }

  async function sync(code: 0 | 1 | 2, ...args: readonly string[]) {
    const run = await synced.sync(...args);
    assert.equal(run.code, code, run.failure || run.stderr);
    return run;
  }

  /** The words that an anonymous browser gets at the addresses of the pages, of some. */
  async function browsed(words: readonly string[]): Promise<string[]> {
    const texts = await Promise.all(
      pages.map(async (page) => {
        const answer = await fetch(wordpress.url + pathOf(page), {
          redirect: 'manual',
          headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' },
        });
        const html = await answer.text();
        return answer.ok && !/<meta[^>]+noindex/.test(html)
          ? html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
          : '';
      }),
    );
    return words.filter((word) => texts.some((html) => html.includes(word)));
  }

  /** Asserts the words that a browser gets, and that each interface serves exactly these, or exactly `served`. */
  async function prove(expected: readonly string[], among: readonly string[], served = expected): Promise<void> {
    assert.deepEqual(await browsed(among), expected, 'an anonymous browser');
    const paths = pages.map(pathOf);
    for (const [name, words] of Object.entries(await servedFrom(synced.dir, { paths, words: among }))) {
      assert.deepEqual(words, served, name);
    }
  }

  /** Some pages are enough: their words in the first and in the second paragraph. */
  const wordsOf = (...its: readonly number[]) => its.flatMap((page) => [open(page), secret(page)]);

  it('publishes nothing that a firewall keeps from sync, unless the owner declares that the REST API hides nothing', async () => {
    await begin(20);
    await setRules('first', [11, 12, 13]);
    await setMode('firewall');
    const { failure } = await sync(2);
    assert.match(failure, /unseen: publish/);
    const seen = [open(11), open(14), secret(14)];
    const all = wordsOf(11, 14);
    await prove(seen, all, []);
    await using doctor = runProgram('sync/doctor.ts', synced.environment);
    const { stdout } = await doctor.ended;
    assert.match(stdout, /Cloudflare/);
    assert.match(stdout, /wordpress-content-service/);

    await writeFile(join(synced.dir, 'site.yaml'), 'unseen: publish\n');
    await sync(0);
    await prove(seen, all, all);
    await setMode('');
    await sync(0, '--full');
    await prove(seen, all);
  });

  for (const mode of ['without_ends', 'broken_footer']) {
    it(`publishes pages whose HTML has no end (${mode}), and drops a text that they lose`, async () => {
      await begin(25);
      await setMode(mode);
      assert.equal((await sync(0)).summary?.new, 25);
      await setRules('first', [11]);
      await sync(0, '--full');
      await prove([open(11), ...wordsOf(12)], wordsOf(11, 12));
    });
  }

  for (const rule of ['missing', 'review', 'nothing']) {
    it(`drops 8 of 20 pages in the same run that visitors do not get (${rule})`, async () => {
      await begin(20);
      await sync(0);
      await setRules(rule, range(11, 19));
      await sync(0, '--full');
      await prove(wordsOf(19, 20), wordsOf(11, 15, 18, 19, 20));
      await setRules('', []);
      await sync(0, '--full');
      await prove(wordsOf(11, 19), wordsOf(11, 19));
    });
  }

  it('publishes the public part alone of 20 of 45 pages behind a gate, in the same run and on a first sync', async () => {
    await begin(45);
    await sync(0);
    await setRules('gate', range(11, 31));
    for (const run of ['same', 'first']) {
      if (run === 'first') {
        await synced[Symbol.asyncDispose]();
        synced = await createSyncedSite({ SITE_URL: wordpress.url });
      }
      await sync(0, '--full');
      await prove([open(11), open(30), ...wordsOf(31)], wordsOf(11, 30, 31));
    }
  });

  for (const { html, rest } of [
    { html: '<p>Sitio en mantenimiento</p>', rest: true },
    { html: '<p>You must be logged in to view this content.</p>', rest: false },
    { html: '', rest: true },
  ]) {
    it(`holds when all pages show "${html}"${rest ? ', in the REST API too' : ''}, and withholds their texts after GUARD_HOURS`, async () => {
      await begin(20);
      await sync(0);
      await setNotice({ html, rest });
      assert.match((await sync(2, '--full')).failure, /20 of 20 pages show the same text/);
      await prove([], wordsOf(11, 30), wordsOf(11, 30));
      const clock = movedClock(new Date(Date.now() + 5 * 3_600_000).toISOString());
      await sessionOn(synced.dir, wordpress.url)({}, clock);
      await prove([], wordsOf(11, 30));
      await setNotice(undefined);
      await sync(0, '--full');
      await prove(wordsOf(11, 30), wordsOf(11, 30));
    });
  }

  it('publishes at once that editors shortened 20 of 45 pages', async () => {
    await begin(45);
    await sync(0);
    await php(`foreach (range(11, 30) as $n) write($n, strtok(text($n), "\\n"), '2026-04-01 09:00:00');`);
    await sync(0);
    await prove([open(11), open(30), ...wordsOf(31)], wordsOf(11, 30, 31));
  });

  it('empties the index and alerts when the site discourages search engines', async () => {
    await begin(20);
    await sync(0);
    await php(`update_option('blog_public', 0);`);
    assert.match((await sync(2, '--full')).failure, /withdrew 20 of 20 pages .*Discourage search engines/);
    await prove([], wordsOf(11, 30));
    assert.equal((await synced.generations.guard())[0]?.kind, 'withdrawn');
    await using status = runProgram('sync/status.ts', synced.environment);
    assert.match((await status.ended).stdout, /withdrew 20 of 20 pages/);
    await php(`update_option('blog_public', 1);`);
    await sync(0, '--full');
    await prove(wordsOf(11, 30), wordsOf(11, 30));
  });

  for (const [how, hide] of Object.entries({
    private: `'post_status' => 'private'`,
    trashed: `'post_status' => 'trash'`,
    protected: `'post_password' => 'clave'`,
  })) {
    it(`reads the pages again in the same run in whose query loop or synced pattern a ${how} page stands`, async () => {
      await begin(20);
      await php(`
        $loop = '<!-- wp:query {"query":{"perPage":100,"pages":0,"offset":0,"postType":"page","order":"asc","orderBy":"title","inherit":false,"exclude":['
          . ficha(20)->ID . ',' . ficha(21)->ID . ']}} --><div class="wp-block-query"><!-- wp:post-template -->'
          . '<!-- wp:post-content /--><!-- /wp:post-template --></div><!-- /wp:query -->';
        $pattern = wp_insert_post(wp_slash(['post_type' => 'wp_block', 'post_status' => 'publish', 'post_title' => 'Lista', 'post_content' => $loop]));
        foreach ([20 => $loop, 21 => '<!-- wp:block {"ref":' . $pattern . '} /-->'] as $n => $list) write($n, text($n) . $list);`);
      await sync(0);
      const ofPages = await synced.page(pathOf(20).slice(0, -1));
      assert.match(ofPages?.markdown ?? '', new RegExp(secret(15)));
      await php(`wp_update_post(['ID' => ficha(15)->ID, ${hide}]);`);
      await sync(0);
      await prove(wordsOf(14, 20), wordsOf(14, 15, 20));
    });
  }

  it('has the visitor’s page decide where the REST API fails for a row', async () => {
    await begin(30);
    await sync(0);
    await setRules('fails', [13]);
    const run = await synced.sync('--full');
    assert.ok(run.code === 0 || run.code === 2, run.failure);
    await prove([open(13), ...wordsOf(14)], wordsOf(13, 14));
  });

  it('drops pages that are trashed or made private while the REST API is closed to visitors', async () => {
    await begin(20);
    await sync(0);
    await setMode('rest');
    await sync(2);
    await prove(wordsOf(11, 30), wordsOf(11, 30));
    await php(`foreach (range(11, 16) as $n) wp_trash_post(ficha($n)->ID);
      foreach (range(17, 22) as $n) wp_update_post(['ID' => ficha($n)->ID, 'post_status' => 'private']);`);
    await sync(2);
    await prove(wordsOf(23, 30), wordsOf(11, 16, 17, 22, 23, 30));
  });

  it('reads a public site whose REST API is closed from the start', async () => {
    await begin(20);
    await setMode('rest');
    await sync(0);
    await prove(wordsOf(11, 30), wordsOf(11, 30));
    await setRules('first', [11]);
    await sync(0, '--full');
    await prove([open(11), ...wordsOf(12)], wordsOf(11, 12));
  });

  it('publishes 22 short pages that mention members, a login or subscribers', async () => {
    await begin(SHORT_PUBLIC_TEXTS.length);
    const texts = Buffer.from(JSON.stringify(SHORT_PUBLIC_TEXTS)).toString('base64');
    await php(
      `foreach (json_decode(base64_decode('${texts}')) as $at => $text) write(${FIRST} + $at, "<p>$text</p><p>zarzuela" . (${FIRST} + $at) . "x</p>");`,
    );
    const { summary } = await sync(0);
    assert.deepEqual([summary?.new, summary?.skipped], [22, {}]);
    await prove(pages.map(secret), pages.map(secret));
  });

  for (const rule of ['title_in_rest', 'title_of_login']) {
    it(`publishes no title that visitors do not get (${rule})`, async () => {
      await begin(20);
      await setRules(rule, [11, 12]);
      if (rule === 'title_of_login') {
        const [user = '', password = ''] = (await wordpress.edit('application-password')).split(/:(.*)/s);
        await synced[Symbol.asyncDispose]();
        synced = await createSyncedSite({
          SITE_URL: wordpress.url,
          SYNC_USER: user,
          SYNC_APP_PASSWORD: password,
        });
      }
      await sync(0);
      await prove(['Ficha 11', 'Ficha 13'], ['Ficha 11', 'topacio', 'Ficha 13']);
    });
  }

  it('looks past a page cache in each run that ignores query strings, until visitors get the new text', async () => {
    await begin(20);
    await setMode('cache');
    await sync(0);
    await php(`write(11, text(99), current_time('mysql'));`);
    for (let run = 0; run < 2; run++) {
      await sync(0);
      await prove(wordsOf(11), wordsOf(11, 99));
    }
    await setMode('');
    await sync(0);
    await prove(wordsOf(99), wordsOf(11, 99));
  });

  it('reads a second edit within the second of the first', async () => {
    await begin(20);
    await sync(0);
    // Read before its second is over, however long this test takes.
    const soon = new Date(Date.now() + 600_000).toISOString().slice(0, 19).replace('T', ' ');
    for (const text of [98, 99]) {
      await php(`write(11, text(${text}), get_date_from_gmt('${soon}'));`);
      await sync(0);
      await prove(wordsOf(text), wordsOf(11, 98, 99));
    }
  });
});
