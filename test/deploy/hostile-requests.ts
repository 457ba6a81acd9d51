import assert from 'node:assert/strict';
import { API } from '../helpers/running-server.ts';
import { sendRaw } from '../helpers/raw-http.ts';

type Hostile = { readonly name: string; readonly path: string; readonly bytes: string };

/** Requests to which Go's server answers a line of text, before Caddy reads its configuration. */
export const NOT_FOR_CADDY =
  /^(?:a space in the query|no Host|a bad Host|two Hosts|an unknown Transfer-Encoding|HTTP\/2\.0) at|^%zz at [^?]*$/;

const LONG = 'a'.repeat(9000);
const KILOBYTES = 1024;

/** Requests that a web server or the service refuses, each at several addresses of the service; `host` is the one it answers. */
export function hostileRequests(host: string): readonly Hostile[] {
  const line = (name: string, path: string, first: string, fields: readonly string[], body = '') => ({
    name: `${name} at ${path.length > 60 ? `${path.slice(0, 60)}…` : path}`,
    path,
    bytes: [first, ...fields, 'Connection: close', '', body].join('\r\n'),
  });
  const to = (name: string, paths: readonly string[], fields: readonly string[], method = 'GET', version = '1.1') =>
    paths.map((path) => line(name, path, `${method} ${path} HTTP/${version}`, fields));
  const post = (name: string, path: string, length: number) =>
    line(
      name,
      path,
      `POST ${path} HTTP/1.1`,
      [`Host: ${host}`, 'Content-Type: application/json', `Content-Length: ${length}`],
      ' '.repeat(length),
    );
  const HOST = [`Host: ${host}`];
  const some = [`${API}/search_pages?query=agua`, '/oauth/token', '/mcp', '/agents.md'];
  return [
    ...to(
      'a space in the query',
      [`${API}/search_pages?query=a b`, '/oauth/token?a b', '/mcp?a b', '/openapi.json?a b', '/contacto.md?a b'],
      HOST,
    ),
    ...to(
      'a query of 9,000 characters',
      [`${API}/search_pages?query=${LONG}`, `/oauth/register?${LONG}`, `/mcp?${LONG}`, `/openapi.json?${LONG}`],
      HOST,
    ),
    ...to('a header of 10 KB', some, [...HOST, `X-Long: ${'a'.repeat(10 * KILOBYTES)}`]),
    post('80 KB', '/oauth/register', 80 * KILOBYTES),
    post('2 MB', '/mcp', 2 * KILOBYTES * KILOBYTES),
    post('2 MB', `${API}/search_pages`, 2 * KILOBYTES * KILOBYTES),
    ...to('%zz', [`${API}/%zz`, '/oauth/%zz', '/mcp/%zz', '/api/%zz', `${API}/search_pages?query=%zz`], HOST),
    ...to('TRACE', some, HOST, 'TRACE'),
    ...to('no Host', some, []),
    ...to('a bad Host', some, ['Host: a b']),
    ...to('two Hosts', ['/mcp', '/oauth/token'], [...HOST, 'Host: other.example']),
    ...to('a method in small letters', ['/mcp', '/oauth/token'], HOST, 'get'),
    ...to('an unknown Transfer-Encoding', ['/mcp', '/oauth/token'], [...HOST, 'Transfer-Encoding: gzip'], 'POST'),
    ...to('HTTP/2.0', ['/mcp', '/oauth/token'], HOST, 'GET', '2.0'),
    ...to('nothing there', ['/oauth/nada', `${API}/nada`], HOST),
  ];
}

/** The refusals at this address that break the contract, each in a line, except for the requests of these names. */
export async function faultsOf(url: string, excepted = /^$/): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const hostile of hostileRequests(new URL(url).host)) {
    const { status, faults } = await judge(url, hostile);
    if (excepted.test(hostile.name)) assert.ok(status >= 400 && status < 600, hostile.name);
    else if (faults.length > 0) wrong.push(`${hostile.name}: ${status} ${faults.join(', ')}`);
  }
  return wrong;
}

/** Sends a hostile request and returns its status with the faults of the answer, by the contract: none for one that is kept. */
export async function judge(url: string, { path, bytes }: Hostile): Promise<{ status: number; faults: string[] }> {
  const text = await sendRaw(url, bytes);
  const end = text.indexOf('\r\n\r\n');
  const head = text.slice(0, end);
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
  if (status >= 200 && status < 400) return { status, faults: [] };
  const faults: string[] = [];
  // The MCP endpoint answers CORS by Origin alone.
  const cors = path.startsWith('/mcp') && /^x-request-id:/im.test(head) ? [] : [/^access-control-allow-origin: \*/im];
  for (const field of [/^content-type: application\/json/im, /^api-version: 1/im, ...cors]) {
    const found = head.match(new RegExp(field, 'gim'))?.length ?? 0;
    if (found !== 1) faults.push(`${field.source} × ${found}`);
  }
  try {
    const from = text.indexOf('{', end);
    const body = JSON.parse(text.slice(from, text.lastIndexOf('}') + 1));
    if (path.startsWith('/oauth/'))
      assert.deepEqual([typeof body.error, typeof body.error_description], ['string', 'string']);
    else if (body.jsonrpc !== undefined) assert.equal(typeof body.error.message, 'string');
    else
      assert.deepEqual([typeof body.code, typeof body.message, typeof body.data.hint], ['string', 'string', 'string']);
    if (body.data !== undefined && body.data.status !== status) faults.push(`data.status ${body.data.status}`);
  } catch (error) {
    faults.push((error as Error).message.split('\n', 1)[0] ?? '');
  }
  return { status, faults };
}
