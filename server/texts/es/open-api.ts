import { PATHS } from '../../../shared/public-paths.ts';
import type { OPEN_API_EN } from '../en/open-api.ts';
import { SCHEMAS_ES } from './open-api-schemas.ts';

export const OPEN_API_ES: typeof OPEN_API_EN = {
  summary: 'API de solo lectura con las páginas publicadas de este sitio',
  description: (siteUrl) =>
    'API de solo lectura con las páginas publicadas de este sitio y los datos de la empresa. No permite cambiar, reservar, ' +
    'contratar ni pagar nada. Para leer no necesitas credenciales: el límite es de 60 peticiones por minuto y dirección IP. Con ' +
    'un token de acceso sube a 600 por cliente, sobre los mismos datos. Flujo habitual: busca con `search_pages` y lee una ' +
    '`url` de los resultados con `read_page`.\n\nLas mismas operaciones están disponibles como herramientas MCP en ' +
    `\`POST ${siteUrl}${PATHS.mcp}\`. Ignora los campos que no conozcas: v1 puede añadir otros.`,
  documentation: 'Instrucciones para agentes',
  server: 'Este sitio',
  tags: {
    contenido: 'Contenido publicado. No necesitas credenciales.',
    cuenta: 'Tu cliente',
    oauth: 'Registro y tokens de acceso, para ampliar el límite de peticiones',
    mcp: 'Protocolo MCP',
  },
  operations: {
    index: {
      summary: 'Lista las operaciones',
      description: 'Enumera las operaciones y sus parámetros. No gasta peticiones.',
      answer: 'Operaciones',
      notModified: 'Sin cambios',
    },
    identity: {
      summary: 'Identifica al cliente del token',
      description:
        'Devuelve el cliente, los ámbitos y las peticiones disponibles del token enviado. No gasta peticiones.',
      answer: 'Cliente',
    },
    register: {
      summary: 'Registra un cliente (RFC 7591)',
      description:
        'El registro es automático y ningún campo es obligatorio. El secreto se muestra una sola vez. El servidor sustituye los ' +
        'valores que no admite y devuelve los que aplica. Con `redirect_uris`, una persona puede confirmar la conexión.',
      example: { client_name: 'Mi agente', contacts: ['yo@example.com'] },
      answer: 'Cliente registrado',
    },
    authorize: {
      summary: 'Muestra la página para conectar un cliente (RFC 6749 §4.1.1)',
      description:
        'La página tiene un botón y no hay cuentas: el botón no identifica a nadie y da al cliente un código para su límite ' +
        'de peticiones. Se exige PKCE con S256.',
      answer: 'Página HTML',
      fault:
        'La petición no es válida: `error`, `state` e `iss` en la dirección de vuelta (RFC 6749 §4.1.2.1, RFC 9207)',
    },
    token: {
      summary: 'Emite un token de acceso (RFC 6749 §4.4, §4.1.3, §6)',
      description: (seconds) =>
        `Canjea las credenciales del cliente, un código de autorización o un token de renovación por un token de tipo Bearer, válido durante ${seconds} segundos.`,
      answer: 'Token de acceso',
    },
    revoke: {
      summary: 'Revoca un token (RFC 7009)',
      description:
        'Anula de inmediato un token del cliente autenticado. Si el token es de otro cliente, no cambia nada y la respuesta es la misma.',
      answer: 'Token revocado, o inexistente',
    },
    introspect: {
      summary: 'Consulta el estado de un token (RFC 7662)',
      description:
        'Indica si un token del cliente autenticado está activo. Los de otros clientes figuran como inactivos.',
      answer: 'Estado del token',
    },
    mcp: {
      summary: 'Las operaciones como herramientas MCP',
      knowledge: 'Herramientas MCP search y fetch, para ChatGPT',
      description: 'Model Context Protocol con Streamable HTTP sin sesiones: cada petición lleva un mensaje JSON-RPC.',
      answers: {
        '200': 'Respuesta JSON-RPC. Las llamadas a herramientas gastan una petición y llevan las cabeceras del límite',
        '202': 'Notificación recibida',
        '400': 'El mensaje no cumple el protocolo MCP',
        '401': 'El token no es válido o la herramienta requiere uno',
        '403': 'Al token le falta un ámbito o el Origin no está permitido',
        '404': 'El método no existe',
        '405': 'Solo se admiten POST y OPTIONS',
        '413': 'El mensaje es demasiado largo',
        '415': 'El tipo de contenido no es application/json',
        '421': 'El servidor no atiende ese Host',
        '429': 'Límite de peticiones agotado',
        '500': 'Error interno',
      },
    },
  },
  webhook: {
    summary: 'Recibe los cambios de las páginas',
    description:
      'Envía en orden los cambios de `get_changes`, cada mensaje hasta que se acepta. Verifica la firma (Standard Webhooks).',
    answers: {
      '2XX': 'Mensaje aceptado; sigue el próximo',
      '410': 'El receptor no quiere más mensajes',
    },
  },
  markdown: 'Texto de la página en Markdown',
  headers: {
    'API-Version': 'Versión mayor de la API que ha respondido',
    Deprecation: 'Fecha desde la que v1 está en desuso, si lo está (RFC 9745)',
    Sunset: 'Fecha en la que v1 deja de funcionar, si está en desuso (RFC 8594)',
    Link:
      'Enlaces con `rel` (RFC 8288): `deprecation` si v1 está en desuso; en una página en Markdown, `canonical`, y `next` si ' +
      'falta el resto del texto',
    RateLimit:
      'Campo estructurado: nombre de la política, `r` = peticiones disponibles, `t` = segundos hasta que se reinicia el contador',
    'RateLimit-Policy':
      'Campo estructurado: nombre de la política, `q` = peticiones por ventana, `w` = duración de la ventana en segundos',
    'RateLimit-Limit': 'Peticiones admitidas en la ventana',
    'RateLimit-Remaining': 'Peticiones disponibles en la ventana actual',
    'RateLimit-Reset': 'Segundos hasta que se reinicia el contador',
    'Retry-After': 'Segundos que debes esperar antes de reintentar',
    'WWW-Authenticate':
      'Desafío: `Bearer` con `resource_metadata` (RFC 9728) y `scope`; `Basic` en los puntos de acceso de OAuth (RFC 6749 §5.2)',
    ETag: 'Validador fuerte; envíalo en `If-None-Match`',
    'Last-Modified': 'Fecha de la última modificación del contenido',
    Allow: 'Métodos admitidos',
    'X-Request-Id': 'Identificador de la petición, el mismo que en el registro del servicio',
  },
  responses: {
    NotModified: 'Sin cambios desde la representación indicada en `If-None-Match`',
    BadRequest: 'Falta un parámetro obligatorio o alguno no es válido; `data.hint` indica cuál',
    Unauthorized: 'El token no es válido o ha caducado, o la operación requiere uno',
    Forbidden: 'Al token le falta un ámbito; `data.required_scope` indica los que debes pedir',
    NotFound: 'La operación o la página no existe',
    MethodNotAllowed: 'Solo se admiten GET, HEAD y OPTIONS',
    NotAcceptable: '`Accept` excluye todos los formatos disponibles',
    Gone: 'El cursor ya no sirve: omite `since` y empieza de nuevo',
    UriTooLong: 'La URL es demasiado larga',
    TooManyRequests: 'Límite de peticiones agotado',
    InternalError: 'Error interno o índice sin construir (`service_not_ready`, con `Retry-After`)',
    OAuthError: 'La petición no es válida (RFC 6749 §5.2)',
    OAuthUnauthorized: 'La autenticación del cliente ha fallado (`invalid_client`)',
    OAuthMethodNotAllowed: 'Solo se admiten POST y OPTIONS',
    OAuthTooManyRequests: 'Límite de este punto de acceso agotado',
    OAuthNoRoom: 'No se admiten más clientes por ahora',
    OAuthInternalError: 'Error interno o almacén de clientes inaccesible',
  },
  security: {
    oauth2: (register, authMd) =>
      `Opcional: amplía el límite de peticiones. Regístrate antes en ${register}; consulta ${authMd}`,
    scopes: {
      'content:read': 'Leer el contenido con el límite ampliado',
      'quota:read': 'Consultar el límite de tu cliente',
    },
    bearer: 'El mismo token, para herramientas que no lo obtienen por sí mismas',
    client: '`client_id` y `client_secret`',
  },
  schemas: SCHEMAS_ES,
};
