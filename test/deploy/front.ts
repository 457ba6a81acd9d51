import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readWellKnownFiles } from '../../shared/well-known-files.ts';
import { examinePublic } from '../../sync/doctor/public.ts';
import { runServer } from '../helpers/running-server.ts';
import { page, sampleContent } from '../helpers/sample-index.ts';
import type { WordPressSite } from '../helpers/wordpress-site.ts';
import { startApache, startCaddy, startNginx, type WebServerOptions } from './web-server.ts';

/** The examples, by the program that reads them. */
export const STARTERS = { nginx: startNginx, apache: startApache, caddy: startCaddy };

/** WordPress under whatever name it is asked, and with an answer of a plugin below `/.well-known/`. */
const PLUGIN = `<?php
foreach (['home', 'siteurl'] as $name) {
  add_filter("pre_option_$name", fn($value) => isset($_SERVER['HTTP_HOST']) ? 'http://' . $_SERVER['HTTP_HOST'] : $value);
}
add_action('init', function () {
  if (!str_starts_with($_SERVER['REQUEST_URI'] ?? '', '/.well-known/webfinger')) return;
  header('Content-Type: application/jrd+json');
  echo json_encode(['subject' => $_REQUEST['resource'] ?? '', 'method' => $_SERVER['REQUEST_METHOD']]);
  exit;
});
`;

export async function installPlugin(wordpress: WordPressSite): Promise<void> {
  const folder = join(wordpress.dir, 'wp-content/mu-plugins');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'front.php'), PLUGIN);
}

/** Paths of the pages of a site that visitors see under them. */
export async function pathsOf(wordpress: WordPressSite): Promise<readonly string[]> {
  const rows = (await (
    await fetch(`${wordpress.url}/wp-json/wp/v2/pages?per_page=100&_fields=link`)
  ).json()) as readonly { readonly link: string }[];
  return rows.map(({ link }) => new URL(link).pathname);
}

const titleOf = (path: string) => `Página ${path}`;

/** The Markdown of a page as visitors get it. */
export const markdownOf = (path: string) => `# ${titleOf(path)}\n\nTexto.\n`;

type FrontOptions = {
  readonly name: keyof typeof STARTERS;
  readonly port: number;
  readonly wordpress: WordPressSite;
  /** Port of PHP-FPM. */
  readonly fpm: number;
  /** Paths of the pages that the service has. */
  readonly paths: readonly string[];
  readonly edit?: WebServerOptions['edit'];
};

/** An example of deploy/ in front of WordPress and a service of our own, which has these pages. */
export async function putInFront({ name, port, wordpress, fpm, paths, edit }: FrontOptions) {
  await using stack = new AsyncDisposableStack();
  const url = `http://127.0.0.1:${port}`;
  const pages = paths.map((path, at) =>
    page(at + 1, path.replace(/(?<=.)\/$/, ''), titleOf(path), markdownOf(path).trimEnd(), { url: `${url}${path}` }),
  );
  const site = { ...sampleContent().site, home: url, hosts: [new URL(url).host] };
  const service = stack.use(await runServer({ env: { PUBLIC_URL: url }, content: { site, pages, aliases: [] } }));
  stack.use(
    await STARTERS[name]({
      port,
      service: service.url,
      root: wordpress.dir,
      fpm: `127.0.0.1:${fpm}`,
      ...(edit && { edit }),
    }),
  );
  const moved = stack.move();
  return {
    url,
    service,
    examine: async () => {
      const { findings } = await examinePublic({
        origin: url,
        files: await readWellKnownFiles(service.data.dir),
        local: service.url,
        trustProxy: ['127.0.0.1'],
        trustsGateway: true,
        signal: new AbortController().signal,
      });
      return findings;
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}
