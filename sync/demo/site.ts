import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAddresses } from '../../shared/addresses.ts';
import { readRecording, type Post, type Recording } from './recording.ts';
import { createRest } from './rest.ts';

/** Path of the site file of the invented company. */
export const DEMO_SITE_CONFIG = join(import.meta.dirname, 'site.yaml');

/**
 * Starts a replay of the recorded WordPress on loopback. Its links contain the public address, like the links of a site
 * behind a proxy, and do not depend on the port.
 */
export async function startDemoSite(
  options: { readonly port?: number } = {},
): Promise<{ readonly url: string; close(): Promise<void>; [Symbol.asyncDispose](): Promise<void> }> {
  const recording = readRecording();
  const answer = createReplay(recording);
  const server = createServer((request, response) => answer(request, response));
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function close(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
  return { url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}

/** Creates a request handler that responds like the recorded WordPress, for any Host header. */
export function createReplay(recording: Recording) {
  const rest = createRest(recording);
  const html = createHtml(recording);

  return (request: IncomingMessage, response: ServerResponse): void => {
    const origin = `http://${request.headers.host ?? 'localhost'}`;
    const url = URL.parse(`${origin}${request.url ?? '/'}`);
    if (!url || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(url ? 405 : 400, { Allow: 'GET, HEAD' }).end();
      return;
    }
    const api = `${origin}/wp-json/`;
    if (/^\/wp-json(?:\/|$)/.test(url.pathname)) {
      const { status, body, headers } = rest.answer(url.pathname, url.searchParams);
      const type = { 'Content-Type': 'application/json; charset=UTF-8' };
      send(request, response, status, { ...headers, ...type }, JSON.stringify(body));
    } else {
      const { status, body } = html.page(url.pathname, api);
      const headers = { 'Content-Type': 'text/html; charset=UTF-8', Link: `<${api}>; rel="https://api.w.org/"` };
      send(request, response, status, headers, body);
    }
  };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  response.end(request.method === 'HEAD' ? undefined : body);
}

// Fills the recorded frame of the theme with the content of each page.
function createHtml({ root, frames, collections }: Recording) {
  const posts = [...collections.values()].flat();
  const { keyOf } = createAddresses({ home: root.home, hosts: [] });
  const byKey = new Map(posts.map((post) => [keyOf(post.link), post]));

  function fill(frame: string, values: Readonly<Record<string, string>>): string {
    return frame.replaceAll(/\{\{(\w+)\}\}/g, (mark, name: string) => values[name] ?? mark);
  }

  function page(path: string, api: string): { readonly status: number; readonly body: string } {
    const post = byKey.get(keyOf(path));
    const main = post ? mainOf(post) : frames.missing;
    const frame = main === undefined ? frames.page : frames.page.replace(/<main[\s>].*<\/main>/s, () => main);
    const values = {
      api,
      id: String(post?.id ?? 0),
      title: post?.title.rendered ?? '',
      link: post?.link ?? root.home,
      content: post?.content.protected ? '' : (post?.content.rendered ?? ''),
    };
    return { status: post ? 200 : 404, body: fill(frame, values) };
  }

  // The theme has a separate template for the list of posts.
  function mainOf(post: Post): string | undefined {
    return post.link === `${root.home}/blog/` ? frames.blog : undefined;
  }

  return { page };
}
