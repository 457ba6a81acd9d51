/** Where the documents and pages are, below `{site_url}`. */
export const PATHS = {
  agentsMd: '/agents.md',
  llmsTxt: '/llms.txt',
  docs: '/api/docs',
  sandbox: '/api/sandbox',
  skillIndex: '/.well-known/agent-skills/index.json',
  skill: '/.well-known/agent-skills/consulta-contenido/SKILL.md',
  serverCard: '/.well-known/mcp/server-card.json',
  serverCardByMcp: '/mcp/server-card',
  ard: '/.well-known/ard.json',
  aiCatalog: '/.well-known/ai-catalog.json',
} as const;
