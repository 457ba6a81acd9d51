import { PATHS } from '../../../shared/public-paths.ts';
import type { AuthMdFacts } from '../catalogue.ts';

/** `/auth.md` in Spanish. Programs look for the English words in its headings. */
export function authMd(facts: AuthMdFacts): string {
  const { siteUrl, anonymous, identified } = facts;
  return `# auth.md: autenticación de ${facts.host}
${facts.notice}
Leer no requiere credenciales: ${anonymous.limit} peticiones por minuto y dirección IP. Un programa que necesite más se registra solo, sin
aprobación humana, y dispone de ${identified.limit} peticiones por minuto sobre los mismos datos. No hay usuarios, contraseñas, inicio de
sesión ni OpenID Connect; un token no da ningún permiso en el gestor de contenidos.

## Descubrimiento (Discover)

- Servidor de autorización (RFC 8414): ${siteUrl}${PATHS.authorizationServer}
- Recurso protegido, el sitio (RFC 9728): ${facts.metadata.site}
- Recurso protegido, la API de contenido: ${facts.metadata.api}

Las bibliotecas que buscan OpenID Connect por defecto deben usar el documento de OAuth (\`algorithm: 'oauth2'\` en
openid-client y oauth4webapi).

## Elegir un método (Pick a method)

| Tipo de identidad | Registro | Cuota |
| --- | --- | --- |
| anónima (\`anonymous\`) | ninguno | \`${anonymous.name}\`: ${anonymous.limit} cada ${anonymous.windowSeconds} s por IP |
| anónima con registro automático (\`anonymous\`) | \`POST ${PATHS.oauth.register}\` | \`${identified.name}\`: ${identified.limit} cada ${identified.windowSeconds} s por \`client_id\` |

## Registro (Register)

\`\`\`sh
curl -X POST ${siteUrl}${PATHS.oauth.register} \\
  -H 'Content-Type: application/json' \\
  -d '{"client_name":"Mi agente","contacts":["yo@example.com"]}'
\`\`\`

\`\`\`json
{"client_id":"cli_…","client_secret":"cqs_…","client_id_issued_at":1795219200,"client_secret_expires_at":0,
 "client_name":"Mi agente","contacts":["yo@example.com"],
 "grant_types":["client_credentials"],"response_types":[],"token_endpoint_auth_method":"client_secret_basic",
 "scope":"content:read quota:read"}
\`\`\`

Ningún campo es obligatorio: \`{}\` basta. El secreto se muestra una sola vez. Se admiten ${facts.registrationsPerHour} registros por hora y dirección
IP. Un cliente que pasa ${facts.recycleAfterDays} días sin pedir un token se recicla y debe registrarse de nuevo.

## Reclamar (Claim)

<a id="reclamar"></a>No hay nada que reclamar: el registro es anónimo y pertenece a quien tiene el \`client_secret\`. Si se
pierde el secreto, regístrate otra vez.

## Usar la credencial (Use the credential)

\`\`\`sh
curl -X POST ${siteUrl}${PATHS.oauth.token} -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials
curl '${facts.search}' -H "Authorization: Bearer $ACCESS_TOKEN"
\`\`\`

- El token dura ${facts.tokenLifetime} segundos: úsalo toda la hora. Se admiten ${facts.tokensPerMinute} peticiones de token por minuto.
- También vale \`client_secret_post\`: \`client_id\` y \`client_secret\` en el formulario.
- El token va solo en la cabecera \`Authorization\`, nunca en la dirección.
- Sin \`scope\` en la petición, el token tiene los dos ámbitos; conviene no pedir menos. \`content:read\`: leer con la cuota
  ampliada. \`quota:read\`: consultar la cuota propia en ${facts.quota}.
- \`resource\` (RFC 8707) limita el token a uno de: ${facts.resources}.
- ${siteUrl}${PATHS.identity} dice quién eres y cuánta cuota te queda, sin gastarla.

## Clientes MCP (MCP clients)

${siteUrl}${PATHS.mcp} responde sin credenciales. Donde un cliente pregunte por la autenticación, elige «ninguna». No hay
ventana de inicio de sesión: un cliente que solo sabe abrirla (\`authorization_code\`) no puede registrarse aquí. La cuota
ampliada se le da con un token, en la cabecera \`Authorization\`.

Codex intenta abrir una sesión al añadir el servidor y termina en \`Invalid scope: code\`; el servidor queda añadido. Sin ese
error, con un token:

\`\`\`sh
codex mcp add ${facts.serviceName} --url ${siteUrl}${PATHS.mcp} --bearer-token-env-var ACCESS_TOKEN
\`\`\`

Sin token, en \`~/.codex/config.toml\`:

\`\`\`toml
[mcp_servers.${facts.serviceName}]
url = "${siteUrl}${PATHS.mcp}"
\`\`\`

## Errores (Errors)

| Estado | \`error\` o \`code\` | Qué hacer |
| --- | --- | --- |
| 400 | \`invalid_request\`, \`invalid_scope\`, \`invalid_target\`, \`unsupported_grant_type\`, \`invalid_client_metadata\` | corrige la petición según \`error_description\` |
| 401 | \`invalid_client\` | revisa el secreto; si el cliente se recicló, regístrate otra vez |
| 401 | \`rest_invalid_token\` | pide otro token, o no envíes \`Authorization\` |
| 401 | \`rest_not_logged_in\` | la operación requiere un token |
| 403 | \`rest_forbidden\` | pide un token con los ámbitos de \`data.required_scope\` |
| 429 | \`rest_too_many_requests\`, \`temporarily_unavailable\` | espera los segundos de \`Retry-After\` |
| 503 | \`temporarily_unavailable\` | no caben más registros: vuelve a intentarlo tras \`Retry-After\`; leer no requiere registro |

Una credencial que no es válida nunca se trata como anónima.

## Revocación (Revocation)

\`\`\`sh
curl -X POST ${siteUrl}${PATHS.oauth.revoke} -u "$CLIENT_ID:$CLIENT_SECRET" -d token="$ACCESS_TOKEN"
curl -X POST ${siteUrl}${PATHS.oauth.introspect} -u "$CLIENT_ID:$CLIENT_SECRET" -d token="$ACCESS_TOKEN"
\`\`\`

La revocación (RFC 7009) es inmediata. La introspección (RFC 7662) dice si un token propio sigue activo.

## Versiones

<a id="versiones"></a>La versión actual es \`v1\`. Los cambios compatibles llegan sin aviso. Una versión que se retira sigue
funcionando al menos 90 días desde el anuncio, y responde con \`Deprecation\`, \`Sunset\` y \`Link\` con
\`rel="deprecation"\`.
`;
}
