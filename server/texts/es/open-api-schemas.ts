import type { SCHEMAS_EN } from '../en/open-api-schemas.ts';

export const SCHEMAS_ES: typeof SCHEMAS_EN = {
  Error: {
    about: 'Error de la API',
    members: { code: 'Identificador estable del error', message: 'Explicación legible', data: 'Detalles del error' },
  },
  ErrorData: {
    about: 'Detalles de un error, para programas',
    members: {
      status: 'Estado HTTP',
      hint: 'Cómo corregir la petición',
      retry_after: 'Segundos que debes esperar antes de reintentar',
      required_scope: 'Ámbitos que debes pedir; incluyen el que le falta al token',
      params: 'Parámetros que faltan, o un mensaje por cada parámetro no válido',
      details: 'Detalle de cada parámetro no válido, por nombre, en el formato de WordPress',
    },
  },
  ErrorDetail: {
    about: 'Error de un parámetro',
    members: {
      code: 'Tipo de error, como rest_not_in_enum',
      message: 'Explicación legible',
      data: 'Siempre null',
    },
  },
  Index: {
    about: 'Servicio y operaciones',
    members: {
      name: 'Nombre del servicio',
      description: 'Descripción del servicio',
      version: 'Versión de la API',
      base_url: 'URL base de la API',
      site_url: 'URL del sitio',
      documentation_url: 'Instrucciones para agentes',
      openapi_url: 'Este contrato',
      authentication_url: 'Cómo obtener un token',
      mcp_url: 'URL del servidor MCP',
      operations: 'Operaciones',
    },
  },
  IndexOperation: {
    about: 'Operación del índice',
    members: {
      id: 'operationId y nombre de la herramienta MCP',
      method: 'Método HTTP',
      url: 'URL',
      title: 'Nombre corto para personas',
      summary: 'Resumen',
      description: 'Qué devuelve y cómo se usa',
      tag: 'Grupo',
      authentication: 'Si requiere un token',
      scope: 'Ámbito que requiere el token',
      parameters: 'Parámetros',
      example: 'URL de una llamada de ejemplo',
    },
  },
  IndexParameter: {
    about: 'Parámetro de una operación',
    members: { name: 'Nombre', required: 'Si es obligatorio', schema: 'JSON Schema' },
  },
  Identity: {
    about: 'Cliente del token',
    members: {
      client_id: 'Cliente identificado',
      client_name: 'Nombre con el que se registró',
      scope: 'Ámbitos del token',
      token_expires_in: 'Segundos hasta que caduca el token',
      quota: 'Límite de peticiones y uso',
    },
  },
  OAuthError: {
    about: 'Error de OAuth (RFC 6749 §5.2)',
    members: { error: 'Código del error', error_description: 'Explicación, en ASCII imprimible' },
  },
  ClientMetadata: {
    about: 'Datos del cliente que se registra (RFC 7591 §2)',
    members: {
      client_name: 'Nombre del cliente, para personas',
      contacts: 'Correos de los responsables',
      scope: 'Ámbitos que podrá pedir; por defecto, los dos',
      redirect_uris:
        'Direcciones para los códigos de autorización: https, http de la interfaz local o un esquema propio',
      grant_types: 'Tipos de concesión; sin `redirect_uris` se aplica client_credentials',
      token_endpoint_auth_method: '`none` para un cliente público',
    },
  },
  ClientInformation: {
    about: 'Cliente registrado (RFC 7591 §3.2.1)',
    members: {
      client_id: 'Identificador público del cliente',
      client_secret: 'Secreto; no se vuelve a mostrar',
      client_id_issued_at: 'Fecha de registro, en segundos Unix',
      client_secret_expires_at: '0: no caduca',
      client_name: 'Nombre del cliente, para personas',
      contacts: 'Correos de los responsables',
      redirect_uris: 'URI enviados en el registro',
      grant_types: 'Tipos de concesión que puede usar',
      response_types: '`code`; vacío sin `redirect_uris`',
      token_endpoint_auth_method: 'Método de autenticación al pedir un token',
      scope: 'Ámbitos que puede pedir',
    },
  },
  TokenRequest: {
    about: 'Petición de token (RFC 6749 §4.4.2)',
    members: {
      grant_type: 'Tipo de concesión',
      scope: 'Ámbitos; por defecto, los dos',
      resource: 'Recurso al que se limita el token (RFC 8707)',
      code: 'Código de autorización: vale 60 segundos y una sola vez',
      redirect_uri: 'Dirección de la petición de autorización',
      code_verifier: 'Verificador del código (RFC 7636)',
      refresh_token: 'Token de renovación: vale una sola vez',
      client_id: 'Para `client_secret_post`',
      client_secret: 'Para `client_secret_post`',
    },
  },
  TokenResponse: {
    about: 'Token de acceso (RFC 6749 §5.1)',
    members: {
      access_token: 'Token de acceso, opaco',
      token_type: 'Tipo de token',
      expires_in: 'Validez en segundos',
      scope: 'Ámbitos del token',
      refresh_token: 'Token de renovación; falta con `client_credentials`',
    },
  },
  TokenReference: {
    about: 'Token que se consulta o revoca',
    members: {
      token: 'Token',
      client_id: 'Para `client_secret_post`',
      client_secret: 'Para `client_secret_post`',
    },
  },
  Introspection: {
    about: 'Estado de un token (RFC 7662 §2.2)',
    members: {
      active: 'Si está activo',
      scope: 'Ámbitos del token',
      client_id: 'Cliente del token',
      token_type: 'Tipo de token',
      exp: 'Fecha de caducidad, en segundos Unix',
      iat: 'Fecha de emisión, en segundos Unix',
    },
  },
  JsonRpcRequest: {
    about: 'Petición JSON-RPC; sin `id`, notificación',
    members: {
      jsonrpc: 'Versión de JSON-RPC',
      id: 'Identificador de la petición, que se repite en la respuesta',
      method: 'Método de MCP, como tools/call',
      params: 'Parámetros del método',
    },
  },
  JsonRpcResponse: {
    about: 'Respuesta JSON-RPC: un resultado o un error',
    members: {
      jsonrpc: 'Versión de JSON-RPC',
      id: 'Identificador de la petición, que se repite en la respuesta',
      result: 'Resultado del método',
      error: 'Causa por la que no hay resultado',
    },
  },
  JsonRpcError: {
    about: 'Error JSON-RPC',
    members: {
      code: 'Código de JSON-RPC o de MCP',
      message: 'Explicación legible',
      data: 'Estado y segundos de espera, o versiones admitidas',
    },
  },
  ChangesMessage: {
    about: 'Mensaje del webhook',
    members: {
      type: '`pages.start_over`: borra tu copia del sitio y después aplica los cambios',
      timestamp: 'Hora en que se leyeron los cambios',
      data: 'Cambios',
    },
  },
  ChangesMessageData: {
    about: 'Cambios de un mensaje',
    members: {
      site: 'URL pública del sitio',
      changes: 'Cambios, en el orden en que debes aplicarlos; 50 como máximo',
      more: 'true si quedan más cambios',
      next_cursor: 'Valor de `since` para `get_changes`; falta si el resto llega en otro mensaje',
    },
  },
};
