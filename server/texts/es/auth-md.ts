import { PATHS } from '../../../shared/public-paths.ts';
import type { AuthMdFacts } from '../catalogue.ts';

/** `/auth.md` in Spanish. Its headings contain the English words that programs search for. */
export function authMd(facts: AuthMdFacts): string {
  const { siteUrl, anonymous, identified } = facts;
  return `# auth.md: autenticación de ${facts.host}
${facts.notice}
Para leer no necesitas credenciales. Regístrate solo para ampliar el límite de peticiones: es automático y gratuito, y accedes a
los mismos datos. No hay cuentas de usuario ni OpenID Connect. Un token no da permisos en el gestor de contenidos.

## Descubrimiento (Discover)

- Servidor de autorización (RFC 8414): ${siteUrl}${PATHS.authorizationServer}
- Recursos protegidos (RFC 9728): ${facts.metadata.site} y \`${facts.metadata.api}\`

En openid-client y oauth4webapi, indica \`algorithm: 'oauth2'\`.

## Elegir un método (Pick a method)

- Anónimo, sin registro: \`${anonymous.name}\`, ${anonymous.limit} peticiones cada ${anonymous.windowSeconds} s por dirección IP.
- Anónimo, con registro automático: \`${identified.name}\`, ${identified.limit} peticiones cada ${identified.windowSeconds} s por \`client_id\`.

## Registro (Register)

\`\`\`sh
curl ${siteUrl}${PATHS.oauth.register} -H 'Content-Type: application/json' -d '{"client_name":"Mi agente"}'
\`\`\`

La respuesta incluye:

\`\`\`json
{"client_id":"cli_…","client_secret":"cqs_…","scope":"content:read quota:read"}
\`\`\`

Guarda el secreto: no se vuelve a mostrar. Puedes registrar ${facts.registrationsPerHour} clientes por hora y dirección IP. Si un cliente pasa
${facts.recycleAfterDays} días sin pedir un token, se elimina.

## Reclamar (Claim)

<a id="reclamar"></a>No hay nada que reclamar: el registro pertenece a quien tiene el \`client_secret\`. Si lo pierdes, regístrate
otra vez.

## Usar la credencial (Use the credential)

\`\`\`sh
curl ${siteUrl}${PATHS.oauth.token} -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials
curl '${facts.search}' -H "Authorization: Bearer $ACCESS_TOKEN"
\`\`\`

- El token de acceso dura ${facts.tokenLifetime} segundos: reutilízalo. Puedes pedir ${facts.tokensPerMinute} por minuto.
- Envíalo en la cabecera \`Authorization\`, nunca en la URL.
- Si omites \`scope\`, recibes los dos ámbitos: \`content:read\` amplía el límite al leer; \`quota:read\` permite llamar a
  \`get_quota\`.
- \`${PATHS.identity}\` indica qué cliente eres y cuántas peticiones te quedan, sin gastar ninguna.

## Clientes MCP (MCP clients)

${siteUrl}${PATHS.mcp} funciona sin credenciales: si el cliente pregunta por la autenticación, elige «ninguna». Si
inicia OAuth (\`authorization_code\` con PKCE S256), se abre una página con un solo botón, sin cuentas. Para ello, regístrate
con \`redirect_uris\` o usa como \`client_id\` la URL de un documento de metadatos.

## Errores (Errors)

- 401 \`invalid_client\`: revisa el secreto; si el cliente se eliminó, regístrate otra vez.
- 401 \`rest_invalid_token\`: pide otro token u omite \`Authorization\`; la petición nunca se trata como anónima.
- 403: pide un token con los ámbitos de \`data.required_scope\`.
- 429 o 503: espera los segundos de \`Retry-After\`.

## Revocación (Revocation)

\`\`\`sh
curl ${siteUrl}${PATHS.oauth.revoke} -u "$CLIENT_ID:$CLIENT_SECRET" -d token="$ACCESS_TOKEN"
\`\`\`

El efecto es inmediato (RFC 7009). \`${PATHS.oauth.introspect}\` recibe lo mismo e indica si el token está activo (RFC 7662).

## Versiones

<a id="versiones"></a>La versión actual es \`v1\`. Los cambios compatibles llegan sin aviso. Si se retira, funcionará al menos 90 días
más, con las cabeceras \`Deprecation\`, \`Sunset\` y \`Link\`.
`;
}
