import type { IncomingMessage } from 'node:http';
import { AppError } from '../../shared/errors.ts';
import type { Limits } from './limits.ts';
import { REFUSALS } from './refusals.ts';

const NOT_HTTP = REFUSALS.bad_request.message;
const WELL_FORMED =
  'Send lines such as "GET /path?name=value HTTP/1.1" and "Host: example.com", each ended by CR LF, and an empty line. ' +
  'HTTP/2 and TLS are not supported: use a proxy in front.';

// Longest target in a hint, in characters.
const SHOWN_TARGET = 500;

type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer; readonly bytesParsed?: number };

// The error of a target that is not ASCII without spaces, or `undefined`. Node's parser rejects such a target in all
// modes, so the hint shows it percent-encoded.
function wrongTarget(error: ParserError): AppError | undefined {
  const target = /^[A-Z]+ (\/.*) HTTP\/1\.[01]\r?$/.exec(brokenLine(error))?.[1];
  const encoded = target === undefined ? undefined : encodeTarget(target);
  if (error.code !== 'HPE_INVALID_URL' && (encoded === undefined || encoded === target)) return undefined;
  return new AppError('bad_request', 'The URL has characters that must be percent-encoded', {
    hint:
      encoded === undefined
        ? 'Percent-encode all characters except ASCII letters, digits and punctuation, as UTF-8: á is %C3%A1, a space %20.'
        : `Percent-encode it as UTF-8: ${encoded}`,
    cause: error,
  });
}

// The line where the parser stopped, within a packet.
function brokenLine({ rawPacket = Buffer.alloc(0), bytesParsed = 0 }: ParserError): string {
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  const end = rawPacket.indexOf('\n', start);
  return rawPacket.toString('utf8', start, end < 0 ? start : end);
}

// Encodes the target as ASCII; returns `undefined` if it is not UTF-8, or too long. Existing percent-encoding is
// unchanged.
function encodeTarget(target: string): string | undefined {
  if (target.includes('\uFFFD') || target.length > SHOWN_TARGET) return undefined;
  return target.replaceAll(/[^\x21-\x7E]+|["<>\\^`{|}]/g, (text) => encodeURIComponent(text));
}

/** Returns the target in the request line of a rejected packet, or an empty string. */
export function targetIn({ rawPacket }: ParserError): string {
  return /^[A-Za-z]+ (\/\S*)/.exec(rawPacket?.toString('latin1', 0, SHOWN_TARGET) ?? '')?.[1] ?? '';
}

/** Returns the error for bytes that Node could not parse as a request. */
export function unreadableRequest(error: NodeJS.ErrnoException, { maxHeaderSize }: Limits): AppError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('header_too_large', `The request line and headers are longer than ${maxHeaderSize} bytes`, {
        hint: REFUSALS.header_too_large.hint,
      });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError('body_too_large', 'The chunk extensions of the body are too long', {
        hint: 'Send the body with Content-Length instead.',
      });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout', 'The request took too long to arrive', {
        hint: 'Send the whole request at once.',
      });
    default:
      return wrongTarget(error) ?? new AppError('bad_request', NOT_HTTP, { hint: WELL_FORMED, cause: error });
  }
}

/** Returns the error of a request that Node accepts and this server rejects (RFC 9112 §3.2, §6.1), if any. */
export function wrongRequest(req: IncomingMessage, { maxHeaders }: Limits): AppError | undefined {
  const { rawHeaders, headers } = req;
  if (rawHeaders.length > 2 * maxHeaders) {
    return new AppError('header_too_large', `The request has more than ${maxHeaders} headers`, {
      hint: `Send at most ${maxHeaders} headers.`,
    });
  }
  if (req.httpVersionMajor !== 1) return new AppError('bad_request', NOT_HTTP, { hint: WELL_FORMED });
  const old = req.httpVersionMinor === 0;
  const hosts = countHosts(rawHeaders);
  if (hosts > 1 || (hosts === 0 && !old) || !HOST.test(headers.host ?? '')) {
    return new AppError('bad_request', 'A request must have one Host header, with a host name and an optional port', {
      hint: 'Send one line such as "Host: example.com".',
    });
  }
  const coding = headers['transfer-encoding'];
  // A proxy may have found a different end of the body (RFC 9112 §6.1).
  if (coding !== undefined && (old || coding.toLowerCase() !== 'chunked')) {
    return new AppError('bad_request', 'The only supported Transfer-Encoding is chunked, in HTTP/1.1', {
      hint: 'Send the body with Content-Length instead.',
    });
  }
  return undefined;
}

// Node's `headers` only has the first Host.
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

// `uri-host [ ":" port ]` (RFC 9112 §3.2, RFC 3986 §3.2.2), without further validation.
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;
