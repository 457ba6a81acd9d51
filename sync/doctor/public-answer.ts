import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { ownUserAgent } from '../../shared/own-user-agent.ts';

/** The response of a public address. */
export type PublicAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, when it is JSON. */
  readonly json: unknown;
};

const TIMEOUT_MS = 15_000;
const LONGEST = 1_000_000;

/** What is asked beside an address. */
export type Ask = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

/** Sends a request as a strict client does, without following redirects; resolves to the error of a failed one. */
export async function askPublic(
  url: string,
  { method = 'GET', headers = {}, body }: Ask,
  signal: AbortSignal,
): Promise<PublicAnswer | Error> {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json, */*;q=0.5', ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      ...(body !== undefined && { body }),
    });
    const text = (await response.text()).slice(0, LONGEST);
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  } catch (error) {
    signal.throwIfAborted();
    const { cause, message } = error as Error;
    return new Error(cause instanceof Error && cause.message !== '' ? cause.message : message, { cause: error });
  }
}

/** Sends a request to the service of this machine under its public address, by whose host and path it knows its sites. */
export async function askLocal(
  local: string,
  publicUrl: string,
  { method = 'GET', headers = {}, body }: Ask,
  signal: AbortSignal,
): Promise<PublicAnswer | Error> {
  const { host, pathname, search } = new URL(publicUrl);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  try {
    const asked = request(`${local}${pathname}${search}`, {
      method,
      agent: false,
      headers: { accept: 'application/json', 'user-agent': ownUserAgent('doctor'), ...length, ...headers, host },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const said = (await readText(answer)).slice(0, LONGEST);
    const fields = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return { status: answer.statusCode ?? 0, headers: new Headers(fields), text: said, json: parse(said) };
  } catch (error) {
    signal.throwIfAborted();
    return new Error((error as Error).message, { cause: error });
  }
}

/** Origin of a response, as far as it shows. */
export type Speaker = 'service' | 'wordpress' | 'redirect' | 'gateway' | 'other';

/** Attributes a response to the service, WordPress or the web server in front by its headers and body. */
export function speakerOf({ status, headers, text, json }: PublicAnswer): Speaker {
  // Some hosts number every answer, so the mark alone does not tell WordPress's pages from ours.
  if (headers.has('x-request-id') && !isWordPressPage(text)) return 'service';
  if (status >= 300 && status < 400 && status !== 304) return 'redirect';
  if (status === 502 || status === 503 || status === 504 || isAway(json)) return 'gateway';
  if (isWordPress(headers, text, json)) return 'wordpress';
  return 'other';
}

/** Program that passes the service's addresses on to it. */
export type Way =
  | { readonly by: 'gateway' }
  | { readonly by: 'web server'; readonly name: string }
  | { readonly by: 'nobody' };

/** The way by which a response of the service came: its gateway in WordPress says so itself (RFC 9110 §7.6.3). */
export function wayOf({ headers }: PublicAnswer): Way {
  if (/\bcontent-service-gateway\b/.test(headers.get('via') ?? '')) return { by: 'gateway' };
  const name = headers.get('server') ?? headers.get('via');
  return name === null ? { by: 'nobody' } : { by: 'web server', name };
}

/** Our own documents may name files of WordPress too, but they are no pages of it. */
const isWordPressPage = (text: string): boolean => /^\s*</.test(text) && /wp-content|wp-includes|wp-json/.test(text);

/** True for the body that the examples in deploy/ send in place of a service that does not run. */
function isAway(json: unknown): boolean {
  return typeof json === 'object' && json !== null && Reflect.get(json, 'code') === 'service_not_ready';
}

function isWordPress(headers: Headers, text: string, json: unknown): boolean {
  if (/api\.w\.org|wp-json/.test(headers.get('link') ?? '') || headers.has('x-wp-total')) return true;
  if (isWordPressPage(text)) return true;
  return typeof json === 'object' && json !== null && ('namespaces' in json || 'code' in json);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
