// negotiator's only door.
import Negotiator from 'negotiator';
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
