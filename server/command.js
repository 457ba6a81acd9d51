#!/usr/bin/env node
// Plain JavaScript, because it runs on a Node that is too old for the programs: the command of the package.
import { existsSync, readFileSync } from 'node:fs';
// oxlint-disable-next-line import/no-unassigned-import -- it sets the exit code
import '../shared/node-version.js';

const { name, version, scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** What each subcommand does. The programs are those of the npm scripts of the same names. */
const SUMMARIES = {
  start: 'reads the site on a schedule and serves it, both in this terminal',
  sync: 'reads the site once; --watch stays and keeps to the schedule',
  serve: 'serves what was read',
  status: 'shows what is served and what to do next; --company, --left-out [--html FILE], --json',
  doctor: 'checks the site and this machine, and says what to do; --public, --site-yaml, --all, --json',
  sites: 'add URL, list, status, pause NAME, resume NAME or remove NAME: the sites of SITES_DIR; --json',
  clients: 'list, show CLIENT_ID, revoke CLIENT_ID or revoke-tokens CLIENT_ID; --json',
  insights: 'shows what agents asked and did not find',
  rollback: 'goes back to the index before',
  backup: 'copies what cannot be made again into a new folder: backup FOLDER',
  restore: 'puts a backup back while nothing runs: restore FOLDER',
  explain: 'tells why a query finds what it finds: explain "QUERY"',
  convert: 'prints the Markdown of an HTML file or of standard input',
};

/** Subcommands that have no longer text of their own for --help. */
const WITHOUT_HELP = new Set(['start', 'serve']);

/** Programs by subcommand: `server/main.ts` of a checkout is `server/main.js` in a package. */
const programs = Object.keys(SUMMARIES).flatMap((command) => {
  const [, program] = / ((?:server|sync)\/\w+)\.ts$/.exec(scripts[command] || '') || [];
  return program === undefined ? [] : [[command, program]];
});

function usage() {
  const lines = programs.map(([command]) => `  ${command.padEnd(9)} ${SUMMARIES[command]}`);
  return `${name} COMMAND [options]\n
${lines.join('\n')}\n
COMMAND --help says more; --version says which this is. Settings come from the environment and from .env in this folder: SITE_URL is
the address of your WordPress; without it, a demo site is read. Where a message says "npm run X", that is ${name} X here.
`;
}

async function main([command = '--help', ...args]) {
  const [, program] = programs.find(([one]) => one === command) || [];
  if (command === '--version' || (program && args[0] === '--version')) process.stdout.write(`${version}\n`);
  else if (command === '--help' || command === '-h' || command === 'help') process.stdout.write(usage());
  else if (!program) {
    process.stderr.write(`There is no command ${command}\n\n${usage()}`);
    process.exitCode = 4;
  } else if (args[0] === '--help' && WITHOUT_HELP.has(command)) {
    process.stdout.write(`${name} ${command}\n\n${SUMMARIES[command]}\n`);
  } else {
    restartWith(flagsOf(command));
    await run(program, args);
  }
}

/** Node flags of a command: those of its npm script. */
const flagsOf = (command) => (scripts[command] || '').match(/--max-semi-space-size=\d+/g) || [];

/**
 * Replaces this process by the same command with flags that V8 reads only at its start. Without them a server takes about twice
 * the memory after many publications. Windows cannot replace a process, and goes on without.
 */
function restartWith(flags) {
  const known = process.execArgv.some((flag) => flag.startsWith('--max-semi-space-size'));
  if (flags.length === 0 || known || process.platform === 'win32' || process.execve === undefined) return;
  const args = [process.execPath, ...process.execArgv, ...flags, ...process.argv.slice(1)];
  process.execve(process.execPath, args, process.env);
}

/** Runs a program in this process, as if it had been started by itself. */
async function run(program, args) {
  const module = new URL(`../${program}.js`, import.meta.url);
  process.argv.splice(2, process.argv.length, ...args);
  await import('../shared/env-file.js');
  await import(existsSync(module) ? module.href : new URL(`../${program}.ts`, import.meta.url).href);
}

// The check of the version has said why not.
if (process.exitCode === undefined) await main(process.argv.slice(2));
