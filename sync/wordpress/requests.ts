import { counted } from '../../shared/printable.ts';
import type { Answer, Connection } from './connection.ts';
import { CACHE_BUSTER, orFailure, WordPressError } from './errors.ts';
import type { OnWordPressEvent } from './events.ts';
import { decideRetry, retryAll, type Pace, type RetryPolicy } from './pace.ts';

type RequestsOptions = {
  readonly connection: Connection;
  readonly pace: Pace;
  readonly gate: Gate;
  readonly inHurry: boolean;
  readonly attempts: number;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly random: () => number;
  readonly onEvent: OnWordPressEvent;
};

export type Request<T> = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly retry?: RetryPolicy;
  /** Sends the request to the exact address, as a visitor does: a cache may send the response, and server rules for that address apply. */
  readonly asVisitor?: boolean;
  /** Parses the response; throws a WordPressError if it cannot. Not called for status 408, 425, 429 and 5xx. */
  readonly read: (answer: Answer) => T;
};

/** Creates the requests to a site: within its rate limit, past every cache, with retries of transient failures. */
export function createRequests(options: RequestsOptions) {
  const { connection, pace, gate, inHurry, attempts, signal, now, random, onEvent } = options;
  let busted = 0;

  async function get<T>({ url, headers, retry = retryAll, asVisitor = false, read }: Request<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      await pace.turn(signal, inHurry);
      const send = () => sendOnce(asVisitor ? url : fresh(url), { headers, read });
      const result = await gate(send);
      if (!(result instanceof WordPressError)) return result;
      if (result.status === 429) pace.slowDown();
      const decision = decideRetry(result, { attempt, most: Math.min(attempts, retry(result)), now: now(), random });
      if (!decision.retry) throw decision.later === undefined ? result.after(attempt) : tooLate(result, decision.later);
      onEvent({ type: 'retried', url, attempt, delayMs: decision.delayMs, cause: result.what });
      pace.pause(decision.delayMs);
    }
  }

  async function sendOnce<T>(
    url: string,
    { headers, read }: Pick<Request<T>, 'headers' | 'read'>,
  ): Promise<T | WordPressError> {
    try {
      const answer = await connection.get(url, { ...headers, 'cache-control': 'no-cache' }, signal);
      refuseTransientStatus(answer);
      return read(answer);
    } catch (error) {
      return orFailure(error);
    }
  }

  // Adds a query parameter with a new value (cache busting).
  function fresh(address: string): string {
    const url = new URL(address);
    busted += 1;
    url.searchParams.set(CACHE_BUSTER, `${now().toString(36)}${busted.toString(36)}`);
    return url.href;
  }

  return { get };
}
export type Requests = ReturnType<typeof createRequests>;

function refuseTransientStatus({ url, status, headers, body }: Answer): void {
  if (status !== 408 && status !== 425 && status !== 429 && status < 500) return;
  throw new WordPressError('status', `The site answered ${status}`, {
    url,
    status,
    retryAfter: [headers['retry-after'] ?? []].flat()[0],
    dieMessage: status === 500 ? dieMessageIn(body) : undefined,
  });
}

// Longest `wp_die` message, in bytes.
const LONGEST_MESSAGE = 100_000;

// Message of `wp_die`, whose default status is 500; `undefined` for any other body.
function dieMessageIn(body: Buffer): string | undefined {
  const html = body.subarray(0, LONGEST_MESSAGE).toString('utf8');
  const start = html.search(/<body\s[^>]{0,500}\bid\s*=\s*["']?error-page\b/i);
  return start === -1 ? undefined : html.slice(start);
}

function tooLate({ url, status, retryAfter, what }: WordPressError, later: number): WordPressError {
  const seconds = Math.ceil(later / 1000);
  return new WordPressError('later', `${what}; Retry-After is ${counted(seconds, 'second')}`, {
    url,
    status,
    retryAfter,
  });
}

/** Delays a request until it may be sent. */
export type Gate = <Answer>(send: () => Promise<Answer>) => Promise<Answer>;

/** Sends every request at once. */
export const openGate: Gate = (send) => send();

/** Creates gates by key: a request waits until the previous request with the same key has a response or has failed. */
export function createNarrowGates() {
  const last = new Map<string, Promise<void>>();
  return (key: string): Gate =>
    (send) => {
      const answer = (last.get(key) ?? Promise.resolve()).then(send);
      const ended = answer.then(forget, forget);
      last.set(key, ended);
      return answer;

      function forget(): void {
        if (last.get(key) === ended) last.delete(key);
      }
    };
}
