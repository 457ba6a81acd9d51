import type { Settings } from './settings.ts';

/** Paths of all public addresses. Paths of operations are below `api`; the operation table has them. */
export const PATHS = {
  /** Base path of the API: `{base_url}` is the public origin followed by this path. */
  api: '/wp-json/agentes/v1',
  mcp: '/mcp',
  /** MCP endpoint with the tools for ChatGPT's company knowledge and deep research. */
  mcpKnowledge: '/mcp/knowledge',
  oauth: {
    register: '/oauth/register',
    token: '/oauth/token',
    revoke: '/oauth/revoke',
    introspect: '/oauth/introspect',
    authorize: '/oauth/authorize',
  },
  identity: '/agent/identity',

  /** Endpoint of change messages from WordPress. */
  refresh: '/api/refresh',

  /** Health checks. */
  live: '/livez',
  ready: '/readyz',

  /** Pages for people. */
  sandbox: '/api/sandbox',
  docs: '/api/docs',
  /** Prefix of the static files of both pages. */
  assets: '/api/assets',

  openApi: '/openapi.json',
  agentsMd: '/agents.md',
  authMd: '/auth.md',
  llmsTxt: '/llms.txt',
  serverCardByMcp: '/mcp/server-card',
  /** Entry for the MCP registry. */
  registryEntry: '/mcp/server.json',
  /** Submission to the directory of ChatGPT, with test cases. */
  chatgptSubmission: '/mcp/chatgpt-app-submission.json',

  /** Prefix of well-known documents (RFC 8615), of the service and of the owner. */
  wellKnown: '/.well-known',
  authorizationServer: '/.well-known/oauth-authorization-server',
  /** Prefix, followed by the path of the resource (RFC 9728 §3.1). */
  protectedResource: '/.well-known/oauth-protected-resource',
  apiCatalog: '/.well-known/api-catalog',
  serverCard: '/.well-known/mcp/server-card.json',
  skillIndex: '/.well-known/agent-skills/index.json',
  skill: '/.well-known/agent-skills/consulta-contenido/SKILL.md',
  ard: '/.well-known/ard.json',
  aiCatalog: '/.well-known/ai-catalog.json',
} as const;

/**
 * Returns the public address, `{site_url}`: PUBLIC_URL, or the origin of SITE_URL, or localhost as the default. A site
 * of SITES_DIR may have a path.
 */
export function publicAddress({
  PUBLIC_URL,
  SITE_URL,
  PORT,
}: Pick<Settings, 'PUBLIC_URL' | 'SITE_URL' | 'PORT'>): string {
  if (PUBLIC_URL === undefined) return SITE_URL === undefined ? `http://localhost:${PORT}` : new URL(SITE_URL).origin;
  return new URL(PUBLIC_URL).href.replace(/\/+$/, '');
}
