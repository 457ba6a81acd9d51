import { runProgram } from './program.ts';
import { temporaryDataDir } from './sample-index.ts';

/** A server as on a machine of its own: it has its own DATA_DIR, and only the store is common. */
export async function startMachine(stateUrl: string, more: Readonly<Record<string, string>> = {}) {
  await using started = new AsyncDisposableStack();
  const data = started.use(await temporaryDataDir());
  await data.publish();
  const env = { DATA_DIR: data.dir, STATE_URL: stateUrl, TRUST_PROXY: '127.0.0.1', ...more };
  const serving = { ...env, PORT: '0', PUBLIC_URL: 'https://casa.example' };
  const program = started.use(runProgram('server/main.ts', serving));
  const [, url = ''] = await program.printed(/"url":"([^"]+)"/);
  const running = started.move();
  return { ...program, url, dataDir: data.dir, env, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
