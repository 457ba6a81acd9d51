import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { identified } from '../helpers/oauth.ts';
import { PACKAGES } from './packages.ts';
import { TOOLS, useTools, type Stage, type Trial } from './trial.ts';

const { assistants } = PACKAGES;

/** Claude Code adds the server, and looks whether it answers. Calling a tool takes a model, and so an account. */
async function claudeCode({ server, installed, home, run }: Stage): Promise<string> {
  const program = installed.file('@anthropic-ai/claude-code/cli-wrapper.cjs');
  const env = { DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
  const ask = (...args: readonly string[]) => run(process.execPath, [program, 'mcp', ...args], { cwd: home, env });
  await ask('add', '--transport', 'http', 'contenido', `${server.publicUrl}/mcp`);
  assert.match(await ask('list'), /contenido: .*\/mcp \(HTTP\) - \S+ Connected/);
  const { headers } = await identified(server);
  const header = `Authorization: ${headers.Authorization}`;
  await ask('add', '--transport', 'http', 'identificado', `${server.publicUrl}/mcp`, '--header', header);
  assert.match(await ask('get', 'identificado'), /Status: \S+ Connected/);
  return 'mcp add and list: connected; with a token too';
}

/** Gemini CLI does the same, in a folder that its user trusts. */
async function geminiCli({ server, installed, home, run }: Stage): Promise<string> {
  const project = join(home, 'project');
  await mkdir(join(home, '.gemini'), { recursive: true });
  await mkdir(project);
  await writeFile(join(home, '.gemini/trustedFolders.json'), JSON.stringify({ [project]: 'TRUST_FOLDER' }));
  const program = installed.file('.bin/gemini');
  const ask = (...args: readonly string[]) => run(program, ['mcp', ...args], { cwd: project });
  await ask('add', '--transport', 'http', 'contenido', `${server.publicUrl}/mcp`);
  const { headers } = await identified(server);
  const header = `Authorization: ${headers.Authorization}`;
  await ask('add', '--transport', 'http', 'identificado', `${server.publicUrl}/mcp`, '--header', header);
  const listed = await ask('list');
  assert.match(listed, /contenido: .*\/mcp \(http\) - Connected/);
  assert.match(listed, /identificado: .*\/mcp \(http\) - Connected/);
  return 'mcp add and list: connected; with a token too';
}

/** Codex adds the server with the variable that holds a token; its app server lists and calls tools without a model. */
async function codex({ server, installed, home, run }: Stage): Promise<string> {
  const program = installed.file('.bin/codex');
  const { headers } = await identified(server);
  const env = { ACCESS_TOKEN: headers.Authorization.replace('Bearer ', '') };
  const address = ['--url', `${server.publicUrl}/mcp`];
  await run(program, ['mcp', 'add', 'identificado', ...address, '--bearer-token-env-var', 'ACCESS_TOKEN'], {
    cwd: home,
  });
  assert.match(await run(program, ['mcp', 'list'], { cwd: home, env }), /identificado .*\/mcp +ACCESS_TOKEN +enabled/);
  const table = `[mcp_servers.contenido]\nurl = "${server.publicUrl}/mcp"\n`;
  await writeFile(join(home, '.codex/config.toml'), table, { flag: 'a' });

  await using app = startAppServer(program, { HOME: home, PATH: process.env['PATH'] ?? '', ...env });
  await app.ask('initialize', { clientInfo: { name: 'test', title: 'test', version: '1' } });
  const { data } = await app.ask('mcpServerStatus/list', {});
  const { thread } = await app.ask('thread/start', { cwd: home });
  let done = '';
  for (const name of ['contenido', 'identificado']) {
    const { tools } = data.find((one: any) => one.name === name);
    done = await useTools({
      // The order is its own.
      list: () => Promise.resolve(TOOLS.filter((tool) => tool in tools)),
      call: async (tool, given) => {
        const call = { threadId: thread.id, server: name, tool, arguments: given };
        const { content } = await app.ask('mcpServer/tool/call', call);
        return content[0].text;
      },
    });
  }
  return `mcp add and list; ${done}; with a token too`;
}

/** The JSON-RPC server of Codex for its editors, on stdio. */
function startAppServer(program: string, env: Readonly<Record<string, string>>) {
  const child = spawn(program, ['app-server'], { env: { ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, (answer: any) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message: any = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  child.on('close', () => waiting.forEach((answer) => answer({ error: 'it ended' })));
  let asked = 0;
  return {
    async ask(method: string, params: object): Promise<any> {
      const id = (asked += 1);
      const answer = new Promise<any>((resolve) => waiting.set(id, resolve));
      child.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
      const { result, error } = await answer;
      assert.equal(error, undefined, `${method}: ${JSON.stringify(error)}`);
      return result;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(child, 'close');
      child.kill();
      await closed;
    },
  };
}

/** Programs in which people talk to a model, as far as they go without an account. */
export const ASSISTANT_TRIALS: readonly Trial[] = [
  { name: 'Claude Code', version: assistants['@anthropic-ai/claude-code'], group: 'assistants', attempt: claudeCode },
  { name: 'Gemini CLI', version: assistants['@google/gemini-cli'], group: 'assistants', attempt: geminiCli },
  { name: 'Codex', version: assistants['@openai/codex'], group: 'assistants', attempt: codex },
];
