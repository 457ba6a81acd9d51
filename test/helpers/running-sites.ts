import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createLog } from '../../shared/log.ts';
import { readSettings } from '../../shared/settings.ts';
import { serverConfig } from '../../server/config.ts';
import { startServer } from '../../server/server.ts';
import type { Sources } from '../../server/site.ts';
import { heldToLogEvents } from './log-events.ts';
import { page, publishIn, sampleContent, temporaryDataDir } from './sample-index.ts';

/** An answer as it came. */
export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

type Asked = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** How a site is other than its name says. */
type Added = { readonly publicUrl?: string; readonly home?: string; readonly yaml?: string };

/** A word that only this site has, in each of its texts. */
export const markOf = (name: string): string => `marca${name.replaceAll(/[^a-z0-9]/g, '')}zz`;

/** What a made-up site says: all of it has the site's mark. */
export function contentOf(name: string, home = `https://${name}.example`) {
  const mark = markOf(name);
  const pages = ['', 'fontaneria', 'madrid'].map((slug, at) =>
    page(at + 1, `/${slug}`, `Página ${slug} ${mark}`, `## ${mark}\n\nFontaneros para fugas de ${mark}.`, {
      url: `${home}/${slug}${slug === '' ? '' : '/'}`,
    }),
  );
  const { company } = sampleContent();
  return {
    pages,
    aliases: [],
    site: { name: `Casa ${mark}`, description: mark, home, language: 'es', hosts: [new URL(home).host] },
    company: { ...company, brand: mark, website: home, services: [], cities: [], pages: {} },
  };
}

/** A real server of a folder of made-up sites. */
export async function runSites(
  names: readonly string[],
  options: {
    readonly env?: Readonly<Record<string, string>>;
    /** Its public address, by its name. */
    readonly publicUrlOf?: (name: string) => string;
    readonly sources?: Sources;
    readonly logTo?: { write(line: string): void };
  } = {},
) {
  await using started = new AsyncDisposableStack();
  const { dir } = started.use(await temporaryDataDir());

  /** Adds a site as a whole, or replaces its settings. */
  async function add(name: string, more: Added = {}): Promise<void> {
    const { publicUrl = options.publicUrlOf?.(name) ?? `https://${name}.example`, home, yaml = '' } = more;
    const aside = join(dir, `.${name}`);
    await mkdir(aside, { recursive: true });
    await publishIn(aside, contentOf(name, home));
    await writeFile(join(aside, 'site.yaml'), `site_url: https://${name}.example\npublic_url: ${publicUrl}\n${yaml}`);
    await rename(aside, join(dir, name));
  }
  for (const name of names) await add(name);

  const environment = { SITES_DIR: dir, PORT: '0', TRUST_PROXY: '127.0.0.1', ...options.env };
  const log = createLog({ name: 'test', level: 'debug' }, started.use(heldToLogEvents(options.logTo)));
  const config = serverConfig(readSettings(environment), environment);
  const server = started.use(await startServer(config, log, options.sources));
  const { hostname, port } = new URL(server.url);

  /** Asks the server at a path, by a Host; each time from another address. */
  async function ask(host: string | undefined, path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
    calls += 1;
    const from = `198.18.${(calls >> 8) & 255}.${calls & 255}`;
    const asked = request({
      hostname,
      port,
      method,
      path,
      agent: false,
      setHost: false,
      headers: { 'X-Forwarded-For': from, ...headers, ...(host !== undefined && { Host: host }) },
    });
    const answered = new Promise<Answer>((resolve, reject) => {
      asked.on('error', reject);
      asked.on('response', (answer) => {
        text(answer).then(
          (all) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: all }),
          reject,
        );
      });
    });
    asked.end(body);
    return await answered;
  }
  let calls = 0;

  const running = started.move();
  return {
    dir,
    url: server.url,
    metricsUrl: server.metricsUrl,
    add,
    remove: (name: string) => rm(join(dir, name), { recursive: true }),
    ask,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
export type RunningSites = Awaited<ReturnType<typeof runSites>>;
