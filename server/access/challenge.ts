import { AppError } from '../../shared/errors.ts';
import { ALL_SCOPES } from '../../shared/operations.ts';

/**
 * Returns the `WWW-Authenticate` header for a rejected or missing token (RFC 6750 §3, RFC 9728 §5.1). Other errors have
 * none: clients treat the header as a challenge with any status. Values are ASCII without `"` and `\`.
 */
export function challengeHeaders(error: unknown, metadataUrl: string): Readonly<Record<string, string>> {
  if (!(error instanceof AppError)) return {};
  const parameters: string[] = ['realm="agentes"'];
  if (error.code === 'invalid_token') {
    parameters.push('error="invalid_token"', 'error_description="The access token is not valid or has expired"');
  } else if (error.code === 'insufficient_scope') {
    parameters.push('error="insufficient_scope"');
  } else if (error.code !== 'not_logged_in') {
    return {};
  }
  parameters.push(`resource_metadata="${metadataUrl}"`, `scope="${ALL_SCOPES}"`);
  return { 'WWW-Authenticate': `Bearer ${parameters.join(', ')}` };
}
