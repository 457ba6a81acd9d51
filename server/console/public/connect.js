import { copyable } from './copy.js';
import { byId, fill } from './dom.js';
import { texts } from './page-data.js';

/** Shows commands that connect MCP clients, with the token if there is one. */
export function showConnections(where, token) {
  const words = texts.account;
  byId('connect-why').textContent = token === undefined ? words.connectWhy : words.connectToken;
  fill(
    byId('connect'),
    Object.entries(linesFor(where, token, words)).map(([client, line]) => [client, copyable(line, client)]),
  );
}

function linesFor({ base_url: baseUrl, mcp_url: url, mcp_knowledge_url: knowledge }, token, words) {
  const name = new URL(url).host.replace(/^www\./, '').replaceAll(/[^a-z\d]+/gi, '-');
  const variable = `${name.replaceAll('-', '_').toUpperCase()}_TOKEN`;
  const headers = token && { Authorization: `Bearer ${token}` };
  const header = token ? ` --header 'Authorization: Bearer ${token}'` : '';
  const server = JSON.stringify({ name, type: 'http', url, headers });
  return {
    ...(token === undefined && { [words.address]: url, [words.knowledge]: knowledge }),
    'Claude Code': `claude mcp add --transport http ${name} ${url}${header}`,
    Codex: token
      ? `export ${variable}='${token}'; codex mcp add ${name} --url ${url} --bearer-token-env-var ${variable}`
      : `printf '[mcp_servers.${name}]\\nurl = "${url}"\\n' >> ~/.codex/config.toml`,
    'Gemini CLI': `gemini mcp add --transport http ${name} ${url}${header}`,
    Cursor: JSON.stringify({ mcpServers: { [name]: { url, headers } } }),
    'VS Code': `code --add-mcp '${server}'`,
    [words.otherClients]: `npx -y mcp-remote ${url}${header}`,
    curl: `curl '${baseUrl}/get_company_info'${token ? ` -H 'Authorization: Bearer ${token}'` : ''}`,
  };
}
