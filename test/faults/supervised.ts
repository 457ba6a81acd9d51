import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runProgram } from '../helpers/program.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');

/** Runs a program as its systemd unit in `deploy/` does: with its arguments, and again `RestartSec` after it ends. */
export function supervised(unit: string, env: Readonly<Record<string, string>>) {
  const text = readFileSync(join(DEPLOY, unit), 'utf8');
  const [, file = '', options = ''] = /^ExecStart=.* (\S+\.ts)(.*)$/m.exec(text) ?? [];
  const restartMs = 1000 * Number(/^RestartSec=(\d+)$/m.exec(text)?.[1]);
  const args = options.split(' ').filter(Boolean);
  const stop = new AbortController();
  let program = runProgram(file, env, args);
  let earlier = '';

  const running = (async () => {
    for (;;) {
      await program.ended;
      if (stop.signal.aborted) return;
      earlier += program.output();
      await wait(restartMs, undefined, { signal: stop.signal });
      program = runProgram(file, env, args);
    }
  })().catch(() => undefined);

  return {
    output: () => earlier + program.output(),
    kill: (signal: NodeJS.Signals) => program.child.kill(signal),
    async [Symbol.asyncDispose]() {
      stop.abort();
      await program[Symbol.asyncDispose]();
      await running;
    },
  };
}
