import { startDemoSite } from '../demo/site.ts';
import { isAlive, newSession } from './identity.ts';
import type { RunResources } from './run-resources.ts';
import { createSession, type SessionOptions } from './session.ts';

type Options = Omit<SessionOptions, 'siteUrl' | 'self' | 'isAlive' | 'now' | 'stamps' | 'converter' | 'gate'> & {
  /** The site is one of many, and gets one request at a time, whatever the names under which it is read. */
  readonly oneAtATime?: boolean;
};

/** The session of this process on the site of its settings; without one, on the demo site, which lives as long. */
export async function openSession({ oneAtATime = false, ...options }: Options, resources: RunResources) {
  const { stamps, converters, gateOf } = resources;
  await using opening = new AsyncDisposableStack();
  const demo = options.config.siteUrl === undefined ? opening.use(await startDemoSite()) : undefined;
  const siteUrl = options.config.siteUrl ?? demo?.url ?? '';
  // The demo is at another port each time.
  const discovered = demo ? undefined : options.discovered;
  const converter = opening.use(converters.open());
  const own = { siteUrl, discovered, stamps, converter, self: newSession(), isAlive, now: () => new Date() };
  const gate = oneAtATime ? gateOf(options.config.source) : undefined;
  const session = opening.use(createSession({ ...options, ...own, gate }));
  const open = opening.move();
  return { sync: session.sync, renew: session.renew, [Symbol.asyncDispose]: () => open.disposeAsync() };
}
export type Session = Awaited<ReturnType<typeof openSession>>;
