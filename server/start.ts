/**
 * `npm start` runs the server, and the scheduled sync as a child process. They share only DATA_DIR; if either ends,
 * both end.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ownCommands } from '../shared/command-line.ts';
import { ownUserAgent } from '../shared/own-user-agent.ts';
import { requireDataDir } from '../shared/directories.ts';
import { ConfigurationError, readSettings, type Environment, type Settings } from '../shared/settings.ts';
import { PATHS } from '../shared/public-paths.ts';
import { serverConfig, type ServerConfig } from './config.ts';
import { explainListening, runServing } from './serving.ts';

const HELP = new URL('help/start.txt', import.meta.url);

// Width of a narrow terminal.
const COLUMNS = 80;

// Validates the used part of the index document: example URLs.
const IndexDocument = z.object({ operations: z.array(z.object({ example: z.url().optional() })) });

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

// Returns the body of a 200 response. Unlike `fetch`, `http` does not remain in memory.
async function read(address: string, signal: AbortSignal): Promise<string | undefined> {
  const request = get(address, { signal, agent: false, headers: { 'User-Agent': ownUserAgent('start') } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const body = await text(answer);
  return answer.statusCode === 200 ? body : undefined;
}

// Polls until the server has an index. The pause grows, because each request is a log line.
async function untilReady(origin: string, signal: AbortSignal): Promise<void> {
  for (let pause = 500; ; pause = Math.min(pause * 1.2, 10_000)) {
    const answer = await read(`${origin}${PATHS.ready}`, signal).catch(() => undefined);
    if (answer !== undefined) return;
    await wait(pause, undefined, { signal });
  }
}

// Fails if another program uses the port.
async function requireFreePort({ host, port }: ServerConfig): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen(port, host), 'listening');
  } catch (error) {
    throw explainListening(error, { host, port });
  } finally {
    probe.close();
  }
}

function greet(settings: Settings, config: ServerConfig): void {
  const { SITE_URL: site } = settings;
  if (config.sites) return say(`Content service for the sites of ${config.sites.dir}`, '');
  say(`Content service for ${site ?? 'the demo site, a made-up company'}`);
  if (site === undefined) say(ownCommands('For your own site: SITE_URL=https://your.site npm start', process.env));
  say(`Data in ${config.dataDir}`, '');
}

const SearchAnswer = z.object({ results: z.array(z.object({ url: z.url() })) });

// Example calls that fit a narrow terminal, if possible.
async function shortCalls(origin: string, signal: AbortSignal): Promise<readonly string[]> {
  const api = `${origin}${PATHS.api}`;
  const { operations } = IndexDocument.parse(JSON.parse((await read(api, signal)) ?? '{}'));
  const examples = operations.flatMap(({ example }) => (example === undefined ? [] : [new URL(example)]));
  const query = examples.find(({ pathname }) => pathname.endsWith('/search_pages'))?.searchParams.get('query') ?? '';
  const searched = `${api}/search_pages?query=`;
  const plain = query.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = (plain.match(/\b[a-z]{4,}\b/g) ?? []).filter((word) => fits(searched + word));
  const word = words.toSorted((a, b) => b.length - a.length)[0] ?? encodeURIComponent(query);
  const found = SearchAnswer.parse(JSON.parse((await read(`${searched}${word}`, signal)) ?? '{"results":[]}'));
  const paths = found.results.map(({ url }) => new URL(url).pathname.replace(/(?<=.)\/$/, ''));
  const path = paths.find((one) => !one.includes('%') && fits(`${api}/read_page?url=${one}`)) ?? '/';
  const company = `${api}/get_company_info`;
  const contact = `${company}?section=contact`;
  return [`${searched}${word}`, `${api}/read_page?url=${path}`, fits(contact) ? contact : company];
}

const callOf = (address: string): string => `curl '${address}'`;
const fits = (address: string): boolean => callOf(address).length <= COLUMNS;

async function printExamples(origin: string, signal: AbortSignal): Promise<void> {
  await untilReady(origin, signal);
  const calls = await shortCalls(origin, signal);
  // Sync may be printing its progress in the current line of a terminal.
  if (process.stdout.isTTY) process.stdout.write('\r\u001B[2K');
  say(
    `Console: ${origin}${PATHS.sandbox}`,
    `Reference: ${origin}${PATHS.docs}   MCP: ${origin}${PATHS.mcp}`,
    'Try:',
    ...calls.map(callOf),
    'Ctrl-C ends it.',
    '',
  );
}

// Starts the scheduled sync in a child process, which ends together with this process.
function startSync(env: Environment) {
  const program = fileURLToPath(new URL('../sync/main.ts', import.meta.url));
  // Sync is idle most of the time, so a large young generation would waste memory.
  const execArgv = [...process.execArgv, '--max-semi-space-size=1'];
  const child = fork(program, ['--watch'], { env, execArgv, stdio: 'inherit' });
  let isAsked = false;
  return {
    // Resolves when sync has validated its settings. If they are invalid, it prints the faults and exits.
    accepted: once(child, 'message'),
    end(): void {
      isAsked = true;
      child.kill('SIGTERM');
    },
    // Resolves to the exit code; 1 after an unexpected signal.
    ended: once(child, 'exit').then(([code]) => (code as number | null) ?? (isAsked ? 0 : 1)),
  };
}

// Returns the error of an invalid configuration, because sync reports it together with the faults of site.yaml.
function readConfig(environment: Environment) {
  try {
    const settings = readSettings(environment);
    return { settings, config: serverConfig(settings, environment) };
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
}

await runServing(process, HELP, async (settled, { openOutput, untilSignal }) => {
  // On a terminal, `info` would log every request.
  const isQuiet = process.stdout.isTTY && ['info', ''].includes(settled['LOG_LEVEL'] ?? '');
  const environment = isQuiet ? { ...settled, LOG_LEVEL: 'warn' } : settled;
  const given = readConfig(environment);
  if (!(given instanceof ConfigurationError) && given.config.port !== 0) await requireFreePort(given.config);
  const signal = untilSignal();
  const sync = startSync(settled);
  const stop = Promise.race([signal, sync.ended.then(() => undefined)]);
  const ended = new AbortController();
  try {
    // The server is imported while sync starts, which halves the total time.
    const accepted = Promise.race([sync.accepted.then(() => true), stop.then(() => false)]);
    const { serve } = await import('./server.ts');
    if (!(await accepted)) return;
    if (given instanceof ConfigurationError) throw given;
    const { settings, config } = given;
    if (config.sites) requireDataDir(config.sites.dir, 'SITES_DIR');
    else requireDataDir(config.dataDir);
    greet(settings, config);

    const output = openOutput();
    // With several sites, each has a separate host.
    if (config.port !== 0 && !config.sites) {
      const host = ['0.0.0.0', '::', '127.0.0.1'].includes(config.host) ? 'localhost' : config.host;
      printExamples(`http://${host}:${config.port}`, ended.signal).catch(() => undefined);
    }
    await serve(config, { output, stop });
  } finally {
    ended.abort();
    sync.end();
    process.exitCode = await sync.ended;
  }
});
