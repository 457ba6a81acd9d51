export const SCHEMAS_EN = {
  Error: {
    about: 'Error of the API',
    members: { code: 'Stable error identifier', message: 'Readable explanation', data: 'Details of the error' },
  },
  ErrorData: {
    about: 'Details of an error, for programs',
    members: {
      status: 'HTTP status',
      hint: 'How to correct the request',
      retry_after: 'Seconds to wait before retrying',
      required_scope: 'Scopes to request, including the one that the token lacks',
      params: 'Missing parameters, or a message for each invalid parameter',
      details: 'Details of each invalid parameter, by name, in the format of WordPress',
    },
  },
  ErrorDetail: {
    about: 'Error of a parameter',
    members: {
      code: 'Type of error, such as rest_not_in_enum',
      message: 'Readable explanation',
      data: 'Always null',
    },
  },
  Index: {
    about: 'Service and operations',
    members: {
      name: 'Name of the service',
      description: 'Description of the service',
      version: 'Version of the API',
      base_url: 'Base URL of the API',
      site_url: 'URL of the site',
      documentation_url: 'Instructions for agents',
      openapi_url: 'This contract',
      authentication_url: 'How to get a token',
      mcp_url: 'URL of the MCP endpoint',
      operations: 'Operations',
    },
  },
  IndexOperation: {
    about: 'Operation of the index',
    members: {
      id: 'operationId and name of the MCP tool',
      method: 'HTTP method',
      url: 'URL',
      title: 'Short name for people',
      summary: 'Summary',
      description: 'What it returns and how to use it',
      tag: 'Group of operations',
      authentication: 'Whether it requires a token',
      scope: 'Scope that the token requires',
      parameters: 'Parameters',
      example: 'URL of an example call',
    },
  },
  IndexParameter: {
    about: 'Parameter of an operation',
    members: { name: 'Name', required: 'Whether it is required', schema: 'JSON Schema' },
  },
  Identity: {
    about: 'Client of the token',
    members: {
      client_id: 'Identified client',
      client_name: 'Name given at registration',
      scope: 'Scopes of the token',
      token_expires_in: 'Seconds until the token expires',
      quota: 'Rate limit and usage',
    },
  },
  OAuthError: {
    about: 'OAuth error (RFC 6749 §5.2)',
    members: { error: 'Error code', error_description: 'Explanation, printable ASCII' },
  },
  ClientMetadata: {
    about: 'Metadata of the client to register (RFC 7591 §2)',
    members: {
      client_name: 'Name of the client, for people',
      contacts: 'E-mail addresses of the people responsible',
      scope: 'Scopes that it may request; both by default',
      redirect_uris: 'Addresses for authorization codes: https, http of the loopback interface, or a private scheme',
      grant_types: 'Grant types; without `redirect_uris`, client_credentials is applied',
      token_endpoint_auth_method: '`none` for a public client',
    },
  },
  ClientInformation: {
    about: 'Registered client (RFC 7591 §3.2.1)',
    members: {
      client_id: 'Public identifier of the client',
      client_secret: 'Secret; it is not shown again',
      client_id_issued_at: 'Registration time, Unix seconds',
      client_secret_expires_at: '0: does not expire',
      client_name: 'Name of the client, for people',
      contacts: 'E-mail addresses of the people responsible',
      redirect_uris: 'URIs sent at registration',
      grant_types: 'Grant types that it may use',
      response_types: '`code`; empty without `redirect_uris`',
      token_endpoint_auth_method: 'Authentication method at the token endpoint',
      scope: 'Scopes that it may request',
    },
  },
  TokenRequest: {
    about: 'Token request (RFC 6749 §4.4.2)',
    members: {
      grant_type: 'Grant type',
      scope: 'Scopes; both by default',
      resource: 'Resource that the token is limited to (RFC 8707)',
      code: 'Authorization code: valid for 60 seconds and a single use',
      redirect_uri: 'Address of the authorization request',
      code_verifier: 'Code verifier (RFC 7636)',
      refresh_token: 'Refresh token: valid for a single use',
      client_id: 'For `client_secret_post`',
      client_secret: 'For `client_secret_post`',
    },
  },
  TokenResponse: {
    about: 'Access token (RFC 6749 §5.1)',
    members: {
      access_token: 'Access token, opaque',
      token_type: 'Type of token',
      expires_in: 'Lifetime in seconds',
      scope: 'Scopes of the token',
      refresh_token: 'Refresh token; missing with `client_credentials`',
    },
  },
  TokenReference: {
    about: 'Token to inspect or revoke',
    members: {
      token: 'Token',
      client_id: 'For `client_secret_post`',
      client_secret: 'For `client_secret_post`',
    },
  },
  Introspection: {
    about: 'State of a token (RFC 7662 §2.2)',
    members: {
      active: 'Whether it is active',
      scope: 'Scopes of the token',
      client_id: 'Client of the token',
      token_type: 'Type of token',
      exp: 'Expiry time, Unix seconds',
      iat: 'Issue time, Unix seconds',
    },
  },
  JsonRpcRequest: {
    about: 'JSON-RPC request; without `id`, a notification',
    members: {
      jsonrpc: 'Version of JSON-RPC',
      id: 'Identifier of the request, repeated in the response',
      method: 'Method of MCP, such as tools/call',
      params: 'Parameters of the method',
    },
  },
  JsonRpcResponse: {
    about: 'JSON-RPC response: a result or an error',
    members: {
      jsonrpc: 'Version of JSON-RPC',
      id: 'Identifier of the request, repeated in the response',
      result: 'Result of the method',
      error: 'Reason why there is no result',
    },
  },
  JsonRpcError: {
    about: 'JSON-RPC error',
    members: {
      code: 'Code of JSON-RPC or MCP',
      message: 'Readable explanation',
      data: 'Status and seconds to wait, or supported versions',
    },
  },
  ChangesMessage: {
    about: 'Message of the webhook',
    members: {
      type: '`pages.start_over`: delete your copy of the site, then apply the changes',
      timestamp: 'Time when the changes were read',
      data: 'Changes',
    },
  },
  ChangesMessageData: {
    about: 'Changes in a message',
    members: {
      site: 'Public URL of the site',
      changes: 'Changes, in the order in which to apply them; 50 at most',
      more: 'true if further changes follow',
      next_cursor: 'Value of `since` for `get_changes`; missing if the rest follows in a further message',
    },
  },
};
