import { startDemoSite } from '../demo/site.ts';
import { isAlive, newSession } from './identity.ts';
import type { RunResources } from './run-resources.ts';
import { createSession, type SessionOptions } from './session.ts';

type Options = Omit<SessionOptions, 'siteUrl' | 'self' | 'isAlive' | 'now' | 'stamps' | 'converter' | 'gate'> & {
  // With several sites: limits the site to a single request at a time, under all of its names.
  readonly oneAtATime?: boolean;
};

/** Opens a session on the configured site, by default on the demo site, which closes with the session. */
export async function openSession({ oneAtATime = false, ...options }: Options, resources: RunResources) {
  const { stamps, converters, gateOf } = resources;
  await using opening = new AsyncDisposableStack();
  const demo = options.config.siteUrl === undefined ? opening.use(await startDemoSite()) : undefined;
  const siteUrl = options.config.siteUrl ?? demo?.url ?? '';
  // The demo site has a different port each time.
  const discovered = demo ? undefined : options.discovered;
  const converter = opening.use(converters.open());
  const own = { siteUrl, discovered, stamps, converter, self: newSession(), isAlive, now: () => new Date() };
  const gate = oneAtATime ? gateOf(options.config.source) : undefined;
  const session = opening.use(createSession({ ...options, ...own, gate }));
  const open = opening.move();
  return { sync: session.sync, renew: session.renew, [Symbol.asyncDispose]: () => open.disposeAsync() };
}
export type Session = Awaited<ReturnType<typeof openSession>>;
