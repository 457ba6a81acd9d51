import { OWN_USER_AGENT } from '../../shared/own-user-agent.ts';

/** A family of callers by their User-Agent. */
export type Family = {
  readonly name: string;
  /** A hosted assistant, whose address calls for many people. */
  readonly isHosted: boolean;
  /** The doctor, the sync or the WordPress plugin of this service. Their calls are not counted. */
  readonly isOwn?: boolean;
};

const hosted = (pattern: RegExp, name: string) => ({ pattern, family: { name, isHosted: true } });
const local = (pattern: RegExp, name: string) => ({ pattern, family: { name, isHosted: false } });

// The first match names the family. Patterns follow the products' documentation, without versions.
const FAMILIES: readonly { readonly pattern: RegExp; readonly family: Family }[] = [
  { pattern: OWN_USER_AGENT, family: { name: 'Own checks', isHosted: false, isOwn: true } },
  local(/claude-code|claude-cli/i, 'Claude Code'),
  hosted(/claude|anthropic/i, 'Claude'),
  local(/codex/i, 'Codex'),
  hosted(/chatgpt|gptbot|oai-searchbot|openai/i, 'ChatGPT'),
  local(/gemini-?cli/i, 'Gemini CLI'),
  hosted(/gemini|google-|googlebot|googleother|vertex/i, 'Google'),
  hosted(/perplexity/i, 'Perplexity'),
  local(/visual studio code|vscode/i, 'VS Code'),
  hosted(/copilot|bingbot|bingpreview/i, 'Microsoft'),
  hosted(/mistral/i, 'Mistral'),
  hosted(/duckassist|duckduckbot/i, 'DuckDuckGo'),
  hosted(/meta-external|facebookexternal/i, 'Meta'),
  hosted(/amazonbot|bedrock|alexa/i, 'Amazon'),
  hosted(/applebot/i, 'Apple'),
  hosted(/youbot|cohere|deepseek|qwen|bytespider|petalbot|ccbot|yandex/i, 'Other assistants'),
  local(/cursor/i, 'Cursor'),
  local(/windsurf|zed\/|cline|goose|opencode/i, 'Other editors'),
  local(/mcp-remote|mcp-inspector|modelcontextprotocol/i, 'MCP tools'),
  local(/langchain|llamaindex|llama-index|crewai|autogen|semantic-kernel/i, 'Agent frameworks'),
  local(/python|aiohttp|httpx|urllib/i, 'Python'),
  local(/undici|axios|node-fetch|\bnode\b|\bgot\b|\bdeno\b|\bbun\b/i, 'JavaScript'),
  local(/go-http-client/i, 'Go'),
  local(/okhttp|java|kotlin|apache-httpclient/i, 'Java'),
  local(/ruby|faraday/i, 'Ruby'),
  local(/guzzle|php|wordpress/i, 'PHP'),
  local(/curl|wget|httpie/i, 'Command line'),
  local(/bot\b|crawler|spider|slurp/i, 'Crawlers'),
  local(/^mozilla\//i, 'Browsers'),
];

const NONE: Family = { name: 'None', isHosted: false };
const OTHER: Family = { name: 'Others', isHosted: false };

// Longest matched part of a User-Agent, and the size of the cache.
const LOOKED_AT = 300;
const REMEMBERED = 500;

/** Finds the family of a User-Agent, and caches recent results. */
export function createFamilies(): (userAgent: string | undefined) => Family {
  const known = new Map<string, Family>();
  return (userAgent) => {
    if (userAgent === undefined || userAgent === '') return NONE;
    const remembered = known.get(userAgent);
    if (remembered) return remembered;
    const text = userAgent.slice(0, LOOKED_AT);
    const family = FAMILIES.find(({ pattern }) => pattern.test(text))?.family ?? OTHER;
    if (known.size >= REMEMBERED) known.clear();
    known.set(userAgent, family);
    return family;
  };
}
