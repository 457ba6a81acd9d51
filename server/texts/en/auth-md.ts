import { PATHS } from '../../../shared/public-paths.ts';
import type { AuthMdFacts } from '../catalogue.ts';

/** `/auth.md` in English. */
export function authMd(facts: AuthMdFacts): string {
  const { siteUrl, anonymous, identified } = facts;
  return `# auth.md: authentication of ${facts.host}
${facts.notice}
Reading needs no credentials: ${anonymous.limit} requests per minute and IP address. A program that needs more registers itself, without
human approval, and has ${identified.limit} requests per minute over the same data. There are no users, passwords, login or OpenID Connect;
a token grants no permission inside the content management system.

## Discover

- Authorization server (RFC 8414): ${siteUrl}${PATHS.authorizationServer}
- Protected resource, the site (RFC 9728): ${facts.metadata.site}
- Protected resource, the content API: ${facts.metadata.api}

Libraries that look for OpenID Connect by default must use the OAuth document (\`algorithm: 'oauth2'\` in openid-client
and oauth4webapi).

## Pick a method

| Type of identity | Registration | Quota |
| --- | --- | --- |
| anonymous (\`anonymous\`) | none | \`${anonymous.name}\`: ${anonymous.limit} in ${anonymous.windowSeconds} s by IP |
| anonymous with automatic registration (\`anonymous\`) | \`POST ${PATHS.oauth.register}\` | \`${identified.name}\`: ${identified.limit} in ${identified.windowSeconds} s by \`client_id\` |

## Register

\`\`\`sh
curl -X POST ${siteUrl}${PATHS.oauth.register} \\
  -H 'Content-Type: application/json' \\
  -d '{"client_name":"My agent","contacts":["me@example.com"]}'
\`\`\`

\`\`\`json
{"client_id":"cli_…","client_secret":"cqs_…","client_id_issued_at":1795219200,"client_secret_expires_at":0,
 "client_name":"My agent","contacts":["me@example.com"],
 "grant_types":["client_credentials"],"response_types":[],"token_endpoint_auth_method":"client_secret_basic",
 "scope":"content:read quota:read"}
\`\`\`

No member is required: \`{}\` is enough. The secret is shown once. ${facts.registrationsPerHour} registrations per hour and IP address are admitted.
A client that asks for no token for ${facts.recycleAfterDays} days is recycled and has to register again.

## Claim

<a id="reclamar"></a>There is nothing to claim: a registration is anonymous and belongs to whoever holds the
\`client_secret\`. Whoever loses the secret registers again.

## Use the credential

\`\`\`sh
curl -X POST ${siteUrl}${PATHS.oauth.token} -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials
curl '${facts.search}' -H "Authorization: Bearer $ACCESS_TOKEN"
\`\`\`

- The token lasts ${facts.tokenLifetime} seconds: use it for the whole hour. ${facts.tokensPerMinute} token requests per minute are admitted.
- \`client_secret_post\` is possible, too: \`client_id\` and \`client_secret\` in the form.
- The token goes into the header \`Authorization\` alone, never into the address.
- Without \`scope\` in the request the token has both scopes; asking for less is of no use. \`content:read\`: read with the
  larger quota. \`quota:read\`: query your own quota at ${facts.quota}.
- \`resource\` (RFC 8707) limits the token to one of: ${facts.resources}.
- ${siteUrl}${PATHS.identity} says who you are and how much quota you have left, without spending it.

## MCP clients

${siteUrl}${PATHS.mcp} answers without credentials. Where a client asks for the authentication, choose “none”. There is no
login window: a client that can do nothing else (\`authorization_code\`) cannot register here. It gets the larger quota
with a token in the header \`Authorization\`.

Codex tries to log in when it adds the server and ends with \`Invalid scope: code\`; the server is added all the same.
Without that error, with a token:

\`\`\`sh
codex mcp add ${facts.serviceName} --url ${siteUrl}${PATHS.mcp} --bearer-token-env-var ACCESS_TOKEN
\`\`\`

Without a token, in \`~/.codex/config.toml\`:

\`\`\`toml
[mcp_servers.${facts.serviceName}]
url = "${siteUrl}${PATHS.mcp}"
\`\`\`

## Errors

| Status | \`error\` or \`code\` | What to do |
| --- | --- | --- |
| 400 | \`invalid_request\`, \`invalid_scope\`, \`invalid_target\`, \`unsupported_grant_type\`, \`invalid_client_metadata\` | correct the request as \`error_description\` says |
| 401 | \`invalid_client\` | check the secret; if the client was recycled, register again |
| 401 | \`rest_invalid_token\` | get another token, or send no \`Authorization\` |
| 401 | \`rest_not_logged_in\` | the operation needs a token |
| 403 | \`rest_forbidden\` | get a token with the scopes of \`data.required_scope\` |
| 429 | \`rest_too_many_requests\`, \`temporarily_unavailable\` | wait for as many seconds as \`Retry-After\` says |
| 503 | \`temporarily_unavailable\` | there is no room for more registrations: try again after \`Retry-After\`; reading needs none |

A credential that is not valid is never taken for an anonymous request.

## Revocation

\`\`\`sh
curl -X POST ${siteUrl}${PATHS.oauth.revoke} -u "$CLIENT_ID:$CLIENT_SECRET" -d token="$ACCESS_TOKEN"
curl -X POST ${siteUrl}${PATHS.oauth.introspect} -u "$CLIENT_ID:$CLIENT_SECRET" -d token="$ACCESS_TOKEN"
\`\`\`

Revocation (RFC 7009) is immediate. Introspection (RFC 7662) says whether a token of your own is still active.

## Versions

<a id="versiones"></a>The current version is \`v1\`. Compatible changes come without notice. A version that is being withdrawn
goes on working for at least 90 days after the announcement, and answers with \`Deprecation\`, \`Sunset\` and \`Link\` with
\`rel="deprecation"\`.
`;
}
