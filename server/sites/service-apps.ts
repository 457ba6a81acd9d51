import type { IncomingMessage } from 'node:http';
import { AppError } from '../../shared/errors.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { createApp } from '../http/app.ts';
import { json, NO_STORE, type Route, type Subject } from '../http/message.ts';
import { normalHost, type Destination } from './host-table.ts';

type AppOptions = Parameters<typeof createApp>[0];
type Options = Pick<AppOptions, 'renderError' | 'headers' | 'encode' | 'log' | 'newRequestId' | 'now' | 'onAnswer'> & {
  // Numbers of sites by state.
  readonly counts: () => Readonly<Record<string, number>>;
  // Returns false if the shared state is unreachable.
  readonly isStateReachable: () => Promise<boolean>;
};

const REFUSALS = {
  'unknown-host': () =>
    new AppError('misdirected_request', 'This host is not served here', {
      hint: 'Send the request to the public address of a site, with its host in the Host header.',
    }),
  'two-hosts': () =>
    new AppError('bad_request', 'The request names two hosts', {
      hint: 'Send only the path in the request line, and one Host header.',
    }),
  nowhere: () =>
    new AppError('no_route', 'No route matches this URL', {
      hint: 'The sites of this host have other path prefixes.',
    }),
  caller: () =>
    new AppError('service_not_ready', 'Too many of your requests wait for a site to open', {
      hint: 'Send requests to one site at a time.',
      retryAfter: 5,
    }),
  all: () =>
    new AppError('service_not_ready', 'Too many sites are opening', { hint: 'Try again later.', retryAfter: 5 }),
  failed: () =>
    new AppError('service_not_ready', 'This site cannot be opened', { hint: 'Try again later.', retryAfter: 5 }),
} as const;

/**
 * Creates the apps for requests without a site, by reason. They respond to probes with the state of the server and
 * never open a site.
 */
export function createServiceApps({ counts, isStateReachable, ...options }: Options) {
  const subjectOf = (operation: string): Subject => ({ api: 'status', operation });
  const probes: readonly Route[] = [
    {
      path: PATHS.live,
      quiet: true,
      subject: subjectOf(PATHS.live),
      methods: { GET: () => json(200, { status: 'live' }, NO_STORE) },
    },
    {
      path: PATHS.ready,
      quiet: true,
      subject: subjectOf(PATHS.ready),
      methods: {
        GET: async () => {
          if (await isStateReachable()) return json(200, { status: 'ready', ...counts() }, NO_STORE);
          const trouble = { status: 'not ready', state: 'unreachable', ...counts() };
          return json(503, trouble, { ...NO_STORE, 'Retry-After': '5' });
        },
      },
    },
  ];

  const refusing = (refuse: () => AppError) =>
    createApp({
      ...options,
      siteUrl: '',
      lookups: [],
      routes: [...probes, { path: '/*', methods: { '*': () => Promise.reject(refuse()) } }],
    });

  return {
    'unknown-host': refusing(REFUSALS['unknown-host']),
    'two-hosts': refusing(REFUSALS['two-hosts']),
    nowhere: refusing(REFUSALS.nowhere),
    failed: refusing(REFUSALS.failed),
    /** Apps for a full queue, by the exceeded limit. */
    crowd: { caller: refusing(REFUSALS.caller), all: refusing(REFUSALS.all) },
  };
}
/**
 * Finds the site of a request by host and path. The host may be in the request target instead of `Host` (RFC 9112
 * §3.2.2).
 */
export function destinationOf<Site>(
  { url = '/', headers: { host = '' } }: Pick<IncomingMessage, 'url' | 'headers'>,
  find: (host: string, target: string) => Destination<Site>,
): Destination<Site> | { readonly is: 'two-hosts' } {
  const [, named, rest = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (named === undefined) return find(host, url.split('#', 1)[0] ?? url);
  // A proxy may have used either host.
  if (host !== '' && normalHost(named) !== normalHost(host)) return { is: 'two-hosts' };
  return find(named, rest.startsWith('/') ? rest : `/${rest}`);
}
