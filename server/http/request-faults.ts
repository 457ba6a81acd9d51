import type { IncomingMessage } from 'node:http';
import { AppError } from '../../shared/errors.ts';
import type { Limits } from './limits.ts';

/** The error to answer bytes with that Node's parser could not read as a request. */
export function unreadableRequest(error: NodeJS.ErrnoException, { maxHeaderSize }: Limits): AppError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('header_too_large', `The request line and headers are longer than ${maxHeaderSize} bytes`);
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError('body_too_large', 'The chunk extensions of the body are too long');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout', 'The request took too long to arrive');
    default:
      return new AppError('bad_request', 'This is not a valid HTTP/1.1 request', { cause: error });
  }
}

/** The error of a request that the parser lets pass and this server does not (RFC 9112 §3.2, §6.1); nothing for nearly all. */
export function wrongRequest(req: IncomingMessage, { maxHeaders }: Limits): AppError | undefined {
  const { rawHeaders, headers } = req;
  if (rawHeaders.length > 2 * maxHeaders) {
    return new AppError('header_too_large', `The request has more than ${maxHeaders} headers`);
  }
  if (req.httpVersionMajor !== 1) return new AppError('bad_request', 'This is not a valid HTTP/1.1 request');
  const old = req.httpVersionMinor === 0;
  const hosts = countHosts(rawHeaders);
  if (hosts > 1 || (hosts === 0 && !old) || !HOST.test(headers.host ?? '')) {
    return new AppError('bad_request', 'A request has one Host header, with a host name and perhaps a port');
  }
  const coding = headers['transfer-encoding'];
  // Whoever forwarded such a request may have seen its body end elsewhere (RFC 9112 §6.1).
  if (coding !== undefined && (old || coding.toLowerCase() !== 'chunked')) {
    return new AppError('bad_request', 'The only Transfer-Encoding is chunked, in HTTP/1.1');
  }
  return undefined;
}

/** The parser keeps the first of several to itself. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** `uri-host [ ":" port ]` (RFC 9112 §3.2, RFC 3986 §3.2.2), without looking into it. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;
