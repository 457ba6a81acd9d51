import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a command to its end, without input; returns all that it printed, throws when it fails. */
export type Run = (
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
) => Promise<string>;

/** Time that a command may take, in milliseconds. */
const PATIENCE = 180_000;

/** Runs commands with this environment. */
export function createRun(environment: Readonly<Record<string, string>>): Run {
  return async (command, args, { cwd, env }) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PATIENCE,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
    return output;
  };
}
