// negotiator's only door.
import Negotiator from 'negotiator';
import { AppError } from '../../shared/errors.ts';
import type { Request } from './message.ts';

/** Refuses a request that excludes JSON; everything else is answered with JSON. */
export function requireJson(request: Request): void {
  const accept = request.headers.accept;
  if (accept === undefined || accept.trim() === '') return;
  if (new Negotiator({ headers: { accept } }).mediaType(['application/json']) === undefined) {
    throw new AppError('not_acceptable', 'This service answers with JSON', {
      hint: 'Send "Accept: application/json", or no Accept header.',
    });
  }
}
