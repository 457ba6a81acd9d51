import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { assertListed } from './log-events.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Variables that a program gets of this process's environment: its PATH, and where Node keeps compiled modules. */
const INHERITED = ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
  const value = process.env[name];
  return value === undefined ? [] : [[name, value] as const];
});

/** Runs a program of this project as a process of its own, with nothing else of this process's environment. */
export function runProgram(file: string, env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const child = spawn(process.execPath, [join(ROOT, file), ...args], {
    cwd: ROOT,
    env: { ...Object.fromEntries(INHERITED), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
  }));

  return {
    child,
    ended,
    output: () => stdout + stderr,
    /** Waits until the program has printed this; throws if it ends first, or within two minutes does not. */
    async printed(pattern: RegExp): Promise<RegExpExecArray> {
      const signal = AbortSignal.timeout(120_000);
      for (;;) {
        const found = pattern.exec(stdout);
        if (found) return found;
        const printed = once(child.stdout, 'data', { signal }).then(
          () => true,
          () => {
            throw new Error(`${file} has not printed ${pattern}:\n${stdout}${stderr}`);
          },
        );
        const more = await Promise.race([printed, ended.then(() => false)]);
        printed.catch(() => undefined);
        if (!more && !pattern.test(stdout)) throw new Error(`${file} ended without ${pattern}:\n${stdout}${stderr}`);
      }
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
      for (const line of stdout.split('\n')) assertListed(line);
    },
  };
}
