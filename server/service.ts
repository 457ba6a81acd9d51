import packageFile from '../package.json' with { type: 'json' };

/** Name and version of the service, in every document and protocol. */
export const SERVICE = {
  /** Short name: MCP server, skill, catalogue entries. */
  name: 'contenido',
  version: packageFile.version,
} as const;

/** Revisions of MCP that the service advertises, newest first. The first is stateless, the others begin with a handshake. */
export const MCP_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;

/** Capabilities of the MCP server, with the extension for clients that have credentials and no user. */
export const MCP_CAPABILITIES = {
  tools: {},
  extensions: { 'io.modelcontextprotocol/oauth-client-credentials': {} },
} as const;
