import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SECRET } from '../helpers/refresh.ts';
import { runServer, type RunningServer } from '../helpers/running-server.ts';
import { startWordPressSite, type WordPressSite } from '../helpers/wordpress-site.ts';
import { activatePlugin, deletePlugin, settings, told } from './plugin.ts';

const PORT = 8160;

describe('the WordPress plugin', () => {
  let site: WordPressSite;
  let service: RunningServer;
  let untouched: string;
  /** Emits the name of each line of the service's log. */
  const log = new EventEmitter();
  before(async () => {
    site = await startWordPressSite({ port: PORT, server: 'fpm' });
    untouched = await leftBehind(site);
    service = await runServer({
      env: { REFRESH_SECRET: SECRET },
      content: false,
      logTo: { write: (line) => void log.emit(JSON.parse(line).msg) },
    });
    await activatePlugin(site);
    await site.php(settings(service.url));
    await told(service);
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  const idOf = async (path: string): Promise<number> => JSON.parse(await site.edit('id', path)).id;

  describe('tells the service of a page that was', () => {
    for (const [name, changes] of [
      ['edited', [['content', 'PAGE', '<p>Otra cosa</p>']]],
      ['renamed', [['slug', 'PAGE', 'otra-contacto']]],
      ['moved', [['parent', 'PAGE', '/madrid']]],
      ['given a password', [['password', 'PAGE', 'clave']]],
      ['opened again', [['password', 'PAGE', '']]],
      ['unpublished', [['status', 'PAGE', 'draft']]],
      ['published', [['status', 'PAGE', 'publish']]],
      ['made private', [['status', 'PAGE', 'private']]],
      ['published again', [['status', 'PAGE', 'publish']]],
      ['trashed', [['trash', 'PAGE']]],
      [
        'restored and published',
        [
          ['untrash', 'PAGE'],
          ['status', 'PAGE', 'publish'],
        ],
      ],
      ['deleted', [['delete', 'PAGE']]],
    ] as const) {
      it(name, async () => {
        page ??= await idOf('/contacto');
        for (const change of changes) await site.edit(...change.map((word) => word.replace('PAGE', String(page))));
        assert.deepEqual(await told(service), { posts: { pages: [page] }, site: [] });
      });
    }
    let page: number | undefined;
  });

  describe('tells the service of', () => {
    for (const [name, code, request] of [
      ['an article by the REST base of its type', `wp_update_post(['ID' => POST, 'post_title' => 'Otro'])`, 'post'],
      ['terms that an article got', `wp_set_object_terms(POST, 'nueva', 'post_tag')`, 'post'],
      ['noindex by an SEO plugin', `update_post_meta(POST, '_yoast_wpseo_meta-robots-noindex', '1')`, 'post'],
      [
        'a renamed term',
        `wp_update_term(get_term_by('slug', 'nueva', 'post_tag')->term_id, 'post_tag', ['name' => 'Vieja'])`,
        'shared',
      ],
      ['a deleted term', `wp_delete_term(get_term_by('slug', 'nueva', 'post_tag')->term_id, 'post_tag')`, 'shared'],
      [
        'a reusable block',
        `wp_update_post(['ID' => get_posts(['post_type' => 'wp_block'])[0]->ID, 'post_content' => 'x'])`,
        'shared',
      ],
      [
        'another theme',
        `update_option('stylesheet', 'otro'); update_option('stylesheet', 'twentytwentyfour')`,
        'shared',
      ],
      [
        'a menu and its lines',
        `$menu = wp_create_nav_menu('Principal'); wp_update_nav_menu_item($menu, 0, ['menu-item-title' => 'Inicio', 'menu-item-url' => '/', 'menu-item-status' => 'publish'])`,
        'navigation',
      ],
      ['permalinks', `update_option('permalink_structure', '/%year%/%postname%/')`, 'addresses'],
      ['a front page', `update_option('page_on_front', 2); update_option('show_on_front', 'page')`, 'addresses'],
      ['a site that search engines are to leave alone', `update_option('blog_public', '0')`, 'visibility'],
      ['settings of an SEO plugin', `update_option('wpseo_titles', ['noindex-page' => true])`, 'visibility'],
      [
        'a rule of a membership plugin',
        `register_post_type('memberpressrule'); wp_insert_post(['post_type' => 'memberpressrule', 'post_status' => 'publish', 'post_title' => 'x'])`,
        'visibility',
      ],
    ] as const) {
      it(name, async () => {
        post ??= Number(
          await site.php(`echo get_posts(['numberposts' => 1, 'orderby' => 'ID', 'order' => 'ASC'])[0]->ID;`),
        );
        await site.php(`${code.replaceAll('POST', String(post))};`);
        const wanted = request === 'post' ? { posts: { posts: [post] }, site: [] } : { posts: {}, site: [request] };
        assert.deepEqual(await told(service), wanted);
      });
    }

    let post: number | undefined;

    it('a renamed page together with the addresses of the pages below it', async () => {
      const madrid = await idOf('/madrid');
      await site.edit('slug', String(madrid), 'capital');
      assert.deepEqual(await told(service), { posts: { pages: [madrid] }, site: ['addresses'] });
    });

    it('a scheduled page when its hour comes, and not before', async () => {
      const id = Number(await site.edit('schedule', '/pronto', 'Pronto'));
      assert.equal(await told(service), undefined);
      await site.edit('publish', String(id));
      assert.deepEqual(await told(service), { posts: { pages: [id] }, site: [] });
    });

    it('many pages in one message, and of too many as of everything', async () => {
      await site.php(
        `foreach (get_posts(['post_type' => 'page', 'numberposts' => 40]) as $page) wp_update_post(['ID' => $page->ID, 'post_title' => 'x']);`,
      );
      assert.equal((await readdir(join(service.data.dir, 'refresh'))).length, 1);
      assert.equal((await told(service))?.posts['pages']?.length, 40);
      await site.php(`for ($id = 1; $id <= 1200; $id++) Content_Service\\Refresh::note_post('pages', $id);`);
      const request = await told(service);
      assert.deepEqual([request?.posts['pages']?.length, request?.site], [1000, ['everything']]);
    });

    it('what an editor does in the browser', async () => {
      const id = await idOf('/capital');
      const heard = once(log, 'refresh.requested');
      assert.equal((await saveTitle(id, 'Capital')).status, 200);
      await heard;
      assert.deepEqual(await told(service), { posts: { pages: [id] }, site: [] });
    });
  });

  describe('tells nothing of', () => {
    for (const [name, code] of [
      ['a draft', `wp_insert_post(['post_type' => 'page', 'post_title' => 'Borrador', 'post_content' => 'x'])`],
      [
        'a revision and an autosave',
        `wp_save_post_revision(2); wp_create_post_autosave(['post_ID' => 2, 'post_content' => 'y', 'post_title' => 'z', 'post_type' => 'page', 'post_author' => 1])`,
      ],
      [
        'a private page',
        `wp_insert_post(['post_type' => 'page', 'post_status' => 'private', 'post_title' => 'Dentro'])`,
      ],
      [
        'a type that visitors have no pages of',
        `wp_insert_post(['post_type' => 'ficha_interna', 'post_status' => 'publish', 'post_title' => 'x'])`,
      ],
      [
        'options and fields of others',
        `update_option('kit_other', rand()); update_post_meta(2, 'views', rand()); set_transient('kit', 1)`,
      ],
      [
        'a comment and a user',
        `wp_insert_comment(['comment_post_ID' => 2, 'comment_content' => 'x']); wp_update_user(['ID' => 1, 'first_name' => 'A'])`,
      ],
      ['an option that stays as it is', `update_option('permalink_structure', get_option('permalink_structure'))`],
    ] as const) {
      it(name, async () => {
        await site.php(`require_once ABSPATH . 'wp-admin/includes/post.php'; ${code};`);
        assert.equal(await told(service), undefined);
      });
    }
  });

  const saveTitle = async (id: number, title: string) => {
    const credentials = await site.edit('application-password');
    return await fetch(`${site.url}/index.php?rest_route=/wp/v2/pages/${id}`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(credentials)}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title }),
    });
  };

  describe('with a service that is away', () => {
    it('answers the author first, gives up after half a second and leaves it alone for a minute', async () => {
      const events: string[] = [];
      const id = await idOf('/capital');
      // Takes connections and never answers.
      const sockets: Socket[] = [];
      const silent = createServer((socket) => {
        sockets.push(socket);
        socket.on('data', () => undefined).on('error', () => undefined);
        socket.on('close', () => events.push('given up'));
      }).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      try {
        const { port } = silent.address() as { port: number };
        await site.php(settings(`http://127.0.0.1:${port}`));
        const connected = once(silent, 'connection');
        assert.equal((await saveTitle(id, 'Uno')).status, 200);
        events.push('author answered');
        const [socket] = (await connected) as [Socket];
        if (!socket.closed) await once(socket, 'close');
        assert.deepEqual(events, ['author answered', 'given up']);
        assert.match(await site.php(`echo get_transient('content_service_last')[1];`), /timed out/);
        await site.edit('title', String(id), 'Dos');
        assert.equal(sockets.length, 1);
      } finally {
        silent.close();
      }
    });

    it('saves a page as ever when nobody listens at the address, or it is none', async () => {
      for (const url of ['http://127.0.0.1:9', 'http://nowhere.invalid', 'ftp://x', 'x']) {
        await site.php(settings(url));
        await site.edit('title', '/capital', `Título ${url}`);
        assert.equal(await site.php(`echo get_page_by_path('capital')->post_title;`), `Título ${url}`);
      }
    });

    it('sends nothing before address and secret are there', async () => {
      await site.php(settings(service.url, ''));
      await site.edit('title', '/capital', 'Sin secreto');
      assert.equal(await site.php(`echo var_export(get_transient('content_service_last'));`), 'false');
    });
  });

  describe('in Site Health', () => {
    const result = async (given: string) =>
      JSON.parse(await site.php(`${given} echo json_encode(Content_Service\\Site_Health::test());`));

    it('is well when the service answers and knows the signature', async () => {
      assert.equal((await result(settings(service.url))).status, 'good');
      assert.equal(await told(service), undefined);
    });

    for (const [name, given, message] of [
      ['the address is missing', settings(''), /address of the service is missing/],
      ['there is no secret', settings('http://127.0.0.1:9', ''), /no secret yet/],
      ['nobody answers', settings('http://127.0.0.1:9'), /does not answer/],
      ['the secret is another', 'SECRET', /has another secret/],
      ['no messages are taken there', settings(`http://127.0.0.1:${PORT}`), /REFRESH_SECRET is not set there/],
    ] as const) {
      it(`says that ${name}`, async () => {
        const code = given === 'SECRET' ? settings(service.url, SECRET.toUpperCase()) : given;
        const { status, description, actions } = await result(code);
        assert.equal(status, 'recommended');
        assert.match(description, message);
        assert.match(actions, /options-general\.php\?page=content-service/);
      });
    }
  });

  describe('when it is deleted', () => {
    it('leaves nothing behind', async () => {
      await site.php(settings(service.url));
      await site.edit('title', '/capital', 'Último');
      assert.notEqual(await leftBehind(site), untouched);
      await deletePlugin(site);
      assert.equal(await leftBehind(site), untouched);
    });
  });
});

/** Rows of any table that name the plugin, and its scheduled events. */
async function leftBehind(site: WordPressSite): Promise<string> {
  return await site.php(`global $wpdb; foreach ($wpdb->get_col('SHOW TABLES') as $table) {
    $columns = $wpdb->get_col("SHOW COLUMNS FROM $table");
    $any = implode(' OR ', array_map(fn($column) => "\`$column\` LIKE '%content\\\\\\\\_service%'", $columns));
    echo $table, ' ', $wpdb->get_var("SELECT COUNT(*) FROM $table WHERE $any"), PHP_EOL;
  }`);
}
