import { SCOPES } from '../../shared/operations.ts';
import { protectedResources, type ProtectedResource } from '../access/protected-resources.ts';
import { OAUTH_PATHS } from '../oauth/routes.ts';
import { AUTH_MD_PATH } from './auth-md.ts';

export const AUTHORIZATION_SERVER_PATH = '/.well-known/oauth-authorization-server';

const CLIENT_AUTHENTICATION = ['client_secret_basic', 'client_secret_post'];

/**
 * Authorization server metadata (RFC 8414). `authorization_endpoint` and an empty `response_types_supported` are there
 * because the official MCP clients refuse metadata without them; there is no grant that uses them.
 */
export function authorizationServer(siteUrl: string) {
  const at = (path: string) => `${siteUrl}${path}`;
  return {
    issuer: siteUrl,
    token_endpoint: at(OAUTH_PATHS.token),
    registration_endpoint: at(OAUTH_PATHS.register),
    revocation_endpoint: at(OAUTH_PATHS.revoke),
    introspection_endpoint: at(OAUTH_PATHS.introspect),
    authorization_endpoint: at(OAUTH_PATHS.authorize),
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    scopes_supported: SCOPES,
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    introspection_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    service_documentation: at(AUTH_MD_PATH),
    ui_locales_supported: ['es'],
    protected_resources: Object.values(protectedResources(siteUrl)).map(({ resource }) => resource),
    agent_auth: agentAuth(siteUrl),
  };
}

/** How an agent gets credentials (workos/auth.md, the dialect of registration and client credentials). */
function agentAuth(siteUrl: string) {
  return {
    skill: `${siteUrl}${AUTH_MD_PATH}`,
    register_uri: `${siteUrl}${OAUTH_PATHS.register}`,
    claim_uri: `${siteUrl}${AUTH_MD_PATH}#reclamar`,
    revocation_uri: `${siteUrl}${OAUTH_PATHS.revoke}`,
    identity_types_supported: ['anonymous'],
    anonymous: { credential_types_supported: ['access_token'], registration_required: false, claim_required: false },
  };
}

/** Protected resource metadata (RFC 9728). */
export function protectedResource(siteUrl: string, { resource, name }: ProtectedResource) {
  return {
    resource,
    resource_name: name,
    authorization_servers: [siteUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: `${siteUrl}${AUTH_MD_PATH}`,
  };
}
