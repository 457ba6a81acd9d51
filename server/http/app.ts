// The only import of Polka.
import type { IncomingMessage, ServerResponse } from 'node:http';
import polka from 'polka';
import { belowPrefix } from './path-prefix.ts';
import { AppError } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { nearestWord } from '../../shared/nearest-word.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { readBody } from './body.ts';
import type { Compression } from './compression.ts';
import { discoveryLinks } from './discovery-links.ts';
import type { RenderError, Handler, Lookup, Reply, Request, Route, Subject } from './message.ts';
import { REFUSALS } from './refusals.ts';
import { recovered, whenSettled } from './settled.ts';
import { readTraceparent } from './trace-context.ts';
import { createWriteBatcher } from './write-batcher.ts';

type Headers = Reply['headers'];

type Options = {
  // Public URL for hints. Paths outside its prefix have no route.
  readonly siteUrl: string;
  readonly routes: readonly Route[];
  // Called in order for GET and HEAD requests without a route.
  readonly lookups: readonly Lookup[];
  // Renders errors, unless the route has a renderer.
  readonly renderError: RenderError;
  // Headers of every response.
  readonly headers: Headers;
  readonly encode: Compression;
  readonly log: Log;
  readonly newRequestId: () => string;
  // Monotonic clock in milliseconds.
  readonly now: () => number;
  // Called for each response with its status and duration.
  readonly onAnswer?: ((subject: Subject, status: number, milliseconds: number) => void) | undefined;
};

const MAX_URL = 8192;

// A handler with the options of its route.
type Target = {
  readonly handler: Handler;
  readonly renderError?: RenderError | undefined;
  readonly headers?: Headers;
  readonly quiet?: boolean | undefined;
  readonly subject?: Subject | undefined;
};

// Subject of requests without a route.
const NOTHING: Subject = { api: 'none', operation: 'none' };

/** Creates the request listener for routes; further requests get JSON errors. */
export function createApp(options: Options): (req: IncomingMessage, res: ServerResponse) => void {
  const { log, now, onAnswer, encode } = options;
  // Access log without redaction: none of its fields is secret.
  const accessLog = log.child({}, { redact: [] });
  const writeSoon = createWriteBatcher();
  const noRoute = createNoRoute(options);
  const dispatch = createDispatch(noRoute);
  const lookupOrNoRoute = withLookups(options.lookups, noRoute);
  const prefix = pathOf(options.siteUrl);
  const linked = { ...options.headers, Link: discoveryLinks(options.siteUrl) };
  const app = polka({
    onNoMatch: (req, res) => serve(req, res, { handler: lookupOrNoRoute, headers: linked }),
    onError: (error, req, res) => serve(req, res, { handler: () => Promise.reject(error) }),
  });
  // Polka would match all patterns for each request. Routes do not depend on the method, so exact paths precede them.
  const exact = new Map<string, (req: IncomingMessage, res: ServerResponse) => void>();
  for (const route of options.routes) {
    const target = {
      handler: dispatch(route),
      renderError: route.renderError,
      headers: { ...options.headers, ...route.headers },
      quiet: route.quiet,
      subject: route.subject,
    };
    const listener = (req: IncomingMessage, res: ServerResponse) => serve(req, res, target);
    app.all(route.path, listener);
    exact.set(route.path, listener);
  }

  function serve(req: IncomingMessage, res: ServerResponse, target: Target): void {
    const started = now();
    const request = toRequest(req, { id: options.newRequestId(), prefix });
    const reply = recovered(
      () => whenSettled(handle(request, target), (answer) => encode(request, answer)),
      (error) => {
        if (isServerFault(error)) log.error({ id: request.id, ...request.trace, err: error }, 'http.request.failed');
        return (target.renderError ?? options.renderError)(error);
      },
    );
    void whenSettled(reply, (answer) => send(request, res, answer, target, started));
  }

  function handle(request: Request, { handler }: Target): Reply | Promise<Reply> {
    if (request.path.length + request.query.length <= MAX_URL) return handler(request);
    throw new AppError('uri_too_long', `The address is longer than ${MAX_URL} characters`, {
      hint: REFUSALS.uri_too_long.hint,
    });
  }

  function send(request: Request, res: ServerResponse, reply: Reply, target: Target, started: number): void {
    const { status, body } = writeHeadOrFault(request, res, reply, target.headers ?? options.headers);
    const { id, method, path, trace } = request;
    const level = target.quiet && status < 400 ? 'debug' : 'info';
    const ended = now();
    const milliseconds = ended - started;
    const line = { id, method, path, status, ms: rounded(milliseconds) };
    accessLog[level](trace ? { ...line, ...trace } : line, 'http.request');
    onAnswer?.(reply.subject ?? target.subject ?? NOTHING, status, milliseconds);
    writeSoon(ended, () => (isBodiless(request, status) ? res.end() : endWith(res, body)));
  }

  // An invalid reply is a bug; it must fail this request only.
  function writeHeadOrFault(request: Request, res: ServerResponse, reply: Reply, common: Headers): Reply {
    try {
      writeHead(request, res, reply, common);
      return reply;
    } catch (error) {
      log.error({ id: request.id, ...request.trace, err: error }, 'http.request.failed');
      const fault = options.renderError(error);
      if (res.headersSent) res.destroy();
      else writeHead(request, res, fault, options.headers);
      return fault;
    }
  }

  return (req, res) => {
    if (req.method === 'OPTIONS' && req.url === '*') {
      serve(req, res, { handler: () => preflight(SERVER_METHODS) });
      return;
    }
    const target = originForm(req.url);
    const below = belowPrefix(target, prefix);
    req.url = below ?? target;
    if (below === undefined) {
      serve(req, res, { handler: noRoute });
      return;
    }
    const listener = exact.get(splitQuery(req.url)[0]);
    if (listener) listener(req, res);
    else void app.handler(req as Parameters<typeof app.handler>[0], res, undefined as never);
  };
}

