/**
 * Has real clients of other makers use a server of our own, without an account: each lists and calls tools, or generates
 * code from the contract and runs it. They come from the registry at the versions of `packages.ts`, into a cache of the
 * user; each runs in a home of its own. `npm run test:clients`, and names of clients to try no others.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLocalServer } from '../helpers/local-server.ts';
import { ASSISTANT_TRIALS } from './assistants.ts';
import { createRun } from './command.ts';
import { GENERATOR_TRIALS } from './generated.ts';
import { install, type Installation } from './installation.ts';
import { LIBRARY_TRIALS } from './libraries.ts';
import type { Trial } from './trial.ts';

// The contract declares its messages, which generators must accept. Nothing listens at this address.
const WEBHOOK = {
  CHANGES_WEBHOOK: 'http://127.0.0.1:9/changes',
  CHANGES_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
};

type Outcome = { readonly trial: Trial; readonly did: string; readonly fault?: unknown };

async function attempt(trial: Trial, installed: Installation): Promise<Outcome> {
  await using stack = new AsyncDisposableStack();
  const home = await mkdtemp(join(tmpdir(), 'content-service-client-'));
  stack.defer(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
  const server = stack.use(await runLocalServer({ env: WEBHOOK }));
  try {
    const run = createRun({ PATH: process.env['PATH'] ?? '', HOME: home, DO_NOT_TRACK: '1' });
    return { trial, did: await trial.attempt({ server, installed, home, run }) };
  } catch (error) {
    return { trial, did: '', fault: error };
  }
}

function table(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ trial, did, fault }) => [
    trial.name,
    trial.version,
    fault === undefined ? 'ok' : 'FAILED',
    did,
  ]);
  const lines = [['Client', 'Version', 'Result', 'What it did'], ['---', '---', '---', '---'], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

async function main(names: readonly string[]): Promise<void> {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'wordpress-content-service/clients');
  const run = createRun(process.env as Readonly<Record<string, string>>);
  const trials = [...ASSISTANT_TRIALS, ...LIBRARY_TRIALS, ...GENERATOR_TRIALS].filter(
    ({ name }) => names.length === 0 || names.includes(name),
  );
  const groups = new Set(trials.map(({ group }) => group));
  const outcomes = await Promise.all(
    [...groups].map(async (group) => {
      const installed = await install(group, cache, run);
      const done: Outcome[] = [];
      for (const trial of trials.filter((one) => one.group === group)) done.push(await attempt(trial, installed));
      return done;
    }),
  );
  console.log(table(outcomes.flat()));
  for (const { trial, fault } of outcomes.flat()) {
    if (fault === undefined) continue;
    console.error(`\n${trial.name} ${trial.version}:`, fault);
    process.exitCode = 1;
  }
}

await main(process.argv.slice(2));
