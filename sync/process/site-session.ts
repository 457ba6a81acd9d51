import { startDemoSite } from '../demo/site.ts';
import { isAlive, thisProcess } from './identity.ts';
import { createSession, type SessionOptions } from './session.ts';

/** The session of this process on the site of its settings; without one, on the demo site, which lives as long. */
export async function openSession(options: Omit<SessionOptions, 'siteUrl' | 'self' | 'isAlive' | 'now'>) {
  await using opening = new AsyncDisposableStack();
  const demo = options.config.siteUrl === undefined ? opening.use(await startDemoSite()) : undefined;
  const siteUrl = options.config.siteUrl ?? demo?.url ?? '';
  // The demo is at another port each time.
  const discovered = demo ? undefined : options.discovered;
  const session = opening.use(
    createSession({ ...options, discovered, siteUrl, self: thisProcess(), isAlive, now: () => new Date() }),
  );
  const open = opening.move();
  return { sync: session.sync, [Symbol.asyncDispose]: () => open.disposeAsync() };
}
