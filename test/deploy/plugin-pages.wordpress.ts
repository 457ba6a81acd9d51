import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertFits, openBrowser, sees, type Browser } from '../helpers/browser.ts';
import { SECRET } from '../helpers/refresh.ts';
import { runServer, type RunningServer } from '../helpers/running-server.ts';
import { page, sampleContent } from '../helpers/sample-index.ts';
import { startWordPressSite, type WordPressSite } from '../helpers/wordpress-site.ts';
import { activatePlugin, logIn, logInAdmin, PLUGIN_FILES } from './plugin.ts';

const PORT = 8164;
const MARKDOWN = '## Horario\n\nDe lunes a viernes.';

describe('the WordPress plugin in the newest WordPress', { timeout: 800_000 }, () => {
  let site: WordPressSite;
  let service: RunningServer;
  let browser: Browser;
  let cookies: string;
  let contact: number;
  before(async () => {
    site = await startWordPressSite({ port: PORT, core: 'sid', server: 'fpm', workers: 8 });
    contact = JSON.parse(await site.edit('id', '/contacto')).id;
    const about = { ...sampleContent().site, home: site.url, hosts: [new URL(site.url).host] };
    service = await runServer({
      env: { PUBLIC_URL: site.url, REFRESH_SECRET: SECRET, GATEWAY_SECRET: SECRET },
      content: {
        site: about,
        pages: [page(contact, '/contacto', 'Contacto', MARKDOWN, { url: `${site.url}/contacto/` })],
        aliases: [],
      },
    });
    await activatePlugin(site);
    await set({});
    cookies = await logInAdmin(site);
    browser = await openBrowser(['WebMCP']);
  });
  after(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  /** Stores the settings of the plugin. */
  const set = async (more: Readonly<Record<string, boolean | string>>) => {
    const stored = JSON.stringify({ url: service.url, gateway: true, ...more });
    await site.php(`update_option('content_service', json_decode('${stored}', true));
      update_option('content_service_secret', '${SECRET}', false);`);
  };

  /** Opens a page of wp-admin as the administrator. */
  const open = async (path: string, width = 1440) =>
    await browser.visit(`${site.url}/wp-admin/${path}`, {
      width,
      plainHeaders: true,
      prepare: (opened) =>
        opened.context().addCookies(
          cookies.split('; ').map((pair) => {
            const [name = '', value = ''] = pair.split(/=(.*)/s);
            return { name, value: decodeURIComponent(value), url: site.url };
          }),
        ),
    });

  it('runs in the version that readme.txt names, or a newer one', async () => {
    const readme = await readFile(join(PLUGIN_FILES, 'readme.txt'), 'utf8');
    const tested = /^Tested up to: (.+)$/m.exec(readme)?.[1];
    assert.equal(await site.php(`echo version_compare(wp_get_wp_version(), '${tested}', '>=') ? 'yes' : 'no';`), 'yes');
  });

  it('marks its answers as not to be cached by plugins', async () => {
    const written = join(site.dir, 'wp-content/uploads-flag');
    await writeFile(
      join(site.dir, 'wp-content/mu-plugins/flag.php'),
      `<?php register_shutdown_function(function () { if (defined('DONOTCACHEPAGE')) file_put_contents('${written}', strtok($_SERVER['REQUEST_URI'], '?') . PHP_EOL, FILE_APPEND); });`,
    );
    await writeFile(written, '', { mode: 0o666 });
    for (const path of ['/contacto/', '/openapi.json', '/contacto/index.md']) {
      assert.equal((await fetch(site.url + path)).status, 200, path);
    }
    // PHP calls the function after the response.
    const lines = async () => (await readFile(written, 'utf8')).split('\n').toSorted();
    while ((await lines()).length < 3) await wait(50);
    assert.deepEqual(await lines(), ['', '/contacto/index.md', '/openapi.json']);
  });

  describe('on its settings page', () => {
    it('saves by the Enter key, with one message and the same secret', async () => {
      const { page: opened } = await open('options-general.php?page=content-service', 360);
      await assertFits(opened);
      await opened.fill('#content_service_url', `${service.url}/`);
      await opened.press('#content_service_url', 'Enter');
      await sees(opened, '.notice', /Settings saved/);
      assert.deepEqual(await opened.locator('.notice-success').count(), 1);
      assert.equal(await site.php(`echo get_option('content_service')['url'];`), service.url);
      assert.equal(await site.php(`echo get_option('content_service_secret');`), SECRET);
    });

    it('creates a secret together with the address, and shows it above the button', async () => {
      await site.php(`delete_option('content_service'); delete_option('content_service_secret');`);
      const { page: opened } = await open('options-general.php?page=content-service');
      await opened.fill('#content_service_url', service.url);
      await opened.click('button[value=secret]');
      await sees(opened, '.notice', /new secret/);
      const secret = await site.php(`echo get_option('content_service_secret');`);
      assert.equal(await site.php(`echo get_option('content_service')['url'];`), service.url);
      const row = await opened.locator('tr', { has: opened.locator('button[value=secret]') }).innerText();
      assert.ok(row.indexOf(`REFRESH_SECRET=${secret}`) < row.indexOf('Create a new secret'));
      await set({});
    });

    it('names the time of the last message in the language of the page', async () => {
      // Without an address, the page sends no newer message.
      await set({ url: '' });
      await site.php(`update_user_meta(1, 'locale', 'es_ES');
        set_transient('content_service_last', [time() - 7500, 202], 9999);`);
      const { page: opened } = await open('options-general.php?page=content-service');
      const text = await opened.locator('.wrap').innerText();
      await site.php(`delete_user_meta(1, 'locale');`);
      await set({});
      assert.ok(text.includes('Último mensaje hace 2 h: aceptado'), text);
    });
  });

  describe('for the editors of a page', () => {
    /** Response of the REST route to a user, by default the administrator. */
    const reading = async (id: number, user = 1) =>
      JSON.parse(
        await site.php(`wp_set_current_user(${user});
          $answer = rest_do_request(new WP_REST_Request('GET', '/content-service/v1/reading/${id}'));
          echo json_encode(['status' => $answer->get_status()] + $answer->get_data());`),
      );

    it('shows title and Markdown as the service has them', async () => {
      const { status, state, reason, title, url, markdown, truncated } = await reading(contact);
      assert.deepEqual(
        { status, state, reason, title, url, markdown, truncated },
        {
          status: 200,
          state: 'read',
          reason: '',
          title: 'Contacto',
          url: `${site.url}/contacto/`,
          markdown: MARKDOWN,
          truncated: false,
        },
      );
    });

    for (const [name, hide, show, reason] of [
      ['a draft', ['status', 'draft'], ['status', 'publish'], /draft, private or scheduled/],
      ['a protected page', ['password', 'clave'], ['password', ''], /has a password/],
    ] as const) {
      it(`warns of ${name} that the service still has`, async () => {
        await site.edit(hide[0], String(contact), hide[1]);
        const answer = await reading(contact);
        await site.edit(show[0], String(contact), show[1]);
        assert.equal(answer.state, 'stale');
        assert.match(answer.reason, reason);
        assert.equal(answer.markdown, MARKDOWN);
      });
    }

    it('names the reason of a page that is left out', async () => {
      const made = async (fields: string) =>
        Number(await site.php(`echo wp_insert_post(['post_title' => 'x', 'post_status' => 'publish', ${fields}]);`));
      const noindex = await made(`'post_type' => 'page'`);
      await site.php(`update_post_meta(${noindex}, '_yoast_wpseo_meta-robots-noindex', '1');`);
      for (const [id, reason] of [
        [noindex, /not to index it/],
        [await made(`'post_type' => 'page', 'post_password' => 'clave'`), /has a password/],
        [await made(`'post_type' => 'post'`), /type of content/],
        [await made(`'post_type' => 'page'`), /--left-out/],
      ] as const) {
        const { state, reason: given, markdown } = await reading(id);
        assert.deepEqual([state, markdown], ['left_out', undefined]);
        assert.match(given, reason);
      }
    });

    it('trusts the service that it reads a type, whatever the settings say', async () => {
      await set({ types: 'posts' });
      const { state } = await reading(contact);
      await set({});
      assert.equal(state, 'read');
    });

    it('says so if the service does not answer', async () => {
      await set({ url: 'http://127.0.0.1:9' });
      const { state, summary } = await reading(contact);
      await set({});
      assert.equal(state, 'unknown');
      assert.match(summary, /does not answer/);
    });

    it('answers nobody else', async () => {
      const anonymous = await fetch(`${site.url}/wp-json/content-service/v1/reading/${contact}`);
      assert.equal(anonymous.status, 401);
      const author = Number(
        await site.php(
          `echo wp_insert_user(['user_login' => 'luis', 'user_pass' => 'clave-de-luis', 'role' => 'author']);`,
        ),
      );
      assert.equal((await reading(contact, author)).status, 403);
      // A cookie without the nonce of the REST API is no login: another site could have sent it.
      const hers = await logIn(site, 'luis', 'clave-de-luis');
      const forged = await fetch(`${site.url}/wp-json/content-service/v1/reading/${contact}`, {
        headers: { Cookie: hers },
      });
      assert.equal(forged.status, 401);
    });

    it('shows it in a panel of the block editor', async () => {
      await site.php(`$kept = get_user_meta(1, $wpdb->get_blog_prefix() . 'persisted_preferences', true) ?: [];
        $kept['core']['enableChoosePatternModal'] = false; $kept['core/edit-post']['welcomeGuide'] = false;
        $kept['_modified'] = gmdate('c');
        update_user_meta(1, $wpdb->get_blog_prefix() . 'persisted_preferences', $kept);`);
      const { page: opened } = await open(`post.php?post=${contact}&action=edit`);
      const panel = opened.getByRole('button', { name: 'Assistants' });
      await panel.click();
      await sees(opened, '.interface-complementary-area', /Assistants read this page/);
      await opened.locator('summary', { hasText: `Markdown, ${MARKDOWN.length} characters` }).click();
      await sees(opened, 'pre', /De lunes a viernes/);
    });

    it('shows it in a box of the classic editor', async () => {
      const classic = join(site.dir, 'wp-content/mu-plugins/classic.php');
      await writeFile(
        classic,
        `<?php add_filter('use_block_editor_for_post', fn() => (bool) get_option('kit_blocks'));`,
      );
      const { page: opened } = await open(`post.php?post=${contact}&action=edit`);
      await site.php(`update_option('kit_blocks', 1);`);
      await sees(opened, '#content-service-reading', /Assistants read this page/);
    });
  });

  describe('for assistants in the browser', () => {
    /** Opens a public page, until its script has the answer of /mcp. */
    const visit = async () => {
      let answered: Promise<unknown> = Promise.resolve();
      const visited = await browser.visit(`${site.url}/sevilla/`, {
        plainHeaders: true,
        prepare: async (opened) => {
          answered = opened.waitForResponse(`${site.url}/mcp`);
          await Promise.resolve();
        },
      });
      await answered;
      return visited;
    };

    it('adds nothing to pages by default', async () => {
      assert.equal((await (await fetch(`${site.url}/sevilla/`)).text()).includes('webmcp'), false);
    });

    it('offers search and reading with the texts and answers of the service', async () => {
      await set({ webmcp: true });
      const { page: opened, faults } = await visit();
      const tools = (await opened.evaluate(`(async () => {
        let tools = [];
        while (tools.length < 2) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          tools = await document.modelContext.getTools();
        }
        const given = { search_pages: { query: 'horario' }, read_page: { url: '/contacto/' } };
        return await Promise.all(tools.map(async (tool) => [
          tool.name,
          tool.title,
          tool.annotations.readOnlyHint,
          JSON.parse(await document.modelContext.executeTool(tool, JSON.stringify(given[tool.name]))),
        ]));
      })()`)) as readonly [name: string, title: string, isReadOnly: boolean, answer: any][];
      const shown = tools.map(([name, title, isReadOnly, { results, markdown }]) => {
        return [name, title, isReadOnly, results?.[0].title ?? markdown];
      });
      assert.deepEqual(
        new Set(shown),
        new Set([
          ['search_pages', 'Buscar páginas', true, 'Contacto'],
          ['read_page', 'Leer una página', true, MARKDOWN],
        ]),
      );
      assert.deepEqual(faults, []);
    });

    it('offers nothing where the service is not at this origin', async () => {
      await set({ webmcp: true, gateway: false });
      const { page: opened, faults } = await visit();
      assert.equal(await opened.evaluate('document.modelContext.getTools().then((tools) => tools.length)'), 0);
      assert.match(faults.join(), /^[^,]*404[^,]*$/);
    });
  });
});
