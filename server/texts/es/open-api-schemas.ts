import type { SCHEMAS_EN } from '../en/open-api-schemas.ts';

/** The same in Spanish. */
export const SCHEMAS_ES: typeof SCHEMAS_EN = {
  Error: {
    about: 'Un fallo de la API',
    members: { code: 'Identificador estable del error', message: 'Explicación legible', data: 'Estado y remedio' },
  },
  ErrorData: {
    about: 'Lo que un programa puede saber de un fallo',
    members: {
      status: 'El estado HTTP',
      hint: 'Qué hacer para arreglarlo',
      retry_after: 'Segundos de espera',
      required_scope: 'Ámbitos que hay que pedir, entre ellos el que le falta al token',
      params: 'Los parámetros que faltan, o un mensaje para cada uno que no es válido',
      details: 'Un detalle para cada parámetro que no es válido, por su nombre, como los da WordPress',
    },
  },
  ErrorDetail: {
    about: 'Qué falla en un parámetro',
    members: {
      code: 'Clase de fallo, como rest_not_in_enum',
      message: 'Explicación legible',
      data: 'Nada más',
    },
  },
  Index: {
    about: 'El servicio y sus operaciones',
    members: {
      name: 'Nombre del servicio',
      description: 'El servicio en una frase',
      version: 'Versión de la API',
      base_url: 'Dirección de la API',
      site_url: 'Dirección del sitio',
      documentation_url: 'Instrucciones para agentes',
      openapi_url: 'Este contrato',
      authentication_url: 'Cómo conseguir un token',
      mcp_url: 'La dirección de MCP',
      operations: 'Las operaciones',
    },
  },
  IndexOperation: {
    about: 'Una operación, como la lista el índice',
    members: {
      id: 'operationId, y el nombre de su herramienta MCP',
      method: 'Método HTTP',
      url: 'Dirección',
      title: 'Nombre corto para personas',
      summary: 'La operación en pocas palabras',
      description: 'Qué responde, y cómo usarla',
      tag: 'Grupo de operaciones',
      authentication: 'Si una llamada necesita un token',
      scope: 'Ámbito de un token para ella',
      parameters: 'Sus parámetros',
      example: 'Dirección de una llamada que tiene respuesta',
    },
  },
  IndexParameter: {
    about: 'Un parámetro, como lo lista el índice',
    members: { name: 'Nombre', required: 'Si una llamada debe llevarlo', schema: 'Su JSON Schema' },
  },
  Identity: {
    about: 'El cliente que llama',
    members: {
      client_id: 'Cliente identificado',
      client_name: 'El nombre con que se registró',
      scope: 'Ámbitos del token',
      token_expires_in: 'Segundos que le quedan al token',
      quota: 'Lo que ha gastado de su cuota',
    },
  },
  OAuthError: {
    about: 'Un fallo de una dirección de OAuth (RFC 6749 §5.2)',
    members: { error: 'Código del error', error_description: 'Explicación, en ASCII imprimible' },
  },
  ClientMetadata: {
    about: 'Un cliente que quiere registrarse (RFC 7591 §2)',
    members: {
      client_name: 'Nombre del cliente, para personas',
      contacts: 'Correos de quien responde de él',
      scope: 'Ámbitos que tendrá; los dos si no se indica',
      redirect_uris: 'Aquí no se redirige nada',
      grant_types: 'Se responde con client_credentials, se pida lo que se pida',
      token_endpoint_auth_method: 'A `none` se responde con `client_secret_basic`',
    },
  },
  ClientInformation: {
    about: 'Un cliente registrado (RFC 7591 §3.2.1)',
    members: {
      client_id: 'Nombre público del cliente',
      client_secret: 'No se puede volver a consultar',
      client_id_issued_at: 'Cuándo se registró, en segundos Unix',
      client_secret_expires_at: '0: nunca',
      client_name: 'Nombre del cliente, para personas',
      contacts: 'Correos de quien responde de él',
      redirect_uris: 'Como se enviaron',
      grant_types: 'Solo `client_credentials`',
      response_types: 'Ninguno: no hay una dirección de autorización que usar',
      token_endpoint_auth_method: 'Cómo se autentica al pedir un token',
      scope: 'Ámbitos que puede pedir',
    },
  },
  TokenRequest: {
    about: 'Una petición de un token (RFC 6749 §4.4.2)',
    members: {
      grant_type: 'La única concesión que hay',
      scope: 'Los dos ámbitos si no se indica',
      resource: 'RFC 8707: el único recurso para el que es el token',
      client_id: 'Para `client_secret_post`',
      client_secret: 'Para `client_secret_post`',
    },
  },
  TokenResponse: {
    about: 'Un token (RFC 6749 §5.1)',
    members: {
      access_token: 'Opaco',
      token_type: 'Cómo se envía',
      expires_in: 'Segundos que dura',
      scope: 'Sus ámbitos',
    },
  },
  TokenReference: {
    about: 'El token del que se trata',
    members: {
      token: 'El token',
      client_id: 'Para `client_secret_post`',
      client_secret: 'Para `client_secret_post`',
    },
  },
  Introspection: {
    about: 'Un token, como puede conocerlo su cliente (RFC 7662 §2.2)',
    members: {
      active: 'Si se puede usar',
      scope: 'Sus ámbitos',
      client_id: 'Su cliente',
      token_type: 'Cómo se envía',
      exp: 'Cuándo caduca, en segundos Unix',
      iat: 'Cuándo se emitió, en segundos Unix',
    },
  },
  JsonRpcRequest: {
    about: 'Una petición JSON-RPC, o sin `id` una notificación',
    members: {
      jsonrpc: 'Versión de JSON-RPC',
      id: 'Nombre de la petición, que su respuesta repite',
      method: 'Método de MCP, como tools/call',
      params: 'Parámetros del método',
    },
  },
  JsonRpcResponse: {
    about: 'Una respuesta JSON-RPC: un resultado o un error',
    members: {
      jsonrpc: 'Versión de JSON-RPC',
      id: 'Nombre de la petición, que su respuesta repite',
      result: 'Resultado del método',
      error: 'La razón por la que no hay resultado',
    },
  },
  JsonRpcError: {
    about: 'Un error JSON-RPC',
    members: {
      code: 'Código de JSON-RPC o de MCP',
      message: 'Explicación legible',
      data: 'Estado y segundos de espera, o las revisiones que hay',
    },
  },
};
