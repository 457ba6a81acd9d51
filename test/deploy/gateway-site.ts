import { chmod, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SECRET } from '../helpers/refresh.ts';
import { runServer } from '../helpers/running-server.ts';
import { page, sampleContent } from '../helpers/sample-index.ts';
import { startWordPressSite } from '../helpers/wordpress-site.ts';
import { activatePlugin } from './plugin.ts';

/** Workers of PHP. A quarter of them may wait for the service. */
export const WORKERS = 32;

/**
 * WordPress under whatever name it is asked for, in a folder if there is a file of that name; and with the service whose port is in
 * the address at which a request arrives, if it is one of those (test/helpers/running-server.ts).
 */
const CONFIG = `<?php
$folder = is_file(__DIR__ . '/in-folder') ? '/blog' : '';
if (isset($_SERVER['HTTP_HOST'])) {
  define('WP_HOME', "http://{$_SERVER['HTTP_HOST']}$folder");
  define('WP_SITEURL', WP_HOME);
}
if (preg_match('~^127\\.10(\\d)\\.1(\\d\\d)\\.1(\\d\\d)$~', $_SERVER['SERVER_ADDR'] ?? '', $found)) {
  define('CONTENT_SERVICE_URL', "http://127.0.0.1:$found[1]$found[2]$found[3]");
  define('CONTENT_SERVICE_SECRET', '${SECRET}');
}
if (is_file(__DIR__ . '/with-cache')) define('WP_CACHE', true);
`;

/** Rules of WordPress in .htaccess, with permalinks. */
export const HTACCESS = `RewriteEngine On
RewriteRule ^index\\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . index.php [L]
`;

/** Requests that the web server of a host refuses itself, before PHP and so the plugin run. */
export const REFUSED_BY_HOST = {
  nginx:
    /^(?:a space in the query|a query of 9,000 characters|a header of 10 KB|2 MB|TRACE|no Host|a bad Host|two Hosts|a method in small letters|an unknown Transfer-Encoding|HTTP\/2\.0) at|^%zz at [^?]*$/,
  apache:
    /^(?:a space in the query|a query of 9,000 characters|a header of 10 KB|no Host|a bad Host|two Hosts|an unknown Transfer-Encoding) at|^%zz at [^?]*$/,
};

type Options = {
  /** Port of WordPress; PHP-FPM has the next one. */
  readonly port: number;
  /** Public address, at which a web server has to listen. */
  readonly front: string;
};

/** Starts WordPress with the plugin's gateway, and a service of two pages that it leads to. */
export async function startGatewaySite({ port, front }: Options) {
  await using stack = new AsyncDisposableStack();
  const site = stack.use(await startWordPressSite({ port, server: 'fpm', workers: WORKERS }));
  for (const dir of [dirname(site.dir), site.dir]) await chmod(dir, 0o755);
  const config = join(site.dir, 'wp-config.php');
  await writeFile(config, (await readFile(config, 'utf8')).replace('<?php', CONFIG));
  await writeFile(join(site.dir, '.htaccess'), HTACCESS);
  const pages = [
    page(1, '/madrid', 'Madrid', 'Texto.', { url: `${front}/madrid/` }),
    page(2, '/', 'Inicio', 'Texto.', { url: `${front}/` }),
  ];
  const about = { ...sampleContent().site, home: front, hosts: [new URL(front).host] };
  const env = { PUBLIC_URL: front, TRUST_PROXY: '', GATEWAY_SECRET: SECRET, REFRESH_SECRET: SECRET };
  // Everything comes from this machine.
  const addressQuotas = [{ name: 'Tests', addresses: ['127.0.0.0/8'], limit: 5000 }];
  const service = stack.use(await runServer({ env, content: { site: about, pages, aliases: [], addressQuotas } }));
  await activatePlugin(site);

  /** Points the gateway to a service. */
  async function lead(url: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const settings = JSON.stringify({ url, secret: SECRET, gateway: true, ...more });
    await site.php(
      `update_option('content_service', json_decode('${settings}', true)); delete_transient('content_service_away');`,
    );
  }
  await lead(service.url);
  const moved = stack.move();
  return { site, service, lead, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}
export type GatewaySite = Awaited<ReturnType<typeof startGatewaySite>>;
