import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../shared/errors.ts';
import { printable } from '../../../shared/printable.ts';

type Order = {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

// Size of the output buffer in characters.
const OUTPUT_KEPT = 2000;
// Timeout from SIGTERM to SIGKILL, in milliseconds.
const GRACE_MS = 5000;
// Timeout of the last output, in milliseconds; a background process may hold the pipe open.
const DRAIN_MS = 100;

/** Runs a shell command and kills its process group after the timeout. Returns the reason of a failure, or `undefined`. */
export async function runCommand({ command, cwd, env, timeoutMs, signal }: Order): Promise<string | undefined> {
  const child = spawn('/bin/sh', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_KEPT);
    });
  }
  const closed = once(child, 'close').catch(() => undefined);
  const timer = AbortSignal.timeout(timeoutMs);
  const ended = new AbortController();
  const end = async () => {
    kill(child.pid, 'SIGTERM');
    await sleep(GRACE_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    kill(child.pid, 'SIGKILL');
  };
  const stop = AbortSignal.any([timer, signal]);
  const onStop = () => void end();
  if (stop.aborted) onStop();
  else stop.addEventListener('abort', onStop, { once: true });
  try {
    const [code, by] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (stop.aborted) kill(child.pid, 'SIGKILL');
    await Promise.race([closed, sleep(DRAIN_MS)]);
    if (code === 0) return undefined;
    const how = timer.aborted ? `it took longer than ${timeoutMs / 1000} s` : `it ended with ${code ?? by}`;
    const lastLines = printable(output.trim().split('\n').slice(-3).join(' · '));
    return lastLines === '' ? how : `${how}: ${lastLines}`;
  } catch (error) {
    return messageOf(error);
  } finally {
    stop.removeEventListener('abort', onStop);
    ended.abort();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

// Sends a signal to the process group of the command.
function kill(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The process group has ended.
  }
}
