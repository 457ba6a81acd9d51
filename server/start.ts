/**
 * `npm start`: the server, and the scheduled sync as its child. They share nothing but DATA_DIR; if one ends, so does the
 * other.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { settledEnvironment } from '../db/site-identity.ts';
import { requireDataDir } from '../shared/directories.ts';
import { ownCommands, refuseArguments } from '../shared/command-line.ts';
import { refuseMisnamedSettings } from '../shared/env-names.ts';
import { requireOpenFiles } from '../shared/open-files.ts';
import { gatheredOutput } from '../shared/log.ts';
import { ConfigurationError, readSettings, type Environment, type Settings } from '../shared/settings.ts';
import { PATHS } from '../shared/public-paths.ts';
import { serverConfig, type ServerConfig } from './config.ts';
import { explainEnd, explainListening } from './listening-fault.ts';
import { SERVING_OPTIONS } from './serving-usage.ts';

const USAGE = `npm start

Reads the site on a schedule and serves it, both in this terminal. Without
SITE_URL it reads the demo site. Ctrl-C ends both.

${SERVING_OPTIONS}
Examples:
  npm start
  SITE_URL=https://your.site npm start
  PORT=8081 npm start

Exit codes: 0 ended by a signal, 1 failed (also: the port is taken),
4 the configuration cannot be used.
`;

/** Columns of a narrow terminal. */
const COLUMNS = 80;

/** The part of the index document that is read: calls that the live index answers. */
const IndexDocument = z.object({ operations: z.array(z.object({ example: z.url().optional() })) });

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** The body of an answer with status 200. `fetch` would stay in memory. */
async function read(address: string, signal: AbortSignal): Promise<string | undefined> {
  const request = get(address, { signal, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const body = await text(answer);
  return answer.statusCode === 200 ? body : undefined;
}

/** Waits until the server has an index, for as long as it lives. Each look is a line in the log: the longer it takes, the fewer. */
async function untilReady(origin: string, signal: AbortSignal): Promise<void> {
  for (let pause = 500; ; pause = Math.min(pause * 1.2, 10_000)) {
    const answer = await read(`${origin}${PATHS.ready}`, signal).catch(() => undefined);
    if (answer !== undefined) return;
    await wait(pause, undefined, { signal });
  }
}

/** Fails if another program listens at the address that the server will take. */
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
  if (site === undefined) say('For your own site: SITE_URL=https://your.site npm start');
  say(`Data in ${config.dataDir}`, '');
}

const SearchAnswer = z.object({ results: z.array(z.object({ url: z.url() })) });

/** Calls that the live index answers, short enough for a narrow terminal where the site has such words and addresses. */
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
  // On a terminal, sync may be showing its progress in the current line.
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

/** The scheduled sync: a separate process, which ends with this one, however this one ends. */
function startSync(env: Environment) {
  const program = fileURLToPath(new URL('../sync/main.ts', import.meta.url));
  // It waits, most of the time: room for young objects would only lie idle.
  const child = fork(program, ['--watch'], { env, execArgv: ['--max-semi-space-size=1'], stdio: 'inherit' });
  let isAsked = false;
  return {
    /** Resolves when it has accepted all settings. If it does not, it has printed why and ends. */
    accepted: once(child, 'message'),
    /** Has it end, if it lives. */
    end(): void {
      isAsked = true;
      child.kill('SIGTERM');
    },
    /** Its exit code; of one that a signal ended unasked, 1. */
    ended: once(child, 'exit').then(([code]) => (code as number | null) ?? (isAsked ? 0 : 1)),
  };
}

/** The first signal that asks the process to end; a second one ends it at once. */
async function untilSignal(): Promise<NodeJS.Signals> {
  return await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, resolve);
  });
}

/** The configuration; the error of a faulty one, which sync reports together with the faults of site.yaml. */
function readConfig(environment: Environment) {
  try {
    const settings = readSettings(environment);
    return { settings, config: serverConfig(settings, environment) };
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(ownCommands(USAGE, process.env));
    return;
  }
  refuseArguments(args);
  requireOpenFiles();
  refuseMisnamedSettings();
  const own = settledEnvironment(process.env);
  // On a terminal, `info` would log every request.
  const isQuiet = process.stdout.isTTY && ['info', ''].includes(own['LOG_LEVEL'] ?? '');
  const environment = isQuiet ? { ...own, LOG_LEVEL: 'warn' } : own;
  const given = readConfig(environment);
  if (!(given instanceof ConfigurationError) && given.config.port !== 0) await requireFreePort(given.config);
  const signal = untilSignal();
  const sync = startSync(own);
  const stop = Promise.race([signal, sync.ended.then(() => undefined)]);
  const ended = new AbortController();
  try {
    // The server is loaded while sync starts: together they take half of the time.
    const accepted = Promise.race([sync.accepted.then(() => true), stop.then(() => false)]);
    const { serve } = await import('./serve.ts');
    if (!(await accepted)) return;
    if (given instanceof ConfigurationError) throw given;
    const { settings, config } = given;
    if (config.sites) requireDataDir(config.sites.dir, 'SITES_DIR');
    else requireDataDir(config.dataDir);
    greet(settings, config);

    const output = gatheredOutput(20);
    process.once('exit', () => output.flush());
    // Of many sites, each answers at a host of its own.
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
}

try {
  await main();
} catch (error) {
  const { words, exitCode } = explainEnd(error);
  process.stderr.write(ownCommands(words, process.env));
  process.exitCode = exitCode;
}
