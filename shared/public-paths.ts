import type { Settings } from './settings.ts';

/** Path of every public address below the public origin. The paths of the operations are below `api`, by their table. */
export const PATHS = {
  /** Base path of the API: `{base_url}` is the public origin followed by it. */
  api: '/wp-json/agentes/v1',
  mcp: '/mcp',
  /** The MCP endpoint with the tools that ChatGPT's company knowledge and deep research call. */
  mcpKnowledge: '/mcp/knowledge',
  oauth: {
    register: '/oauth/register',
    token: '/oauth/token',
    revoke: '/oauth/revoke',
    introspect: '/oauth/introspect',
    authorize: '/oauth/authorize',
  },
  identity: '/agent/identity',

  /** Where WordPress tells what changed. */
  refresh: '/api/refresh',

  /** Liveness and readiness probes. */
  live: '/livez',
  ready: '/readyz',

  /** Pages for people. */
  sandbox: '/api/sandbox',
  docs: '/api/docs',
  /** Prefix of the files of both pages. */
  assets: '/api/assets',

  openApi: '/openapi.json',
  agentsMd: '/agents.md',
  authMd: '/auth.md',
  llmsTxt: '/llms.txt',
  serverCardByMcp: '/mcp/server-card',
  /** The entry for the MCP registry. */
  registryEntry: '/mcp/server.json',

  /** Prefix of well-known documents (RFC 8615): ours, and the files of the owner. */
  wellKnown: '/.well-known',
  authorizationServer: '/.well-known/oauth-authorization-server',
  /** Prefix: the path of the resource follows (RFC 9728 §3.1). */
  protectedResource: '/.well-known/oauth-protected-resource',
  apiCatalog: '/.well-known/api-catalog',
  serverCard: '/.well-known/mcp/server-card.json',
  skillIndex: '/.well-known/agent-skills/index.json',
  skill: '/.well-known/agent-skills/consulta-contenido/SKILL.md',
  ard: '/.well-known/ard.json',
  aiCatalog: '/.well-known/ai-catalog.json',
} as const;

/**
 * The public address, `{site_url}`: PUBLIC_URL, else the origin of the site, else of this machine. One of several sites may have
 * a path there.
 */
export function publicAddress({
  PUBLIC_URL,
  SITE_URL,
  PORT,
}: Pick<Settings, 'PUBLIC_URL' | 'SITE_URL' | 'PORT'>): string {
  if (PUBLIC_URL === undefined) return SITE_URL === undefined ? `http://localhost:${PORT}` : new URL(SITE_URL).origin;
  return new URL(PUBLIC_URL).href.replace(/\/+$/, '');
}
