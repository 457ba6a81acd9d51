import { messageOf } from '../../shared/errors.ts';
import { fieldAt } from '../../shared/fields.ts';
import { fill } from '../../shared/fill.ts';
import { PRIVATE_NETWORK } from '../../shared/public-lookup.ts';
import { WordPressError, type WordPressErrorKind } from './errors.ts';

type Failure = readonly [kind: WordPressErrorKind, message: string];

const BROKEN: Failure = ['broken', 'The connection broke off'];
const LATE: Failure = ['timeout', 'The site did not finish its answer in time'];
const UNACCEPTED: Failure = ['timeout', 'The site did not accept the connection in time'];
const UNTRUSTED = signedBy('an authority that this machine does not trust');
const NOT_TLS: Failure = [
  'unreachable',
  'The server does not use TLS: set SITE_URL to http://{host} if the site has no https, or to its https port',
];

function signedBy(signer: string): Failure {
  const act =
    'install a trusted certificate with its full chain on the site, or set NODE_EXTRA_CA_CERTS to the file of its authority';
  return ['certificate', `The certificate of the site is signed by ${signer}: ${act}`];
}

// Failures by the error code of undici, Node, OpenSSL or zlib. `{names}`: the names in the certificate.
const FAILURES: Readonly<Record<string, Failure>> = {
  UND_ERR_CONNECT_TIMEOUT: UNACCEPTED,
  ETIMEDOUT: UNACCEPTED,
  UND_ERR_HEADERS_TIMEOUT: ['timeout', 'The site did not begin its answer in time'],
  UND_ERR_BODY_TIMEOUT: ['timeout', 'The site stopped in the middle of its answer'],
  UND_ERR_RES_EXCEEDED_MAX_SIZE: ['too_large', 'The answer is larger than the size cap'],
  ERR_BUFFER_TOO_LARGE: ['too_large', 'The answer is larger than the size cap once decompressed'],
  ECONNREFUSED: ['unreachable', 'The connection was refused'],
  ENOTFOUND: ['unreachable', 'The host is unknown'],
  EAI_AGAIN: ['unreachable', 'The name server does not answer'],
  [PRIVATE_NETWORK]: ['foreign', 'The host is in a private network'],
  ECONNRESET: BROKEN,
  EPIPE: BROKEN,
  UND_ERR_SOCKET: BROKEN,
  UND_ERR_ABORTED: BROKEN,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: BROKEN,
  Z_BUF_ERROR: ['truncated', 'The compressed answer breaks off'],
  Z_DATA_ERROR: ['not_json', 'The compressed answer is damaged'],
  CERT_HAS_EXPIRED: [
    'certificate',
    'The certificate of the site has expired: renew it on the site, and check the clock of this machine',
  ],
  CERT_NOT_YET_VALID: [
    'certificate',
    'The certificate of the site is not valid yet: check the clock of this machine and the dates of the certificate',
  ],
  CERT_REVOKED: ['certificate', 'The certificate of the site was revoked: renew it on the site'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'certificate',
    'The certificate of the site is valid for {names}, not for {hostname}: set SITE_URL to a name in the certificate, or renew it with this name',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: signedBy('itself'),
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  ERR_SSL_WRONG_VERSION_NUMBER: NOT_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_TLS,
  ERR_SSL_HTTP_REQUEST: NOT_TLS,
  ERR_SSL_UNKNOWN_PROTOCOL: NOT_TLS,
};

/** Explains an error of a request to the operator. `isLate`: the timeout of the whole request has passed. */
export function describeFailure(error: unknown, url: string, isLate: boolean): WordPressError {
  if (error instanceof WordPressError) return error;
  const cause = innermost(error);
  const [kind, message] = isLate ? LATE : failureOf(cause, new URL(url));
  return new WordPressError(kind, message, { url, cause });
}

// An error with an unknown code failed before it had a connection.
function failureOf(cause: unknown, { host, hostname }: URL): Failure {
  const { code = '', reason, name } = (cause ?? {}) as Readonly<Record<'code' | 'reason' | 'name', string | undefined>>;
  const known = FAILURES[code];
  if (known) return [known[0], fill(known[1], { host, hostname, names: namesIn(cause) })];
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
