import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createRefreshRequests, type RefreshRequest } from '../../shared/refresh-requests.ts';
import { SECRET } from '../helpers/refresh.ts';
import type { RunningServer } from '../helpers/running-server.ts';
import type { WordPressSite } from '../helpers/wordpress-site.ts';

/** The plugin's main file, as WordPress names it. */
export const PLUGIN = 'content-service/content-service.php';

export const PLUGIN_FILES = join(import.meta.dirname, '../../deploy/wordpress/content-service');

const ADMIN = `require_once ABSPATH . 'wp-admin/includes/admin.php';`;

/** Puts the plugin into a site and activates it, on every site of a network if it is one. */
export async function activatePlugin(site: WordPressSite): Promise<void> {
  await cp(PLUGIN_FILES, join(site.dir, 'wp-content/plugins/content-service'), { recursive: true });
  await site.php(
    `${ADMIN} $fault = activate_plugin('${PLUGIN}', '', is_multisite()); if ($fault) throw new Exception($fault->get_error_message());`,
  );
}

/** Deactivates the plugin and deletes it, as the button of WordPress does. */
export async function deletePlugin(site: WordPressSite): Promise<void> {
  await site.php(
    `${ADMIN} deactivate_plugins('${PLUGIN}'); if (delete_plugins(['${PLUGIN}']) !== true) throw new Exception('kept');`,
  );
}

/** PHP that stores the settings of a site, and lets the next message go whatever became of the last. */
export const settings = (url: string, secret = SECRET): string =>
  `update_option('content_service', ['url' => '${url}', 'secret' => '${secret}']); delete_transient('content_service_last');`;

/** Takes what a service was told; `undefined` for nothing. */
export async function told({ data }: RunningServer): Promise<RefreshRequest | undefined> {
  const taken = await createRefreshRequests(data.dir).take();
  await taken?.done();
  return taken?.request;
}
