import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRefreshRequests, type RefreshRequest } from '../../shared/refresh-requests.ts';
import { SECRET } from '../helpers/refresh.ts';
import { runServer } from '../helpers/running-server.ts';
import type { WordPressSite } from '../helpers/wordpress-site.ts';
import { zipPlugin } from '../release/zip.ts';

/** The plugin's main file, as WordPress names it. */
const PLUGIN = 'content-service/content-service.php';

export const PLUGIN_FILES = join(import.meta.dirname, '../../deploy/wordpress/content-service');

const ADMIN = `require_once ABSPATH . 'wp-admin/includes/admin.php';`;

/** Installs the archive of the plugin, as an upload does, and activates it; on a network, on every site. */
export async function activatePlugin(site: WordPressSite): Promise<void> {
  const archive = join(site.dir, '../content-service.zip');
  await writeFile(archive, zipPlugin());
  await site.php(`${ADMIN} require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
    $done = (new Plugin_Upgrader(new Automatic_Upgrader_Skin()))->install('${archive}', ['overwrite_package' => true]);
    if ($done !== true) throw new Exception(is_wp_error($done) ? $done->get_error_message() : 'not installed');
    $fault = activate_plugin('${PLUGIN}', '', is_multisite());
    if ($fault) throw new Exception($fault->get_error_message());`);
}

/** Deactivates the plugin and deletes it, as the button of WordPress does. */
export async function deletePlugin(site: WordPressSite): Promise<void> {
  await site.php(`${ADMIN} deactivate_plugins('${PLUGIN}');
    if (delete_plugins(['${PLUGIN}']) !== true) throw new Exception('kept');`);
}

/** PHP that stores the settings of a site, and lets the next message go whatever became of the last. */
export const settings = (url: string, secret = SECRET): string =>
  `update_option('content_service', ['url' => '${url}', 'secret' => '${secret}']);
   delete_transient('content_service_last');`;

/**
 * Ends the pause after a message that the service was too slow to answer, as it is on a machine that does much at once;
 * `kit_pause` lets it last.
 */
export async function endPauses(site: WordPressSite): Promise<void> {
  const plugin = `<?php add_action('shutdown', function () {
    $last = get_transient('content_service_last');
    if ($last && is_string($last[1]) && !get_option('kit_pause')) delete_transient('content_service_last');
  }, 1);`;
  await writeFile(join(site.dir, 'wp-content/mu-plugins/no-pause.php'), plugin);
}

/** A service that takes messages. */
export async function startService() {
  const log = new EventEmitter();
  const server = await runServer({
    env: { REFRESH_SECRET: SECRET },
    content: false,
    logTo: { write: (line) => void log.emit(JSON.parse(line).msg) },
  });
  const requests = createRefreshRequests(server.data.dir);
  return {
    ...server,
    /** Takes what it was told; `undefined` for nothing. */
    async received(): Promise<RefreshRequest | undefined> {
      const taken = await requests.take();
      await taken?.done();
      return taken?.request;
    },
    /** Waits for messages: a message may still be in flight when its sender has ended. */
    async nextMessage(): Promise<RefreshRequest> {
      const heard = once(log, 'refresh.requested');
      const waiting = await this.received();
      if (waiting) return waiting;
      await heard;
      return await this.nextMessage();
    },
  };
}
export type Service = Awaited<ReturnType<typeof startService>>;

/** Makes a network of a site under this name and port, with a second one below `/dos/`. */
export async function makeNetwork(site: WordPressSite, host: string): Promise<void> {
  await site.php(`require_once ABSPATH . 'wp-admin/includes/upgrade.php';
    foreach ($wpdb->tables('ms_global') as $table => $name) $wpdb->$table = $name;
    install_network();
    $made = populate_network(1, '${host}', 'ana@example.com', 'Red', '/', false);
    if (is_wp_error($made)) throw new Exception($made->get_error_message());`);
  const config = join(site.dir, 'wp-config.php');
  const constants = `<?php
    if (PHP_SAPI === 'cli') $_SERVER = ['HTTP_HOST' => '${host}', 'REQUEST_URI' => '/'] + $_SERVER;
    define('MULTISITE', true);
    define('SUBDOMAIN_INSTALL', false);
    define('DOMAIN_CURRENT_SITE', '${host}');
    define('PATH_CURRENT_SITE', '/');
    define('SITE_ID_CURRENT_SITE', 1);
    define('BLOG_ID_CURRENT_SITE', 1);
    define('WP_ACCESSIBLE_HOSTS', '127.0.0.1');`;
  await writeFile(config, (await readFile(config, 'utf8')).replace('<?php', constants));
  await site.php(`$id = wpmu_create_blog('${host}', '/dos/', 'Dos', 1);
    if (is_wp_error($id)) throw new Exception($id->get_error_message());`);
}

/** Cookies of a user, by a form login. */
export async function logIn({ url }: WordPressSite, name: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/wp-login.php`, {
    method: 'POST',
    headers: { Cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
    body: new URLSearchParams({ log: name, pwd: password.trim(), testcookie: '1' }),
    redirect: 'manual',
  });
  assert.equal(answer.status, 302);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

/** Cookies of the administrator. */
export const logInAdmin = async (site: WordPressSite) =>
  await logIn(site, 'admin', await readFile(join(site.dir, '../run/admin-password'), 'utf8'));
