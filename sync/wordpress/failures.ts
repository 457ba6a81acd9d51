import { messageOf } from '../../shared/errors.ts';
import { fieldAt } from '../../shared/fields.ts';
import { fill } from '../../shared/fill.ts';
import { WordPressError, type WordPressErrorKind } from './errors.ts';
import FAILURES from './failures.json' with { type: 'json' };

type Failure = readonly [kind: WordPressErrorKind, message: string];

const LATE: Failure = ['timeout', 'The site did not finish its answer in time'];
const KINDS = Object.keys(FAILURES) as readonly (keyof typeof FAILURES)[];

/**
 * Explains an error of a request to the operator. `failures.json` has the codes of undici, Node, OpenSSL and zlib. `isLate`: the
 * timeout of the whole request has passed.
 */
export function describeFailure(error: unknown, url: string, isLate: boolean): WordPressError {
  if (error instanceof WordPressError) return error;
  const cause = innermost(error);
  const [kind, message] = isLate ? LATE : failureOf(cause, new URL(url));
  return new WordPressError(kind, message, { url, cause });
}

// An error with an unknown code failed before it had a connection.
function failureOf(cause: unknown, { host, hostname }: URL): Failure {
  const { code = '', reason, name } = (cause ?? {}) as Readonly<Record<'code' | 'reason' | 'name', string | undefined>>;
  for (const kind of KINDS) {
    const known = FAILURES[kind].find(({ codes }) => codes.includes(code));
    if (known) return [kind, fill(known.message, { host, hostname, names: namesIn(cause) })];
  }
  if (/^(?:ERR_SSL_|EPROTO$)/.test(code)) {
    return ['unreachable', `The TLS handshake failed${reason === undefined ? '' : ` (${reason})`}`];
  }
  if (name === 'HTTPParserError') return ['broken', `The answer is not valid HTTP: ${messageOf(cause)}`];
  return ['unreachable', `The site cannot be reached: ${messageOf(cause)}`];
}

// Failed attempts to connect to several addresses form an AggregateError; the first error is enough.
function innermost(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? innermost(error.errors[0]) : error;
}

// `DNS:example.com, DNS:www.example.com` becomes `example.com, www.example.com`.
function namesIn(cause: unknown): string {
  const names = fieldAt(cause, 'cert', 'subjectaltname');
  if (typeof names !== 'string' || names === '') return 'no name at all';
  return names.replaceAll(/\b(?:DNS|IP Address):/g, '');
}
