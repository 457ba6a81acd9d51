import { bodyText } from '../http/body.ts';
import { decodePairs } from '../http/form-encoding.ts';
import { mediaTypeOf, type Request } from '../http/message.ts';
import type { ProtectedResources } from '../access/protected-resources.ts';
import { OAuthError } from './errors.ts';

const MAX_FORM = 16 * 1024;

// Rejected in the query string, which logs and browser histories retain (RFC 6749 §2.3.1).
const NEVER_IN_QUERY = new Set([
  'grant_type',
  'client_id',
  'client_secret',
  'token',
  'access_token',
  'refresh_token',
  'code_verifier',
  'code',
]);

/** Parameters of a request to an OAuth endpoint; an empty parameter counts as omitted (RFC 6749 §3.2). */
export type Form = {
  readonly get: (name: string) => string | undefined;
  readonly all: (name: string) => readonly string[];
};

/** Reads the form-encoded body of a request. Only `resource` may be repeated (RFC 8707 §2). */
export async function readForm(request: Request): Promise<Form> {
  if (decodePairs(request.query).some(([name]) => NEVER_IN_QUERY.has(name))) {
    throw new OAuthError('invalid_request', 'Send parameters in the body, never in the URL');
  }
  if (mediaTypeOf(request) !== 'application/x-www-form-urlencoded') {
    throw new OAuthError('invalid_request', 'The content type must be application/x-www-form-urlencoded');
  }
  return parametersOf(bodyText(await request.body(MAX_FORM)));
}

/** Parses form-encoded parameters of a body, or of the query string of an authorization request. */
export function parametersOf(text: string): Form {
  const values = new Map<string, string[]>();
  for (const [name, value] of decodePairs(text)) {
    const known = values.get(name);
    if (!known) values.set(name, [value]);
    else if (name === 'resource') known.push(value);
    else throw new OAuthError('invalid_request', 'A parameter is given more than once');
  }
  const all = (name: string) => (values.get(name) ?? []).filter((value) => value !== '');
  return { get: (name) => all(name)[0], all };
}

/** Returns the resources of a token (RFC 8707): the requested resources, or the whole site by default. */
export function grantedAudience(form: Form, resources: ProtectedResources): readonly string[] {
  const known = Object.values(resources).map(({ resource }) => resource);
  const requested = form.all('resource').map((text) => text.replace(/(?<!\/)\/+$/, ''));
  if (!requested.every((resource) => known.includes(resource))) {
    throw new OAuthError('invalid_target', 'The resource does not belong to this server');
  }
  return requested.length === 0 ? [resources.site.resource] : known.filter((resource) => requested.includes(resource));
}
