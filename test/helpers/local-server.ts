import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { runServer } from './running-server.ts';

/** A server whose public address is the one it listens on, for clients that follow the addresses it tells. */
export async function runLocalServer(options: Parameters<typeof runServer>[0] = {}) {
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const server = await runServer({ ...options, env: { PORT: port, PUBLIC_URL: publicUrl, ...options.env } });
  return { ...server, publicUrl };
}
export type LocalServer = Awaited<ReturnType<typeof runLocalServer>>;

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return String(port);
}
