import { PATHS } from '../../../shared/public-paths.ts';
import type { AuthMdFacts } from '../catalogue.ts';

export function authMd(facts: AuthMdFacts): string {
  const { siteUrl, anonymous, identified } = facts;
  return `# auth.md: authentication of ${facts.host}
${facts.notice}
You need no credentials to read. Register only to raise the rate limit: registration is automatic and free, and gives access to
the same data. There are no user accounts and no OpenID Connect. A token grants no permissions in the
content management system.

## Discover

- Authorization server (RFC 8414): ${siteUrl}${PATHS.authorizationServer}
- Protected resources (RFC 9728): ${facts.metadata.site} and \`${facts.metadata.api}\`

In openid-client and oauth4webapi, set \`algorithm: 'oauth2'\`.

## Pick a method

- Anonymous, without registration: \`${anonymous.name}\`, ${anonymous.limit} requests per ${anonymous.windowSeconds} s and IP address.
- Anonymous, with automatic registration: \`${identified.name}\`, ${identified.limit} requests per ${identified.windowSeconds} s and \`client_id\`.

## Register

\`\`\`sh
curl ${siteUrl}${PATHS.oauth.register} -H 'Content-Type: application/json' -d '{"client_name":"My agent"}'
\`\`\`

The response includes:

\`\`\`json
{"client_id":"cli_…","client_secret":"cqs_…","scope":"content:read quota:read"}
\`\`\`

Store the secret: it is not shown again. You can register ${facts.registrationsPerHour} clients per hour and IP address. A client that requests no token for
${facts.recycleAfterDays} days is deleted.

## Claim

<a id="reclamar"></a>There is nothing to claim: a registration belongs to the holder of the \`client_secret\`. If you lose it, register
again.

## Use the credential

\`\`\`sh
curl ${siteUrl}${PATHS.oauth.token} -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials
curl '${facts.search}' -H "Authorization: Bearer $ACCESS_TOKEN"
\`\`\`

- The access token lasts ${facts.tokenLifetime} seconds: reuse it. You can request ${facts.tokensPerMinute} per minute.
- Send it in the header \`Authorization\`, never in the URL.
- If you omit \`scope\`, you get both scopes: \`content:read\` raises the rate limit for reading; \`quota:read\` lets you call
  \`get_quota\`.
- \`${PATHS.identity}\` reports your client and its remaining requests, without using one.

## MCP clients

${siteUrl}${PATHS.mcp} works without credentials: if the client asks for authentication, choose “none”. If the client
starts OAuth (\`authorization_code\`, PKCE S256), a page with a button opens, without accounts: register with
\`redirect_uris\`, or use the address of a metadata document as \`client_id\`.

## Errors

- 401 \`invalid_client\`: check the secret; if the client was deleted, register again.
- 401 \`rest_invalid_token\`: get another token or omit \`Authorization\`; the request is never treated as anonymous.
- 403: get a token with the scopes in \`data.required_scope\`.
- 429 or 503: wait for the seconds in \`Retry-After\`.

## Revocation

\`\`\`sh
curl ${siteUrl}${PATHS.oauth.revoke} -u "$CLIENT_ID:$CLIENT_SECRET" -d token="$ACCESS_TOKEN"
\`\`\`

It takes effect at once (RFC 7009). \`${PATHS.oauth.introspect}\` takes the same parameters and reports whether the token is active (RFC 7662).

## Versions

<a id="versiones"></a>The current version is \`v1\`. Compatible changes arrive without notice. If it is withdrawn, it will work for at
least 90 more days, with the headers \`Deprecation\`, \`Sunset\` and \`Link\`.
`;
}
