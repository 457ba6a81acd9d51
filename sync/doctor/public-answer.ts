import { fieldAt } from '../../shared/fields.ts';
import { ownUserAgent } from '../../shared/own-user-agent.ts';
import { createStrictClient, type Answer, type StrictClient } from '../wordpress/connection.ts';
import { headerText } from '../wordpress/text.ts';

/** Response of a public address. A request without a response has status 0, no content, and the reason in `fault`. */
export type PublicAnswer = Pick<Answer, 'status' | 'body'> & {
  /** Header fields by lower-case name; the values of a repeated field are joined by a comma (RFC 9110 §5.3). */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as UTF-8. */
  readonly text: string;
  /** Parsed body, if it is JSON. */
  readonly json: unknown;
  readonly fault?: string;
};

const TIMEOUT_MS = 15_000;
// Maximum bytes of a body, both as sent and decompressed.
const LONGEST = 4_000_000;

/** Request without its address. */
export type Call = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

/** Connection of a request: a new connection to the address by default, a client, or the service on this machine. */
export type Route = { readonly client?: StrictClient; readonly local?: string; readonly timeoutMs?: number };

/** Creates a client for requests over a single protocol. */
export const openClient = (isHttp2: boolean): StrictClient =>
  createStrictClient({ isHttp2, maxBytes: LONGEST, connectMs: TIMEOUT_MS });

const HTTP1 = openClient(false);

/**
 * Sends a request like a strict client, without following redirects. An empty `user-agent` omits the header.
 */
export async function sendPublic(
  url: string,
  { method = 'GET', headers = {}, body }: Call,
  signal: AbortSignal,
  { client = HTTP1, local, timeoutMs = TIMEOUT_MS }: Route = {},
): Promise<PublicAnswer> {
  const { host, pathname, search } = new URL(url);
  const { 'user-agent': agent = ownUserAgent('doctor'), ...more } = headers;
  const accept = 'application/json, text/markdown;q=0.9, text/html;q=0.5';
  const named = agent === '' ? {} : { 'user-agent': agent };
  const sent = { accept, 'accept-encoding': 'gzip, br', ...named, ...(local !== undefined && { host }), ...more };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const target = new URL(local === undefined ? url : `${local}${pathname}${search}`);
    const answer = await client.send(target, method, { headers: sent, body: body ?? null, signal: limit });
    const text = answer.body.toString('utf8');
    const fields = Object.entries(answer.headers).map(([name, value]) => [name, headerText(value)] as const);
    return { ...answer, headers: Object.fromEntries(fields), text, json: parse(text) };
  } catch (error) {
    signal.throwIfAborted();
    const { cause, message } = limit.aborted ? (limit.reason as Error) : (error as Error);
    const fault = cause instanceof Error && cause.message !== '' ? cause.message : message;
    return { status: 0, headers: {}, body: Buffer.alloc(0), text: '', json: undefined, fault };
  }
}

/** Origin of a response, if it is recognisable. */
export type Speaker = 'service' | 'wordpress' | 'redirect' | 'gateway' | 'other' | 'nobody';

/** Attributes a response to the service, WordPress or the web server in front by its headers and body. */
export function speakerOf({ status, headers, text, json }: PublicAnswer): Speaker {
  if (status === 0) return 'nobody';
  // Documents of the service may contain paths of WordPress files too, but they are not HTML.
  const isWordPressPage = /^\s*</.test(text) && /wp-content|wp-includes|wp-json/.test(text);
  // Some hosts add X-Request-Id to every response, so the header alone does not identify the service.
  if (headers['x-request-id'] !== undefined && !isWordPressPage) return 'service';
  if (status >= 300 && status < 400 && status !== 304) return 'redirect';
  if (status === 502 || status === 503 || status === 504 || isAway(json)) return 'gateway';
  const isRest = fieldAt(json, 'namespaces') !== undefined || fieldAt(json, 'code') !== undefined;
  const isMarked = /api\.w\.org|wp-json/.test(headers['link'] ?? '') || headers['x-wp-total'] !== undefined;
  return isWordPressPage || isRest || isMarked ? 'wordpress' : 'other';
}

/** Describes a response in a message: its status, or the error. */
export const gotOf = ({ status, fault = String(status) }: PublicAnswer): string => fault;

// Matches the body that the examples in deploy/ return if the service is down.
const isAway = (json: unknown): boolean => fieldAt(json, 'code') === 'service_not_ready';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