// `Allow` of `OPTIONS *` (RFC 9110 §9.3.7).
const SERVER_METHODS = 'GET, HEAD, POST, OPTIONS';

// True for errors that are logged: bugs, and failures of a dependency.
function isServerFault(error: unknown): boolean {
  return !(error instanceof AppError) || (error.code === 'service_not_ready' && error.cause !== undefined);
}

// HEAD uses the GET handler, OPTIONS lists the methods, further methods get 405 (RFC 9110 §9).
function createDispatch(noRoute: Handler): (route: Route) => Handler {
  return (route) => {
    const methods = route.lookup ? { GET: withLookups([route.lookup], noRoute) } : route.methods;
    const named = Object.keys(methods);
    if (named.length === 0) return noRoute;
    const { GET, POST, '*': every }: Route['methods'] = methods;
    if (every) return every;
    const allow = [...named, ...(GET ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    return (request) => {
      if (GET && (request.method === 'GET' || request.method === 'HEAD')) return GET(request);
      if (POST && request.method === 'POST') return POST(request);
      if (request.method === 'OPTIONS') return preflight(allow);
      throw new AppError('method_not_allowed', `${request.method} is not allowed here`, {
        hint: `Use one of: ${allow}.`,
        allow,
      });
    };
  };
}

function preflight(allow: string): Reply {
  const headers = {
    Allow: allow,
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers':
      'Authorization, Content-Type, Accept, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, ' +
      'Traceparent, Tracestate',
    'Access-Control-Max-Age': '86400',
  };
  return { status: 204, headers, body: '' };
}

// Responds to GET and HEAD with the first result, otherwise with `otherwise`.
function withLookups(lookups: readonly Lookup[], otherwise: Handler): Handler {
  return async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      for (const lookup of lookups) {
        const found = await lookup(request);
        if (found) return found;
      }
    }
    return otherwise(request);
  };
}

// Largest edit distance of a suggested path, and longest path that is compared.
const NEAR = 2;
const LONGEST_COMPARED = 60;

