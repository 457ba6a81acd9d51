/** Media types of responses and documents, as values of `Content-Type`. */
export const MEDIA_TYPES = {
  json: 'application/json',
  markdown: 'text/markdown; charset=utf-8',
  plainText: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  /** RFC 9727, based on RFC 9264. */
  apiCatalog: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  openApi: 'application/vnd.oai.openapi+json;version=3.1',
  mcpServerCard: 'application/mcp-server-card+json',
  aiCatalog: 'application/ai-catalog+json',
} as const;
