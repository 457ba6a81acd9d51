import type { IncomingHttpHeaders } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { Agent, buildConnector, request } from 'undici';
import { ownUserAgent } from '../../shared/own-user-agent.ts';
import type { OnWordPressEvent } from './events.ts';
import { describeFailure } from './failures.ts';
import { createSiteHosts, guardedLookup } from './site-hosts.ts';
import { headerText } from './text.ts';

/*
 * The only importer of undici: a pool of keep-alive connections, timeouts, the size limit and redirects.
 *
 * undici's retry interceptor does not fit. After a broken body it requests the rest with `Range`, and WordPress sends the whole
 * body again. It cannot repeat a 200 without JSON or delay the requests that follow. Its redirect interceptor would leave the
 * site. `requests.ts` retries; this module follows redirects.
 */

/** Each timeout in milliseconds. */
export type Timeouts = {
  /** Connection, including TLS. */
  readonly connect: number;
  /** Until the response headers arrive. */
  readonly headers: number;
  /** Between two chunks of the body. */
  readonly body: number;
  /** Whole request, including redirects. */
  readonly total: number;
};

export type ConnectionOptions = {
  readonly siteUrl: string;
  readonly timeouts: Timeouts;
  /** Maximum size of a body, both as sent and decompressed. */
  readonly maxBytes: number;
  readonly onEvent: OnWordPressEvent;
};

/** An HTTP response with a decoded body (`Content-Encoding`). */
export type Answer = {
  /** Address after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Time of the request by the server's `Date` header, in Unix milliseconds; early rather than late. NaN without the header. */
  readonly askedAt: number;
  /** Milliseconds until the response began. */
  readonly delay: number;
};

export const USER_AGENT = ownUserAgent('sync');
/** Identifies a probe in the logs of a site. */
export const PROBE_USER_AGENT = ownUserAgent('sync; probe');

/** Connects to a site; throws a WordPressError for an address on a host that does not belong to it. */
export function createConnection({ siteUrl, timeouts, maxBytes, onEvent }: ConnectionOptions) {
  const site = new URL(siteUrl);
  const hosts = createSiteHosts(site);
  const agent = new Agent({
    connections: 4,
    keepAliveTimeout: 30_000,
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    maxResponseSize: maxBytes,
    connect: { timeout: timeouts.connect, lookup: guardedLookup(site.hostname, hosts.isInside) },
  });

  async function get(address: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Answer> {
    const deadline = AbortSignal.timeout(timeouts.total);
    const either = AbortSignal.any([signal, deadline]);
    let url = new URL(address);
    await hosts.refuseForeign(url);
    for (let followed = 0; ; followed += 1) {
      const answer = await ask(url, headers, either).catch((error: unknown) => {
        signal.throwIfAborted();
        throw describeFailure(error, url.href, deadline.aborted);
      });
      const { location } = answer.headers;
      if (answer.status < 300 || answer.status > 399 || location === undefined) return answer;
      const target = hosts.redirectTarget({ from: answer, location, followed });
      await hosts.refuseForeign(target);
      onEvent({ type: 'redirected', from: url.href, to: target.href });
      url = target;
    }
  }

  async function ask(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Answer> {
    const { authorization: _, ...anonymous } = headers;
    const permitted = hosts.mayGetLogin(url) ? headers : anonymous;
    const sent = { 'user-agent': USER_AGENT, 'accept-encoding': 'gzip, br', ...permitted };
    return await send(url, { dispatcher: agent, signal, headers: sent }, maxBytes);
  }

  const { isOwn, trust } = hosts;
  return { get, isOwn, trust, close: () => agent.destroy() };
}
export type Connection = ReturnType<typeof createConnection>;

type Sent = Parameters<typeof request>[1];

async function send(url: URL, options: Sent, maxBytes: number): Promise<Answer> {
  const began = performance.now();
  const { statusCode: status, headers, body: stream } = await request(url, options);
  const delay = performance.now() - began;
  const askedAt = Date.parse(String(headers['date'])) - delay;
  const body = await decompress(Buffer.from(await stream.arrayBuffer()), headers['content-encoding'], maxBytes);
  return { url: url.href, status, headers, body, askedAt, delay };
}

// `unzip` detects gzip and deflate.
const [brotli, gzip] = [promisify(brotliDecompress), promisify(unzip)];
const DECODERS = new Map<string, typeof gzip>([
  ['br', brotli],
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', gzip],
]);

/**
 * Decodes a body by its `Content-Encoding` header (RFC 9110 section 8.4), last coding first. Throws `ERR_BUFFER_TOO_LARGE` above
 * `maxBytes`.
 */
export async function decompress(
  sent: Buffer,
  encoding: string | string[] | undefined,
  maxBytes: number,
): Promise<Buffer> {
  let body = sent;
  for (const name of headerText(encoding).split(',').toReversed()) {
    const coding = name.trim();
    if (/^(?:identity)?$/i.test(coding)) continue;
    const decode = DECODERS.get(coding.toLowerCase());
    if (!decode) throw new Error(`the answer is encoded as ${coding}, which was not requested`);
    body = await decode(body, { maxOutputLength: maxBytes }).catch(asDamage);
  }
  return body;
}

// Maps the error codes of zlib and brotli for a damaged body to a single code.
function asDamage(error: NodeJS.ErrnoException): never {
  if (error.code === 'ERR_BUFFER_TOO_LARGE' || error.code === 'Z_BUF_ERROR') throw error;
  throw Object.assign(new Error(error.message, { cause: error }), { code: 'Z_DATA_ERROR' });
}

type StrictOptions = { readonly isHttp2: boolean; readonly maxBytes: number; readonly connectMs: number };

/**
 * Creates a client that uses HTTP/2 alone or HTTP/1.1 alone, sends only the given headers and does not follow redirects. Its
 * requests reject with the errors of undici. `connectMs`: milliseconds to connect, including TLS.
 */
export function createStrictClient({ isHttp2, maxBytes, connectMs }: StrictOptions) {
  const connect = buildConnector({ allowH2: isHttp2, preferH2: isHttp2, timeout: connectMs });
  let protocol: string | false | null = false;
  const agent = new Agent({
    allowH2: isHttp2,
    maxResponseSize: maxBytes,
    // Without keep-alive, each request over HTTP/1.1 has a new connection.
    ...(!isHttp2 && { pipelining: 0 }),
    connect: (options, callback) =>
      connect(options, (error, socket) => {
        if (error) return callback(error, null);
        protocol = (socket as TLSSocket).alpnProtocol;
        if (!isHttp2 || protocol === 'h2') return callback(null, socket);
        socket.destroy();
        return callback(new Error('HTTP/2 is not offered'), null);
      }),
  });
  return {
    send: (url: URL, method: string, call: Pick<NonNullable<Sent>, 'headers' | 'body' | 'signal'>) =>
      send(url, { dispatcher: agent, method, ...call }, maxBytes),
    /** True if the last connection negotiated HTTP/2 (ALPN, RFC 9113 §3.2). */
    hasHttp2: () => protocol === 'h2',
    close: () => agent.destroy(),
  };
}
export type StrictClient = ReturnType<typeof createStrictClient>;
