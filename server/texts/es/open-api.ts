import { PATHS } from '../../../shared/public-paths.ts';
import type { OPEN_API_EN } from '../en/open-api.ts';
import { SCHEMAS_ES } from './open-api-schemas.ts';

/** The words of the contract, in Spanish. */
export const OPEN_API_ES: typeof OPEN_API_EN = {
  summary: 'Consulta de solo lectura de las páginas publicadas de este sitio',
  description: (siteUrl) =>
    'Busca y lee las páginas publicadas de este sitio, y da los datos de la empresa. Nada se puede cambiar, contratar ni ' +
    'comprar. Leer no requiere credenciales: 60 peticiones por minuto y dirección IP; con un token, 600 por cliente, sobre ' +
    'los mismos datos. Uso típico: `search_pages`, y después `read_page` con una `url` de los resultados.\n\nLas mismas ' +
    `operaciones son herramientas MCP en \`POST ${siteUrl}${PATHS.mcp}\`. Los clientes deben ignorar los campos que no ` +
    'conozcan: v1 solo crece.',
  documentation: 'Instrucciones para agentes',
  server: 'Este sitio',
  tags: {
    contenido: 'Contenido publicado. No hacen falta credenciales.',
    cuenta: 'El cliente que llama',
    oauth: 'Registro y tokens, para una cuota mayor',
    mcp: 'Protocolo MCP',
  },
  operations: {
    index: {
      summary: 'Las operaciones',
      description: 'Lista las operaciones con sus parámetros. No gasta cuota.',
      answer: 'Las operaciones',
      notModified: 'Sin cambios',
    },
    identity: {
      summary: 'Quién es el cliente que llama',
      description: 'Da el cliente, los ámbitos y la cuota del token que se envía. No gasta cuota.',
      answer: 'El cliente',
    },
    register: {
      summary: 'Registrar un cliente (RFC 7591)',
      description:
        'Automático, sin aprobación. Ningún campo es obligatorio. El secreto se muestra una sola vez. Lo que este ' +
        'servidor no puede dar se sustituye, y la respuesta dice por qué valor: la concesión es siempre client_credentials.',
      example: { client_name: 'Mi agente', contacts: ['yo@example.com'] },
      answer: 'El cliente',
    },
    token: {
      summary: 'Pedir un token (RFC 6749 §4.4)',
      description: (seconds) =>
        `Canjea las credenciales del cliente por un token de tipo Bearer que dura ${seconds} segundos.`,
      answer: 'El token',
    },
    revoke: {
      summary: 'Revocar un token (RFC 7009)',
      description:
        'Anula de inmediato un token del cliente que llama. Los de otros se quedan como están, con la misma respuesta.',
      answer: 'Hecho, o no había nada que hacer',
    },
    introspect: {
      summary: 'Consultar un token (RFC 7662)',
      description: 'Dice si un token del cliente que llama sigue activo. Los de otros parecen inactivos.',
      answer: 'El token',
    },
    mcp: {
      summary: 'Las mismas operaciones como herramientas MCP',
      knowledge: 'Search y fetch como herramientas MCP, como las llama ChatGPT',
      description: 'Protocolo MCP, Streamable HTTP sin sesiones: entra un mensaje JSON-RPC, sale otro.',
      answers: {
        '200': 'La respuesta a una petición. Llamar a una herramienta gasta cuota, y dice la que queda',
        '202': 'Se ha recibido una notificación',
        '400': 'No es un mensaje como los define MCP',
        '401': 'El token no es válido, o la herramienta necesita uno',
        '403': 'Al token le falta un ámbito, o este Origin no puede llamar',
        '404': 'No existe ese método',
        '405': 'Aquí solo se admiten POST y OPTIONS',
        '413': 'El mensaje es demasiado largo',
        '415': 'El tipo de contenido no es application/json',
        '421': 'Aquí no se sirve ese Host',
        '429': 'Cuota agotada',
        '500': 'Error interno',
      },
    },
  },
  markdown: 'El propio Markdown',
  headers: {
    'API-Version': 'Versión mayor de la API que ha respondido',
    Deprecation: 'Desde cuándo está v1 en desuso, una vez que lo está (RFC 9745)',
    Sunset: 'Cuándo deja de funcionar v1, una vez en desuso (RFC 8594)',
    Link:
      'Direcciones con `rel` (RFC 8288): `deprecation` una vez que v1 está en desuso; de una página como Markdown, ' +
      '`canonical`, y `next` si está cortada',
    RateLimit:
      'Campo estructurado: nombre de la política, `r` = peticiones que quedan, `t` = segundos hasta que la cuenta vuelve a empezar',
    'RateLimit-Policy': 'Campo estructurado: nombre de la política, `q` = cuota por ventana, `w` = ventana en segundos',
    'RateLimit-Limit': 'Peticiones admitidas en la ventana',
    'RateLimit-Remaining': 'Peticiones que quedan en la ventana actual',
    'RateLimit-Reset': 'Segundos hasta que la cuenta vuelve a empezar',
    'Retry-After': 'Segundos de espera antes de volver a intentarlo',
    'WWW-Authenticate':
      'El desafío: `Bearer` con `resource_metadata` (RFC 9728) y `scope`; `Basic` en las direcciones de OAuth (RFC 6749 §5.2)',
    ETag: 'Validador fuerte; devuélvelo en `If-None-Match`',
    'Last-Modified': 'Cuándo cambió por última vez lo que dice la respuesta',
    Allow: 'Los métodos que se admiten aquí',
    'X-Request-Id': 'Identificador de la petición, el mismo que en el registro del servicio',
  },
  responses: {
    NotModified: 'La representación que nombra `If-None-Match` sigue vigente',
    BadRequest: 'Falta un parámetro obligatorio o alguno no es válido; `data.hint` dice cuál',
    Unauthorized: 'Se envió un token que no es válido o ha caducado, o falta donde hace falta',
    Forbidden: 'Al token le falta el ámbito; `data.required_scope` nombra los que hay que pedir',
    NotFound: 'No existe la operación o la página',
    MethodNotAllowed: 'Aquí solo se admiten GET, HEAD y OPTIONS',
    NotAcceptable: '`Accept` excluye todos los tipos que hay',
    UriTooLong: 'La dirección es demasiado larga',
    TooManyRequests: 'Cuota agotada',
    InternalError: 'Error interno, o el índice aún no está hecho (`service_not_ready`, con `Retry-After`)',
    OAuthError: 'La petición no se puede atender (RFC 6749 §5.2)',
    OAuthUnauthorized: 'El cliente no se ha podido autenticar (`invalid_client`)',
    OAuthMethodNotAllowed: 'Aquí solo se admiten POST y OPTIONS',
    OAuthTooManyRequests: 'Demasiadas peticiones a esta dirección',
    OAuthNoRoom: 'No caben más clientes',
    OAuthInternalError: 'Error interno, o no se llega al almacén de clientes',
  },
  security: {
    oauth2: (register, authMd) =>
      `Opcional: amplía la cuota. Antes hay que registrarse en ${register}; más en ${authMd}`,
    scopes: {
      'content:read': 'Leer el contenido con la cuota ampliada',
      'quota:read': 'Consultar la cuota propia',
    },
    bearer: 'El mismo token, para herramientas que no lo piden ellas mismas',
    client: '`client_id` y `client_secret`',
  },
  schemas: SCHEMAS_ES,
};
