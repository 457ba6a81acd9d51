import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Runs a command on a terminal of 80 columns (`script` of util-linux). */
export function runOnTerminal(command: readonly string[], env: Readonly<Record<string, string>>) {
  const quoted = command.map((part) => `'${part}'`).join(' ');
  const child = spawn('script', ['-qec', `stty cols 80 rows 24; exec ${quoted}`, '/dev/null'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    output: () => output,
    ended,
    /** Waits for the text; throws if the command ends without it. */
    async printed(pattern: RegExp): Promise<void> {
      while (!pattern.test(output)) {
        const more = await Promise.race([once(child.stdout, 'data').then(() => true), ended.then(() => false)]);
        if (!more && !pattern.test(output)) throw new Error(`${quoted} ended without ${pattern}:\n${output}`);
      }
    },
    /** Types Ctrl-C, and waits for the end. */
    async end(): Promise<number | null> {
      child.stdin.write('\u0003');
      return await ended;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}
