// The only import of negotiator.
import Negotiator from 'negotiator';
import { memoize } from '../../shared/cache.ts';
import { AppError } from '../../shared/errors.ts';
import type { Request } from './message.ts';

/** Throws `not_acceptable` if a request does not accept JSON. */
export function requireJson(request: Request): void {
  negotiate(request, ['application/json']);
}

/**
 * Returns the preferred media type of a request among `types`; the default is the first. Parameters such as a charset
 * are ignored.
 */
export function negotiate<Type extends string>(request: Request, types: readonly [Type, ...Type[]]): Type {
  const accept = request.headers.accept;
  if (accept === undefined || accept === '*/*' || accept === types[0] || accept.trim() === '') return types[0];
  const chosen = new Negotiator({ headers: { accept: withoutParameters(accept) } }).mediaType([...types]);
  if (chosen !== undefined) return chosen as Type;
  throw new AppError('not_acceptable', `This address answers with ${types.join(' or ')}`, {
    hint: `Send "Accept: ${types[0]}", or no Accept header.`,
  });
}

// Removes parameters except weights (RFC 9110 §12.5.1).
function withoutParameters(accept: string): string {
  return accept.replaceAll(/;\s*(?!q\s*=)[^\s;,="]+\s*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?/gi, '');
}

/** Returns true if a request names the media type and does not prefer any of `others` (RFC 9110 §12.5.1). */
export function prefersType(
  { headers: { accept } }: Pick<Request, 'headers'>,
  type: string,
  others: readonly string[],
) {
  if (accept === undefined || !accept.toLowerCase().includes(type)) return false;
  return new Negotiator({ headers: { accept: withoutParameters(accept) } }).mediaType([...others, type]) === type;
}

/** Content codings of this server (RFC 9110 §8.4.1). */
export type Coding = 'br' | 'gzip';

/** Returns the preferred coding of an `Accept-Encoding` field, if any; Brotli among equal weights. */
export function acceptedCoding(field: string): Coding | undefined {
  return codingsOf(field).best;
}

// Cache size for `Accept-Encoding` fields, in bytes.
const CODING_CACHE = 50_000;

const codingsOf = memoize({
  maxBytes: CODING_CACHE,
  compute: (field: string): { readonly best: Coding | undefined } => {
    const negotiator = new Negotiator({ headers: { 'accept-encoding': field } });
    const [first, ...others] = negotiator.encodings(['br', 'gzip', 'identity']);
    if (first === 'br' || (first === 'gzip' && others.includes('br') && !/;\s*q\s*=/i.test(field)))
      return { best: 'br' };
    return { best: first === 'gzip' ? 'gzip' : undefined };
  },
});
