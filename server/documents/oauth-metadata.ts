import { SCOPES } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { protectedResources, type ProtectedResources } from '../access/protected-resources.ts';
import type { Content } from '../operations/content.ts';
import { documentLanguage, textsOf } from '../texts/texts.ts';

const CLIENT_AUTHENTICATION = ['client_secret_basic', 'client_secret_post', 'none'];

/** Authorization server metadata (RFC 8414, RFC 9207, draft-ietf-oauth-client-id-metadata-document). */
export function authorizationServer(siteUrl: string, content: Content | undefined) {
  const at = (path: string) => `${siteUrl}${path}`;
  return {
    issuer: siteUrl,
    token_endpoint: at(PATHS.oauth.token),
    registration_endpoint: at(PATHS.oauth.register),
    revocation_endpoint: at(PATHS.oauth.revoke),
    introspection_endpoint: at(PATHS.oauth.introspect),
    authorization_endpoint: at(PATHS.oauth.authorize),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    scopes_supported: SCOPES,
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    introspection_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    service_documentation: at(PATHS.authMd),
    ui_locales_supported: [documentLanguage(content?.index.site.language)],
    protected_resources: Object.values(protectedResources(siteUrl)).map(({ resource }) => resource),
    agent_auth: agentAuth(siteUrl),
  };
}

// The `agent_auth` object (workos/auth.md, registration and client credentials).
function agentAuth(siteUrl: string) {
  return {
    skill: `${siteUrl}${PATHS.authMd}`,
    register_uri: `${siteUrl}${PATHS.oauth.register}`,
    claim_uri: `${siteUrl}${PATHS.authMd}#reclamar`,
    revocation_uri: `${siteUrl}${PATHS.oauth.revoke}`,
    identity_types_supported: ['anonymous'],
    anonymous: { credential_types_supported: ['access_token'], registration_required: false, claim_required: false },
  };
}

/** Protected resource metadata (RFC 9728). */
export function protectedResource(siteUrl: string, id: keyof ProtectedResources, content: Content | undefined) {
  return {
    resource: protectedResources(siteUrl)[id].resource,
    resource_name: textsOf(content?.index.site).resources[id],
    authorization_servers: [siteUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: `${siteUrl}${PATHS.agentsMd}`,
  };
}
