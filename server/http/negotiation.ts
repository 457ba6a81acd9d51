// negotiator's only door.
import Negotiator from 'negotiator';
import { memoize } from '../../shared/cache.ts';
import { AppError } from '../../shared/errors.ts';
import type { Request } from './message.ts';

/** Refuses a request that excludes JSON; everything else is answered with JSON. */
export function requireJson(request: Request): void {
  negotiate(request, ['application/json']);
}

/**
 * The media type, of those that there are, that a request likes best: the first one if it does not say. Parameters of a type,
 * such as a charset, exclude nothing.
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

/** An `Accept` field with the weights alone (RFC 9110 §12.5.1). */
function withoutParameters(accept: string): string {
  return accept.replaceAll(/;\s*(?!q\s*=)[^\s;,="]+\s*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?/gi, '');
}

/** True when a request names the media type, and likes none of the others better (RFC 9110 §12.5.1). */
export function asksFor({ headers: { accept } }: Pick<Request, 'headers'>, type: string, others: readonly string[]) {
  if (accept === undefined || !accept.toLowerCase().includes(type)) return false;
  return new Negotiator({ headers: { accept: withoutParameters(accept) } }).mediaType([...others, type]) === type;
}

/** Content codings of this server (RFC 9110 §8.4.1). */
export type Coding = 'br' | 'gzip';

/** The coding that an `Accept-Encoding` field likes best; Brotli where it likes both alike. `undefined`: none. */
export function acceptedCoding(field: string): Coding | undefined {
  return codingsOf(field).best;
}

/** Memory for recent `Accept-Encoding` fields, in bytes. */
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
