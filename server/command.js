#!/usr/bin/env node
// Plain JavaScript, because an unsupported Node version must be able to parse it.
import { existsSync, readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
// oxlint-disable-next-line import/no-unassigned-import -- it sets the exit code
import '../shared/node-version.js';
import { COMPILED, HEAP_FLAGS } from '../shared/v8.js';

const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

// Summary and program of each subcommand, in the order of `--help`.
const COMMANDS = {
  start: ['reads the site on a schedule and serves it, both in this terminal', 'server/start'],
  sync: ['reads the site once; --watch keeps running on the schedule', 'sync/main'],
  serve: ['serves the index that sync built', 'server/main'],
  status: ['shows what is served and what to do next', 'sync/status'],
  doctor: ['checks the site and this machine, with a fix for each problem', 'sync/doctor'],
  sites: ['adds, lists, pauses and removes the sites of SITES_DIR', 'sync/sites'],
  clients: ['lists and revokes API clients', 'server/clients'],
  insights: ['shows what agents searched for and did not find', 'server/insights'],
  rollback: ['serves an earlier index again', 'sync/rollback'],
  backup: ['copies the data that no sync can rebuild into a new folder', 'sync/backup'],
  restore: ['restores a backup while nothing runs', 'sync/restore'],
  explain: ['shows how a query is ranked', 'server/explain'],
  convert: ['prints the Markdown of an HTML file or of standard input', 'sync/convert'],
};

// V8 reads these flags at its start. Without them, a server needs about twice the memory after many publications.
const SERVER_FLAGS = ['--max-semi-space-size=8', ...HEAP_FLAGS];
const FLAGS = { start: SERVER_FLAGS, serve: SERVER_FLAGS };

// Settings of glibc.
const MALLOC = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

function usage() {
  const lines = Object.entries(COMMANDS).map(([command, [summary]]) => `  ${command.padEnd(9)} ${summary}`);
  return `${name} COMMAND [options]\n
${lines.join('\n')}\n
COMMAND --help shows its options, examples and exit codes; --version the version.
Settings come from the environment and from .env in this folder. SITE_URL is the
address of your WordPress; without it, a demo site is read.
`;
}

async function main([command = '--help', ...args]) {
  const [, program] = (Object.hasOwn(COMMANDS, command) && COMMANDS[command]) || [];
  if (command === '--version' || (program && args[0] === '--version')) process.stdout.write(`${version}\n`);
  else if (command === '--help' || command === '-h' || command === 'help') process.stdout.write(usage());
  else if (!program) {
    process.stderr.write(`There is no command ${command}\n\n${usage()}`);
    process.exitCode = 4;
  } else {
    const isCheckout = existsSync(new URL(`../${program}.ts`, import.meta.url));
    // npm sets `npm_lifecycle_event` for its scripts; npx sets it too, to its own name.
    if (process.env.npm_lifecycle_event !== command) process.env.CONTENT_SERVICE_COMMAND ??= name;
    if (isCheckout && !existsSync(new URL('../node_modules', import.meta.url))) {
      process.stderr.write(`The packages are not installed: run npm ci\n`);
      process.exitCode = 4;
      return;
    }
    if (isCheckout) cacheCompiled();
    restartWith(FLAGS[command] ?? []);
    process.argv.splice(2, process.argv.length, ...args);
    await import('../shared/env-file.js');
    await import(`../${program}.${isCheckout ? 'ts' : 'js'}`);
  }
}

// For this process and its child processes.
function cacheCompiled() {
  process.env.NODE_COMPILE_CACHE ??= COMPILED;
  nodeModule.enableCompileCache?.();
}

// Replaces this process by the same command with `flags`, and with a single memory arena of glibc instead of an arena
// for each thread. With a fixed threshold, glibc returns blocks of 128 kB and more to the system when they are freed.
// Windows cannot replace a process, so it continues without them.
function restartWith(flags) {
  const known = process.execArgv.some((flag) => flag.startsWith('--max-semi-space-size'));
  if (flags.length === 0 || known || process.platform === 'win32' || process.execve === undefined) return;
  const args = [process.execPath, ...process.execArgv, ...flags, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...MALLOC, ...process.env });
}

// Otherwise the version check has printed the reason.
if (process.exitCode === undefined) await main(process.argv.slice(2));
