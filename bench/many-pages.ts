/** A WordPress of many pages for bench/sync.ts: the demo site's recording, copied under further parents. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO_HOME, readRecording, type Post } from '../sync/demo/recording.ts';
import { createRest } from '../sync/demo/rest.ts';

const wanted = Number(process.argv[2] ?? 10_000);
const recording = readRecording();
const originals = recording.collections.get('pages') ?? [];
const stride = Math.max(...originals.map(({ id }) => id)) + 1;

function copy(page: Post, n: number): Post {
  if (n === 0) return page;
  return { ...page, id: page.id + n * stride, link: page.link.replace(DEMO_HOME, `${DEMO_HOME}/copia-${n}`) };
}

const pages = Array.from({ length: wanted }, (_, at) => {
  const page = originals[at % originals.length];
  if (!page) throw new Error('The recording has no pages');
  return copy(page, Math.floor(at / originals.length));
});
const rest = createRest({ ...recording, collections: new Map([['pages', pages]]) });

const byPath = new Map(pages.map((page) => [new URL(page.link).pathname, page]));

/** A theme of three lines around the content of a page; what is no page has the text of the front page. */
function htmlAt(path: string): string {
  const page = byPath.get(path);
  const canonical = page?.link ?? DEMO_HOME;
  const content = page?.content.rendered ?? '<p>Muchas páginas</p>';
  return `<!doctype html><html lang="es-ES"><head><title>Muchas páginas</title><link rel="canonical" href="${canonical}"></head>
<body><main>${content}</main></body></html>`;
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  if (!url.pathname.startsWith('/wp-json')) {
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=UTF-8',
      Link: `<${url.origin}/wp-json/>; rel="https://api.w.org/"`,
    });
    response.end(htmlAt(url.pathname));
    return;
  }
  const { status, body, headers } = rest.answer(url.pathname, url.searchParams);
  response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8', ...headers });
  response.end(JSON.stringify(body));
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
});
