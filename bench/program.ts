import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Starts a program that stays; disposing of it ends it. What it prints goes to a file, as it would on a server, so that reading
 * it costs this process nothing.
 */
export async function startResident(file: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const dir = await mkdtemp(join(tmpdir(), 'bench-'));
  const log = join(dir, 'log');
  await using output = await open(log, 'a');
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', output.fd, 'inherit'],
  });
  return {
    pid: child.pid ?? 0,
    /** The file of what it prints. */
    log,
    /** Throws once it has ended. */
    assertAlive(): void {
      if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(dir, { recursive: true });
    },
  };
}

/** Starts a program that says its address in a JSON line with `url`. */
export async function startProgram(file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const program = await startResident(file, args, env);
  let url: string | undefined;
  while (url === undefined) {
    program.assertAlive();
    await wait(50);
    url = /"url":"([^"]+)"/.exec(await readFile(program.log, 'utf8'))?.[1];
  }
  return { ...program, url };
}

/** Runs a program to its end; answers the JSON lines that it printed, and how long it took in milliseconds. */
export async function runToEnd(file: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const started = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${file} ended with ${code}:\n${said.slice(-2000)}`);
  const lines = said.split('\n').filter((line) => line.startsWith('{'));
  return {
    milliseconds: performance.now() - started,
    events: lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>),
  };
}

/** The middle one. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which this share of them lies. */
export function quantile(values: readonly number[], share: number): number {
  const at = Math.min(Math.floor(values.length * share), values.length - 1);
  return values.toSorted((a, b) => a - b)[at] ?? Number.NaN;
}
