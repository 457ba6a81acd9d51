import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, get, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import type { RefreshRequest } from '../../shared/refresh-requests.ts';
import { SECRET } from '../helpers/refresh.ts';
import { startWordPressSite, type WordPressSite } from '../helpers/wordpress-site.ts';
import {
  activatePlugin,
  deletePlugin,
  endPauses,
  logIn,
  logInAdmin,
  makeNetwork,
  settings,
  startService,
  type Service,
} from './plugin.ts';

const PORT = 8160;

describe('the WordPress plugin', { timeout: 800_000 }, () => {
  let site: WordPressSite;
  let service: Service;
  let untouched: string;
  before(async () => {
    site = await startWordPressSite({ port: PORT, server: 'fpm' });
    untouched = await leftBehind(site);
    service = await startService();
    await endPauses(site);
    await activatePlugin(site);
    await site.php(settings(service.url));
    await service.received();
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  /** Sets what wp-config.php may set, in a file that PHP has not read before. */
  const setConstants = () =>
    writeFile(
      join(site.dir, 'wp-content/mu-plugins/constants.php'),
      `<?php define('CONTENT_SERVICE_URL', '${service.url}'); define('CONTENT_SERVICE_SECRET', '${SECRET}');`,
    );

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
        assert.deepEqual(await service.nextMessage(), { posts: { pages: [page] }, site: [] });
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
        'another theme',
        `update_option('stylesheet', 'otro'); update_option('stylesheet', 'twentytwentyfour')`,
        'shared',
      ],
      [
        'a menu and its lines, with the front page',
        `$menu = wp_create_nav_menu('Principal'); wp_update_nav_menu_item($menu, 0, ['menu-item-title' => 'Inicio', 'menu-item-url' => '/', 'menu-item-status' => 'publish'])`,
        'front',
      ],
      [
        'another name of the site',
        `update_option('blogname', 'Otro nombre'); update_option('blogname', 'Llave y Tejo')`,
        'front',
      ],
      ['permalinks', `update_option('permalink_structure', '/%year%/%postname%/')`, 'addresses'],
      ['a front page', `update_option('page_on_front', 2); update_option('show_on_front', 'page')`, 'addresses'],
      ['a site that search engines are to leave alone', `update_option('blog_public', '0')`, 'visibility'],
      ['settings of an SEO plugin', `update_option('wpseo_titles', ['noindex-page' => true])`, 'visibility'],
      [
        'a setting of any plugin that its settings page saves',
        `register_setting('kit_page', 'kit_gate'); $GLOBALS['pagenow'] = 'options.php'; update_option('kit_gate', rand())`,
        'visibility',
      ],
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
        const front = Number(await site.php(`echo get_option('page_on_front');`));
        const wanted: Readonly<Record<string, RefreshRequest>> = {
          post: { posts: { posts: [post] }, site: [] },
          front: { posts: { pages: [front] }, site: ['navigation'] },
        };
        assert.deepEqual(await service.nextMessage(), wanted[request] ?? { posts: {}, site: [request] });
      });
    }

    it('a synced pattern, with the pages that contain it', async () => {
      const [block, ...pages] = JSON.parse(
        await site.php(`$block = get_posts(['post_type' => 'wp_block'])[0]->ID;
          $with = array_filter(get_pages(), fn ($page) => str_contains($page->post_content, '"ref":' . $block . '}'));
          echo json_encode([$block, ...wp_list_pluck($with, 'ID')]);`),
      ) as number[];
      await site.php(`wp_update_post(['ID' => ${block}, 'post_content' => 'x']);`);
      const { posts, site: subjects } = await service.nextMessage();
      assert.ok(pages.length > 1);
      assert.deepEqual(new Set(posts['pages']), new Set(pages));
      assert.deepEqual(subjects, ['shared']);
    });

    let post: number | undefined;

    it('a renamed page together with the addresses of the pages below it', async () => {
      const madrid = await idOf('/madrid');
      await site.edit('slug', String(madrid), 'capital');
      assert.deepEqual(await service.nextMessage(), { posts: { pages: [madrid] }, site: ['addresses'] });
    });

    it('a scheduled page when its hour comes, and not before', async () => {
      const id = Number(await site.edit('schedule', '/pronto', 'Pronto'));
      assert.equal(await service.received(), undefined);
      await site.edit('publish', String(id));
      assert.deepEqual(await service.nextMessage(), { posts: { pages: [id] }, site: [] });
    });

    it('many pages in one message, and of too many as of everything', async () => {
      await site.php(
        `foreach (get_posts(['post_type' => 'page', 'numberposts' => 40]) as $page) wp_update_post(['ID' => $page->ID, 'post_title' => 'x']);`,
      );
      assert.equal((await service.nextMessage()).posts['pages']?.length, 40);
      assert.equal(await service.received(), undefined);
      await site.php(`for ($id = 1; $id <= 1200; $id++) Content_Service\\Refresh::note_post('pages', $id);`);
      const request = await service.nextMessage();
      assert.deepEqual([request.posts['pages']?.length, request.site], [1000, ['everything']]);
    });

    it('what an editor does in the browser', async () => {
      const id = await idOf('/sevilla');
      assert.equal((await saveTitle(id, 'Capital')).status, 200);
      assert.deepEqual(await service.nextMessage(), { posts: { pages: [id] }, site: [] });
    });
  });

  describe('tells nothing of', () => {
    for (const [name, code] of [
      ['a draft', `wp_insert_post(['post_type' => 'page', 'post_title' => 'Borrador', 'post_content' => 'x'])`],
      [
        'a revision and an autosave',
        `wp_save_post_revision(PAGE); wp_create_post_autosave(['post_ID' => PAGE, 'post_content' => 'y', 'post_title' => 'z', 'post_type' => 'page', 'post_author' => 1])`,
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
        `register_setting('kit_page', 'kit_gate'); update_option('kit_gate', rand()); update_option('kit_other', rand()); update_post_meta(PAGE, 'views', rand()); set_transient('kit', 1)`,
      ],
      [
        'a comment and a user',
        `wp_insert_comment(['comment_post_ID' => PAGE, 'comment_content' => 'x']); wp_update_user(['ID' => 1, 'first_name' => 'A'])`,
      ],
      ['an option that stays as it is', `update_option('permalink_structure', get_option('permalink_structure'))`],
    ] as const) {
      it(name, async () => {
        page ??= await idOf('/sevilla');
        await site.php(
          `require_once ABSPATH . 'wp-admin/includes/post.php'; ${code.replaceAll('PAGE', String(page))};`,
        );
        assert.equal(await service.received(), undefined);
      });
    }
    let page: number | undefined;
  });

  const saveTitle = async (id: number, title: string) => {
    const credentials = await site.edit('application-password');
    return await fetch(`${site.url}/index.php?rest_route=/wp/v2/pages/${id}`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(credentials)}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title }),
    });
  };

  describe('with a service of many sites', () => {
    it('is known by its own name, whatever the private address, and told when no site there has it', async () => {
      const names: (string | undefined)[] = [];
      const others = createHttpServer(({ headers }, response) => {
        names.push(headers.host);
        response.writeHead(421).end();
      }).listen(0, '127.0.0.1');
      await once(others, 'listening');
      try {
        await site.php(settings(`http://127.0.0.1:${(others.address() as AddressInfo).port}`));
        const fault = await site.php('echo Content_Service\\Trial::fault();');
        assert.equal(fault, `The service has no site that is served at 127.0.0.1:${PORT}: compare its public_url.`);
        assert.deepEqual(names, [`127.0.0.1:${PORT}`]);
      } finally {
        others.close();
      }
    });

    it('passes visitors on under its own name, and says by which one they came', async () => {
      const names: unknown[] = [];
      const other = createHttpServer(({ headers }, response) => {
        names.push([headers.host, headers['content-service-host']]);
        response.end('{}');
      }).listen(0, '127.0.0.1');
      await once(other, 'listening');
      try {
        const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
        await site.php(`${settings(url)} Content_Service\\Options::update(['gateway' => true]);`);
        const asked = get(`${site.url}/wp-json/agentes/v1`, { headers: { Host: 'www.casa.example' }, agent: false });
        const [answer] = (await once(asked, 'response')) as [IncomingMessage];
        assert.equal(await text(answer), '{}');
        assert.deepEqual(names, [[`127.0.0.1:${PORT}`, `www.casa.example:${PORT}`]]);
      } finally {
        await site.php(`Content_Service\\Options::update(['gateway' => false]);`);
        other.close();
      }
    });

    it('leaves its name to the web server that stands for them behind TLS', async () => {
      const headers = await site.php(
        `${settings('https://content.internal')} echo json_encode(Content_Service\\Options::host_headers());`,
      );
      assert.deepEqual(JSON.parse(headers), { 'Content-Service-Host': `127.0.0.1:${PORT}` });
    });
  });

  describe('with a service that is away', () => {
    it('answers the author first, gives up after half a second and leaves it alone for a minute', async () => {
      const events: string[] = [];
      const id = await idOf('/sevilla');
      // Takes connections and never answers.
      const sockets: Socket[] = [];
      const unresponsive = createServer((socket) => {
        sockets.push(socket);
        socket.on('data', () => undefined).on('error', () => undefined);
        socket.on('close', () => events.push('given up'));
      }).listen(0, '127.0.0.1');
      await once(unresponsive, 'listening');
      try {
        const { port } = unresponsive.address() as { port: number };
        await site.php(`${settings(`http://127.0.0.1:${port}`)} update_option('kit_pause', 1);`);
        const connected = once(unresponsive, 'connection');
        assert.equal((await saveTitle(id, 'Uno')).status, 200);
        events.push('author answered');
        const [socket] = (await connected) as [Socket];
        if (!socket.closed) await once(socket, 'close');
        assert.deepEqual(events, ['author answered', 'given up']);
        assert.match(await site.php(`echo get_transient('content_service_last')[1];`), /timed out/);
        await site.edit('title', String(id), 'Dos');
        assert.equal(sockets.length, 1);
      } finally {
        await site.php(`delete_option('kit_pause');`);
        unresponsive.close();
      }
    });

    for (const [name, ...ini] of [['PHP has'], ['PHP lacks', 'disable_functions=curl_init']] as const) {
      it(`does not wait as long for a connection as WordPress would, when ${name} cURL`, async () => {
        // A server whose queue is full takes no connection, and refuses none. WordPress would wait ten seconds.
        const outcome = await site.php(
          `$queue = stream_context_create(['socket' => ['backlog' => 0]]);
           $full = stream_socket_server('tcp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $queue);
           $address = stream_socket_get_name($full, false);
           while (count($waiting ?? []) < 3)
             $waiting[] = stream_socket_client("tcp://$address", $code, $text, 0, STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT);
           ${settings('http://$address').replaceAll("'", '"')}
           pcntl_alarm(8);
           echo Content_Service\\Refresh::send('{}', 0.5)->get_error_message();`,
          ...ini,
        );
        assert.match(outcome, /timed out/i);
      });
    }

    it('saves a page as ever when nobody listens at the address, or it is none', async () => {
      for (const url of ['http://127.0.0.1:9', 'x']) {
        const save = `wp_update_post(['ID' => get_page_by_path('sevilla')->ID, 'post_title' => 'Con ${url}']);`;
        await site.php(settings(url) + save);
        assert.equal(await site.php(`echo get_page_by_path('sevilla')->post_title;`), `Con ${url}`);
      }
    });

    it('sends nothing before address and secret are there', async () => {
      await site.php(settings(service.url, ''));
      await site.edit('title', '/sevilla', 'Sin secreto');
      assert.equal(await site.php(`echo var_export(get_transient('content_service_last'));`), 'false');
    });
  });

  describe('in Site Health', () => {
    const result = async (given: string) =>
      JSON.parse(await site.php(`${given} echo json_encode(Content_Service\\Site_Health::test_service());`));

    it('is well when the service answers and knows the signature', async () => {
      assert.equal((await result(settings(service.url))).status, 'good');
      assert.equal(await service.received(), undefined);
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

    it('says of a gateway what it needs, where PHP lacks cURL', async () => {
      const test = 'echo json_encode(Content_Service\\Site_Health::test_gateway());';
      const { status, description } = JSON.parse(await site.php(test, 'disable_functions=curl_init'));
      assert.equal(status, 'recommended');
      assert.match(description, /PHP has no curl/);
    });
  });

  describe('on its settings page', () => {
    const page = () => `${site.url}/wp-admin/options-general.php?page=content-service`;
    let cookies: string;
    before(async () => {
      await site.php(settings(service.url));
      cookies = await logInAdmin(site);
      nonce = /name="_wpnonce" value="(\w+)"/.exec(await (await ask()).text())?.[1] ?? '';
    });
    const ask = (init: RequestInit = {}, as = cookies) =>
      fetch(page(), { ...init, headers: { Cookie: as }, redirect: 'manual' });
    let nonce: string;
    const send = (fields: Readonly<Record<string, string>>) =>
      ask({ method: 'POST', body: new URLSearchParams({ _wpnonce: nonce, ...fields }) });
    const stored = async () => JSON.parse(await site.php(`echo json_encode(get_option('content_service'));`));

    it('shows the address and what works, and never the secret', async () => {
      const html = await (await ask()).text();
      assert.ok(html.includes(`value="${service.url}"`));
      assert.ok(html.includes('It answers, the clocks agree'));
      assert.equal(html.includes(SECRET), false);
    });

    it('stores another address, and refuses what is none', async () => {
      await send({ content_service_do: 'save', content_service_url: `${service.url}/` });
      assert.equal((await stored()).url, service.url);
      for (const wrong of ['http://u:p@a/path', 'javascript:alert(1)', '"><script>']) {
        const html = await (await send({ content_service_do: 'save', content_service_url: wrong })).text();
        assert.ok(html.includes('The address begins with http'), wrong);
      }
      assert.equal((await stored()).url, service.url);
    });

    it('makes a secret, and shows it once', async () => {
      const html = await (await send({ content_service_do: 'secret' })).text();
      const secret = await site.php(`echo get_option('content_service_secret');`);
      assert.match(secret, /^[\da-f]{64}$/);
      assert.equal(html.includes(`REFRESH_SECRET=${secret}`), true);
      assert.equal((await (await ask()).text()).includes(secret), false);
    });

    it('moves a secret of version 1.0 out of the autoloaded settings', async () => {
      await site.php(`delete_option('content_service_secret');` + settings(service.url));
      assert.equal(await site.php('echo Content_Service\\Options::secret();'), SECRET);
      await ask();
      assert.deepEqual(Object.keys(await stored()), ['url']);
      const autoloaded = `echo implode(' ', array_keys(wp_load_alloptions()));`;
      const names = (await site.php(autoloaded)).split(' ');
      assert.deepEqual(
        ['content_service', 'content_service_secret'].map((name) => names.includes(name)),
        [true, false],
      );
      assert.equal(await site.php('echo Content_Service\\Options::secret();'), SECRET);
    });

    it('refuses link-local and metadata addresses, however they are written', async () => {
      for (const address of [
        'http://169.254.169.254',
        'http://0xa9fea9fe',
        'http://2852039166',
        'http://[::ffff:169.254.169.254]',
        'http://[fe80::1]',
        'http://[fd00:ec2::254]',
        'http://100.100.100.200:80',
      ]) {
        const html = await (await send({ content_service_do: 'save', content_service_url: address })).text();
        assert.ok(html.includes('metadata addresses'), address);
      }
      assert.equal((await stored()).url, service.url);
    });

    it('changes nothing without a nonce, nor for somebody who may not', async () => {
      const kept = await stored();
      const body = new URLSearchParams({ content_service_do: 'secret', _wpnonce: 'x' });
      assert.equal((await ask({ method: 'POST', body })).status, 403);
      await site.php(`wp_create_user('ana', 'clave-de-ana', 'ana@example.com');`);
      const hers = await logIn(site, 'ana', 'clave-de-ana');
      assert.equal((await ask({}, hers)).status, 403);
      assert.equal((await ask({ method: 'POST', body }, hers)).status, 403);
      assert.deepEqual(await stored(), kept);
    });

    it('is in Spanish on a Spanish site', async () => {
      await site.php(`update_user_meta(1, 'locale', 'es_ES');`);
      assert.ok((await (await ask()).text()).includes('Dirección del servicio'));
      await site.php(`delete_user_meta(1, 'locale');`);
    });

    it('leaves constants of wp-config.php alone', async () => {
      await setConstants();
      await site.php(settings('http://127.0.0.1:9', 'another'));
      const html = await (await ask()).text();
      assert.ok(html.includes('Set by CONTENT_SERVICE_URL'));
      assert.ok(html.includes('It answers, the clocks agree'));
      assert.equal(html.includes(SECRET), false);
    });
  });

  describe('on the command line', () => {
    /** Runs a method of the command with a stand-in of WP-CLI, which no package source of the tests has. */
    const command = (call: string) =>
      site.php(`class WP_CLI {
          static function line($text) { echo $text, PHP_EOL; }
          static function success($text) { echo 'Success: ', $text; }
          static function error($text) { echo 'Error: ', $text; exit; }
        }
        require WP_PLUGIN_DIR . '/content-service/includes/class-command.php';
        (new Content_Service\\Command())->${call};`);

    it('tries the service, and says what it has', async () => {
      assert.match(await command('test()'), /^Success: The service answers/);
      assert.match(
        await command('status()'),
        new RegExp(`^address: ${service.url}\nsecret: set\ngateway: off\nlast message: 20.* 200$`),
      );
    });

    it('has the service look at posts, or at everything', async () => {
      const pages = [await idOf('/sevilla'), await idOf('/valencia')];
      assert.match(await command(`refresh(${JSON.stringify(pages.map(String))})`), /^Success/);
      assert.deepEqual(await service.nextMessage(), { posts: { pages }, site: [] });
      assert.match(await command('refresh([])'), /^Success/);
      assert.deepEqual(await service.nextMessage(), { posts: {}, site: ['everything'] });
      assert.match(await command(`refresh(['999999'])`), /^Error: There is no post/);
    });
  });

  describe('when it is deleted', () => {
    it('leaves nothing behind', async () => {
      await site.php(settings(service.url));
      await site.edit('title', '/sevilla', 'Último');
      assert.notEqual(await leftBehind(site), untouched);
      await deletePlugin(site);
      assert.equal(await leftBehind(site), untouched);
    });
  });

  describe('on a network of sites', () => {
    let second: Service;
    before(async () => {
      second = await startService();
      await makeNetwork(site, `127.0.0.1:${PORT}`);
      await setConstants();
      await activatePlugin(site);
      // Of its own activation.
      await service.nextMessage();
    });
    after(() => second?.[Symbol.asyncDispose]());

    it('tells the service of each site what changed there, also when one request changed both', async () => {
      await site.php(`${settings('http://127.0.0.1:9')} switch_to_blog(2); ${settings(second.url)}`);
      const page = await idOf('/sevilla');
      const other = await site.php(`wp_update_post(['ID' => ${page}, 'post_title' => 'Uno']); switch_to_blog(2);
        echo wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Dos']);`);
      assert.deepEqual(await service.nextMessage(), { posts: { pages: [page] }, site: [] });
      assert.deepEqual(await second.nextMessage(), { posts: { pages: [Number(other)] }, site: [] });
    });

    it('takes the constants of wp-config.php for the main site alone', async () => {
      assert.equal(await site.php(`echo Content_Service\\Options::url();`), service.url);
      assert.equal(await site.php(`switch_to_blog(2); echo Content_Service\\Options::url();`), second.url);
    });

    it('leaves nothing behind on any of them', async () => {
      await deletePlugin(site);
      assert.equal((await leftBehind(site)).replaceAll(/^.* 0$/gm, '').trim(), '');
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
