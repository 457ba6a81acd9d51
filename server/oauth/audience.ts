import type { ProtectedResources } from '../access/protected-resources.ts';
import { OAuthError } from './errors.ts';
import type { Form } from './form.ts';

/** Returns the resources of a token (RFC 8707): the requested resources, or the whole site by default. */
export function grantedAudience(form: Form, resources: ProtectedResources): readonly string[] {
  const known = Object.values(resources).map(({ resource }) => resource);
  const requested = form.all('resource').map((text) => text.replace(/(?<!\/)\/+$/, ''));
  if (!requested.every((resource) => known.includes(resource))) {
    throw new OAuthError('invalid_target', 'The resource does not belong to this server');
  }
  return requested.length === 0 ? [resources.site.resource] : known.filter((resource) => requested.includes(resource));
}