// Responds 404 with the nearest path and links to the documents.
function createNoRoute({ siteUrl, routes }: Options): Handler {
  const paths = routes.map(({ path }) => path).filter((path) => !path.endsWith('*'));
  const near = (path: string) =>
    paths.find((known) => path.length > 2 && lastSegment(known) === lastSegment(path)) ??
    nearestWord(path, paths, NEAR) ??
    paths.find((known) => hasPrefix(known, path)) ??
    paths.find((known) => known !== PATHS.api && path.startsWith(`${known}/`));
  const documents = [PATHS.agentsMd, PATHS.openApi, PATHS.authMd].map((path) => `${siteUrl}${path}`).join(', ');
  const read =
    `The operations are listed at ${siteUrl}${PATHS.api}, and are available as MCP tools at POST ${siteUrl}${PATHS.mcp}. ` +
    `Read ${documents}; to try them in a browser, open ${siteUrl}${PATHS.sandbox}.`;
  return ({ path }) => {
    if (!isWellEncoded(path)) {
      throw new AppError('bad_request', 'The path is not valid', { hint: 'Percent-encode it as UTF-8.' });
    }
    const meant = path.length > LONGEST_COMPARED ? undefined : near(path.replace(/\/+$/, ''));
    throw new AppError('no_route', 'No route matches this URL', {
      hint: meant === undefined ? read : `The nearest route is ${siteUrl}${meant}. ${read}`,
    });
  };
}

const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/'));

// True if a route starts with the last segment of a path: `…/search` and `…/search_pages`.
function hasPrefix(known: string, path: string): boolean {
  const folder = path.lastIndexOf('/');
  return known.startsWith(path) && known.lastIndexOf('/') === folder && path.length - folder > NEAR + 1;
}

function isWellEncoded(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}

function toRequest(req: IncomingMessage, { id, prefix }: Pick<Request, 'id' | 'prefix'>): Request {
  const [path, search] = splitQuery(req.url ?? '/');
  return {
    id,
    trace: readTraceparent(req.headers['traceparent']),
    method: req.method ?? 'GET',
    path,
    query: search.slice(1),
    prefix,
    headers: req.headers,
    rawHeaders: req.rawHeaders,
    remoteAddress: req.socket.remoteAddress ?? '',
    body: (limit) => readBody(req, limit),
  };
}

// The query includes its question mark.
function splitQuery(target: string): readonly [path: string, search: string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark)];
}

// Without trailing slash; empty for an origin.
function pathOf(address: string): string {
  return address === '' ? '' : new URL(address).pathname.replace(/\/$/, '');
}

// A proxy may send an absolute URL (RFC 9112 §3.2.2); its path counts. Fragments are removed.
function originForm(target = '/'): string {
  const path = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const fragment = path.indexOf('#');
  const known = fragment < 0 ? path : path.slice(0, fragment);
  return known.startsWith('/') ? known : `/${known}`;
}

// Buffers the head, which leaves with the body.
function writeHead(request: Request, res: ServerResponse, reply: Reply, common: Headers): void {
  const { status, headers, callerHeaders = {}, body } = reply;
  const fields = ['X-Request-Id', request.id];
  for (const name in common) if (headers[name] === undefined) fields.push(name, common[name] ?? '');
  for (const name in headers) fields.push(name, headers[name] ?? '');
  for (const name in callerHeaders) fields.push(name, callerHeaders[name] ?? '');
  if (!hasNoContent(status)) {
    fields.push('Content-Length', String(typeof body === 'string' ? Buffer.byteLength(body) : body.length));
  }
  res.writeHead(status, fields);
}

// Longest body in bytes that is sent in the same write as its head.
const ONE_WRITE = 12 * 1024;

// Node writes a head and a string with a single `write`. A buffer needs `writev`, which costs more than copying a short
// buffer.
function endWith(res: ServerResponse, body: string | Buffer): void {
  if (typeof body === 'string' || body.length > ONE_WRITE) res.end(body);
  else res.end(body.toString('latin1'), 'latin1');
}

function isBodiless(request: Request, status: number): boolean {
  return request.method === 'HEAD' || hasNoContent(status);
}

function hasNoContent(status: number): boolean {
  return status === 204 || status === 304;
}

// Whole microseconds.
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
