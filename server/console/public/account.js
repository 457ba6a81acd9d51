import { showAnswer, showCalls } from './answer.js';
import { copyable } from './copy.js';
import { byId, fill } from './dom.js';
import { createNotice } from './notice.js';
import { texts } from './page-data.js';
import { duration } from './phrases.js';

const words = texts.account;

/** Registers a client and requests its token. Both exist only while the page is open. */
export function setUpAccount(api, where, { onToken, onTokenGone }) {
  const notice = createNotice(byId('account-notice'));
  let client;
  let expiry;

  async function register() {
    ({ body: client } = await api.register(byId('client-name').value.trim()));
    const { client_id: id, client_secret: secret } = client;
    fill(byId('credentials'), [
      [words.clientId, copyable(id, words.clientId)],
      [words.clientSecret, copyable(secret, 'client_secret')],
      [
        words.tokenByCurl,
        copyable(`curl '${where.token_url}' -u '${id}:${secret}' -d grant_type=client_credentials`, 'curl'),
      ],
    ]);
    byId('get-token').disabled = false;
    byId('get-token').focus();
  }

  async function getToken() {
    const { access_token: token, expires_in: seconds, scope } = (await api.requestToken(client)).body;
    use(token);
    expiry = setTimeout(tokenGone, seconds * 1000);
    fill(byId('token'), [
      [words.accessToken, copyable(token, words.accessToken)],
      [words.expires, duration(seconds)],
      [words.scopes, scope],
    ]);
    byId('get-quota').focus();
    onToken();
    await showQuota();
  }

  async function showQuota() {
    const answer = await api.get('quota');
    fill(
      byId('quota-record'),
      Object.entries(words.record).map(([field, term]) => [term, String(answer.body[field])]),
    );
    byId('quota-answer').replaceChildren(showAnswer(answer), showCalls(api, 'get_quota', {}, { path: 'quota' }));
  }

  function use(token) {
    clearTimeout(expiry);
    api.useToken(token);
    byId('forget-token').hidden = token === undefined;
    byId('get-quota').disabled = token === undefined;
    showConnections(where, token);
  }

  function forget() {
    use(undefined);
    fill(byId('token'), []);
    fill(byId('quota-record'), []);
    byId('quota-answer').replaceChildren();
  }

  function tokenGone() {
    forget();
    onTokenGone();
  }

  byId('register').addEventListener('submit', (event) => {
    event.preventDefault();
    void notice.attempt(register, { repeats: false, limited: texts.notice.registrations });
  });
  byId('get-token').addEventListener('click', () => void notice.attempt(getToken, { limited: texts.notice.tokens }));
  byId('forget-token').addEventListener('click', forget);
  byId('get-quota').addEventListener('click', () => void notice.attempt(showQuota));
  showConnections(where);
  return { tokenGone };
}

// Shows commands that connect MCP clients, with the token if there is one.
function showConnections(where, token) {
  byId('connect-why').textContent = token === undefined ? words.connectWhy : words.connectToken;
  fill(
    byId('connect'),
    Object.entries(linesFor(where, token)).map(([client, line]) => [client, copyable(line, client)]),
  );
}

function linesFor({ base_url: baseUrl, mcp_url: url, mcp_knowledge_url: knowledge }, token) {
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
