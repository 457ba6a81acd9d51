/**
 * `npm start`: the server and the scheduled sync as two processes of one terminal. They share nothing but DATA_DIR; if
 * one ends, so does the other.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { requireDataDir } from '../shared/directories.ts';
import { requireOpenFiles } from '../shared/open-files.ts';
import { ConfigurationError, readSettings, type Settings } from '../shared/settings.ts';
import { PATHS } from '../shared/public-paths.ts';
import { serverConfig, type ServerConfig } from './config.ts';

/** The part of the index document that is read: calls that the live index answers. */
const IndexDocument = z.object({ operations: z.array(z.object({ example: z.url().optional() })) });

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

const fileOf = (program: string): string => fileURLToPath(new URL(`../${program}/main.ts`, import.meta.url));

/** Has sync judge all that it and the server are told; answers the exit code. */
function check(): number {
  return spawnSync(process.execPath, [fileOf('sync'), '--check'], { stdio: 'inherit' }).status ?? 1;
}

function start(program: string, args: readonly string[], quiet: boolean): ChildProcess {
  const env = quiet ? { LOG_LEVEL: 'warn', ...process.env } : process.env;
  return spawn(process.execPath, [fileOf(program), ...args], { stdio: 'inherit', env });
}

/** Waits until the server has an index, for as long as it lives. */
async function untilReady(origin: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}${PATHS.ready}`, { signal }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await wait(500, undefined, { signal });
  }
}

function greet(settings: Settings, config: ServerConfig): void {
  if (settings.SITE_URL !== undefined) say(`Reading ${settings.SITE_URL}`);
  else {
    say(
      'No SITE_URL is set: this is the embedded demo site, a made-up company.',
      'For your own site: SITE_URL=https://your.site npm start',
    );
  }
  say(`Data in ${config.dataDir}`, '');
}

/** Addresses to try on this machine. */
async function readExamples(origin: string, signal: AbortSignal): Promise<readonly string[]> {
  const answer = await fetch(`${origin}${PATHS.api}`, { signal });
  const { operations } = IndexDocument.parse(await answer.json());
  return operations.flatMap(({ example }) => {
    const address = example === undefined ? null : URL.parse(example);
    return address ? [`${origin}${address.pathname}${address.search}`] : [];
  });
}

async function printExamples(origin: string, signal: AbortSignal): Promise<void> {
  await untilReady(origin, signal);
  const examples = await readExamples(origin, signal);
  say(
    '',
    `The service answers at ${origin}${PATHS.api} — try:`,
    ...examples.map((example) => `  curl '${example}'`),
    `For people: ${origin}${PATHS.sandbox} (console), ${origin}${PATHS.docs} (reference). For MCP clients: ${origin}${PATHS.mcp}`,
    'Ctrl-C ends it.',
    '',
  );
}

async function main(): Promise<void> {
  requireOpenFiles();
  process.exitCode = check();
  if (process.exitCode !== 0) return;
  const settings = readSettings(process.env);
  const config = serverConfig(settings);
  requireDataDir(config.dataDir);
  greet(settings, config);

  const children = [start('server', [], process.stdout.isTTY), start('sync', ['--watch'], false)];
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => children.forEach((child) => child.kill(name)));
  }
  const ended = new AbortController();
  if (config.port !== 0) {
    const host = ['0.0.0.0', '::', '127.0.0.1'].includes(config.host) ? 'localhost' : config.host;
    printExamples(`http://${host}:${config.port}`, ended.signal).catch(() => undefined);
  }

  const codes = children.map(async (child) => {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? (signal === null ? 1 : 0);
  });
  process.exitCode = await Promise.race(codes);
  ended.abort();
  children.forEach((child) => child.kill('SIGTERM'));
  await Promise.all(codes);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 4;
}
