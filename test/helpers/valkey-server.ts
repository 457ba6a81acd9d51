import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';

/** The server that the machine has; both speak the same protocol. */
function installed(): string | undefined {
  return ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);
}

/** True when the machine has a Valkey or Redis to start. */
export const hasValkey = (): boolean => installed() !== undefined;

function program(): string {
  const found = installed();
  if (found === undefined) throw new Error('These tests need valkey-server or redis-server on the PATH');
  return found;
}

/** Takes time from every key's lifetime, as if it had gone by. */
const AGE = `
  for _, key in ipairs(redis.call('KEYS', '*')) do
    local left = redis.call('PTTL', key)
    if left >= 0 and left <= tonumber(ARGV[1]) then redis.call('DEL', key)
    elseif left >= 0 then redis.call('PEXPIRE', key, left - ARGV[1]) end
  end
`;

/** A real Valkey or Redis on a free port, which keeps nothing on disk unless its arguments say so. */
export async function startValkey(options: readonly string[] = [], login = '') {
  const dir = await mkdtemp(join(tmpdir(), 'valkey-'));
  const port = await freePort();
  const args = ['--port', port, '--bind', '127.0.0.1', '--dir', dir, '--save', '', ...options];
  const url = `redis://${login}127.0.0.1:${port}`;
  let child = await start();

  async function start() {
    const started = spawn(program(), args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    for await (const chunk of started.stdout) {
      output += String(chunk);
      if (output.includes('Ready to accept connections')) break;
    }
    if (!output.includes('Ready to accept connections')) throw new Error(`The store did not start:\n${output}`);
    return started;
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  return {
    url,
    port,
    options,
    kill,
    /** Starts it again, where it was. */
    async restart(): Promise<void> {
      await kill();
      child = await start();
    },
    /** Holds it, so that it neither answers nor refuses. */
    hold: () => child.kill('SIGSTOP'),
    release: () => child.kill('SIGCONT'),
    /** Sends a command from outside. */
    async ask(...command: readonly string[]): Promise<unknown> {
      await using client = await connectedTo(url);
      return await client.value.sendCommand(command);
    },
    async age(seconds: number): Promise<void> {
      await using client = await connectedTo(url);
      await client.value.eval(AGE, { arguments: [String(seconds * 1000)] });
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(dir, { recursive: true });
    },
  };
}
export type ValkeyServer = Awaited<ReturnType<typeof startValkey>>;

async function connectedTo(url: string) {
  const value = createClient({ url, RESP: 2 });
  value.on('error', () => undefined);
  await value.connect();
  return { value, [Symbol.asyncDispose]: async () => value.destroy() };
}

/** A port that nobody listens on. */
export async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return String(port);
}
