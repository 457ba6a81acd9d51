/** Descriptions of the schemas of the contract and of their members, in English. */
export const SCHEMAS_EN = {
  Error: {
    about: 'A fault of the API',
    members: { code: 'Stable error identifier', message: 'Readable explanation', data: 'Status and remedy' },
  },
  ErrorData: {
    about: 'What a program can know of a fault',
    members: {
      status: 'The HTTP status',
      hint: 'What to do to fix it',
      retry_after: 'Seconds to wait',
      required_scope: 'Scopes to ask for, the one that the token lacks among them',
      params: 'The parameters that are missing, or a message for each that is invalid',
      details: 'A detail for each invalid parameter, by its name, as WordPress tells it',
    },
  },
  ErrorDetail: {
    about: 'What is wrong with a parameter',
    members: {
      code: 'Kind of fault, such as rest_not_in_enum',
      message: 'Readable explanation',
      data: 'Nothing more',
    },
  },
  Index: {
    about: 'The service and its operations',
    members: {
      name: 'Name of the service',
      description: 'The service in a sentence',
      version: 'Version of the API',
      base_url: 'Address of the API',
      site_url: 'Address of the site',
      documentation_url: 'Instructions for agents',
      openapi_url: 'This contract',
      authentication_url: 'How to get a token',
      mcp_url: 'The MCP endpoint',
      operations: 'The operations',
    },
  },
  IndexOperation: {
    about: 'An operation, as the index lists it',
    members: {
      id: 'operationId, and the name of its MCP tool',
      method: 'HTTP method',
      url: 'Address',
      title: 'Short name for people',
      summary: 'The operation in a few words',
      description: 'What it answers, and how to use it',
      tag: 'Group of operations',
      authentication: 'Whether a call needs a token',
      scope: 'Scope of a token for it',
      parameters: 'Its parameters',
      example: 'Address of a call that is answered',
    },
  },
  IndexParameter: {
    about: 'A parameter, as the index lists it',
    members: { name: 'Name', required: 'Whether a call must have it', schema: 'Its JSON Schema' },
  },
  Identity: {
    about: 'The calling client',
    members: {
      client_id: 'Identified client',
      client_name: 'The name it registered with',
      scope: 'Scopes of the token',
      token_expires_in: 'Seconds the token has left',
      quota: 'What it has used of its quota',
    },
  },
  OAuthError: {
    about: 'A fault of an OAuth endpoint (RFC 6749 §5.2)',
    members: { error: 'Error code', error_description: 'Explanation, printable ASCII' },
  },
  ClientMetadata: {
    about: 'A client that wants to be registered (RFC 7591 §2)',
    members: {
      client_name: 'Name of the client, for people',
      contacts: 'E-mail addresses of who is responsible for it',
      scope: 'Scopes to have; both unless given',
      redirect_uris: 'Nothing is redirected here',
      grant_types: 'Answered with client_credentials, whatever is asked for',
      token_endpoint_auth_method: '`none` is answered with `client_secret_basic`',
    },
  },
  ClientInformation: {
    about: 'A registered client (RFC 7591 §3.2.1)',
    members: {
      client_id: 'Public name of the client',
      client_secret: 'Cannot be queried again',
      client_id_issued_at: 'When it was registered, Unix seconds',
      client_secret_expires_at: '0: never',
      client_name: 'Name of the client, for people',
      contacts: 'E-mail addresses of who is responsible for it',
      redirect_uris: 'As they were sent',
      grant_types: 'Only `client_credentials`',
      response_types: 'None: there is no authorization endpoint to use',
      token_endpoint_auth_method: 'How it authenticates at the token endpoint',
      scope: 'Scopes that it may ask for',
    },
  },
  TokenRequest: {
    about: 'A request for a token (RFC 6749 §4.4.2)',
    members: {
      grant_type: 'The only grant there is',
      scope: 'Both scopes unless given',
      resource: 'RFC 8707: the one resource that the token is for',
      client_id: 'For `client_secret_post`',
      client_secret: 'For `client_secret_post`',
    },
  },
  TokenResponse: {
    about: 'A token (RFC 6749 §5.1)',
    members: {
      access_token: 'Opaque',
      token_type: 'How it is sent',
      expires_in: 'Seconds that it lasts',
      scope: 'Its scopes',
    },
  },
  TokenReference: {
    about: 'The token that is meant',
    members: {
      token: 'The token',
      client_id: 'For `client_secret_post`',
      client_secret: 'For `client_secret_post`',
    },
  },
  Introspection: {
    about: 'A token, as its client may know it (RFC 7662 §2.2)',
    members: {
      active: 'Whether it can be used',
      scope: 'Its scopes',
      client_id: 'Its client',
      token_type: 'How it is sent',
      exp: 'When it expires, Unix seconds',
      iat: 'When it was issued, Unix seconds',
    },
  },
  JsonRpcRequest: {
    about: 'A JSON-RPC request, or without `id` a notification',
    members: {
      jsonrpc: 'Version of JSON-RPC',
      id: 'Name of the request, which its answer repeats',
      method: 'Method of MCP, such as tools/call',
      params: 'Parameters of the method',
    },
  },
  JsonRpcResponse: {
    about: 'A JSON-RPC response: a result or an error',
    members: {
      jsonrpc: 'Version of JSON-RPC',
      id: 'Name of the request, which its answer repeats',
      result: 'Result of the method',
      error: 'The reason why there is no result',
    },
  },
  JsonRpcError: {
    about: 'A JSON-RPC error',
    members: {
      code: 'Code of JSON-RPC or MCP',
      message: 'Readable explanation',
      data: 'Status and seconds to wait, or the supported revisions',
    },
  },
};
