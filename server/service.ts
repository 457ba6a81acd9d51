import packageFile from '../package.json' with { type: 'json' };

/** Name and version of the service in all documents and protocols. */
export const SERVICE = {
  /** Short name of the MCP server, the skill and catalogue entries. */
  name: 'contenido',
  version: packageFile.version,
} as const;

/** Advertised MCP revisions, newest first. The first is stateless; later entries start with a handshake. */
export const MCP_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;

/** Capabilities of the MCP server, with the extension for client credentials. */
export const MCP_CAPABILITIES = {
  tools: {},
  extensions: { 'io.modelcontextprotocol/oauth-client-credentials': {} },
} as const;
