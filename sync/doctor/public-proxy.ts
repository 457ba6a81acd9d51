import { DEFAULT_OPERATIONS } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { fixFor } from './fixes.ts';
import { note, ok, problem, type Finding } from './finding.ts';
import { askPublic, speakerOf, type PublicAnswer, type Way } from './public-answer.ts';
import { cacheOf } from '../wordpress/caches.ts';

type ProxyOptions = {
  readonly origin: string;
  readonly trustProxy: readonly string[];
  /** True when the service has a secret for a gateway. */
  readonly trustsGateway: boolean;
  readonly signal: AbortSignal;
};

/** Checks the reverse proxy: Authorization, preflight, caching, X-Forwarded-For. */
export async function examineProxy(
  { origin, trustProxy, trustsGateway, signal }: ProxyOptions,
  way: Way,
): Promise<Finding[]> {
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    askPublic(`${origin}${path}`, { headers, method }, signal);
  const metered = `${PATHS.api}${DEFAULT_OPERATIONS.get_company_info.path}?section=contact`;

  const findings = [judgeAuthorization(await ask(QUOTA, { authorization: 'Bearer doctor' }))];
  findings.push(judgePreflight(await ask(PATHS.oauth.token, { origin: 'https://client.example' }, 'OPTIONS')));
  const first = await ask(metered);
  const second = await ask(metered);
  const forged = await ask(metered, { 'x-forwarded-for': FORGED, forwarded: `for=${FORGED}`, 'x-real-ip': FORGED });
  findings.push(judgeCaching(first, second));
  findings.push(judgeForwardedFor({ before: second, forged, trustProxy, trustsGateway, way }));
  return findings;
}

/** The operation that needs a token. */
const QUOTA = `${PATHS.api}${DEFAULT_OPERATIONS.get_quota.path}`;

/** An address that belongs to nobody (RFC 5737). */
const FORGED = '192.0.2.77';

/** An invalid token must be refused as such: then the header arrived. */
function judgeAuthorization(answer: PublicAnswer | Error): Finding {
  const check = 'public.authorization';
  const code = answer instanceof Error ? undefined : codeOf(answer);
  if (code === 'rest_invalid_token') return ok(check, 'The Authorization header arrives');
  if (code === 'rest_not_logged_in')
    return problem(check, 'The Authorization header does not arrive', fixFor('authorization', QUOTA));
  if (code === 'service_not_ready')
    return note(
      check,
      'Whether the Authorization header arrives cannot be seen: the state cannot be reached',
      'look at the log of the server',
    );
  const got = answer instanceof Error ? answer.message : `${answer.status}`;
  return problem(
    check,
    `A request with a token is answered by something else (${got})`,
    fixFor('authorization', QUOTA),
  );
}

/** A CORS preflight must reach the service. */
function judgePreflight(answer: PublicAnswer | Error): Finding {
  const check = 'public.preflight';
  const isAnswered = !(answer instanceof Error) && answer.status === 204 && speakerOf(answer) === 'service';
  if (isAnswered) return ok(check, 'OPTIONS reaches the service');
  const got = answer instanceof Error ? answer.message : `${answer.status}`;
  return problem(
    check,
    `OPTIONS ${PATHS.oauth.token} does not reach the service (${got})`,
    fixFor('method', '/oauth/'),
  );
}

/** Two responses to one metered request must differ in their X-Request-Id. */
function judgeCaching(first: PublicAnswer | Error, second: PublicAnswer | Error): Finding {
  const check = 'public.cache';
  if (first instanceof Error || second instanceof Error) {
    return note(check, 'Whether a cache keeps answers cannot be seen: the API did not answer twice');
  }
  const [before, after] = [first, second].map(({ headers }) => headers.get('x-request-id'));
  const cache = cacheOf(Object.fromEntries(second.headers));
  if ((before !== null && before === after) || cache?.hit === true) {
    return problem(check, `${cache?.name ?? 'A cache'} keeps answers of the API`, fixFor('cached', PATHS.api));
  }
  return ok(check, `No cache keeps answers of the API${cache ? ` (${cache.name} stands in front)` : ''}`);
}

type Forwarding = {
  /** The answer just before the forged one. */
  readonly before: PublicAnswer | Error;
  readonly forged: PublicAnswer | Error;
  readonly trustProxy: readonly string[];
  readonly trustsGateway: boolean;
  readonly way: Way;
};

/** A forged X-Forwarded-For must not bring a quota of its own; behind a proxy, the real one must. */
function judgeForwardedFor({ before, forged, trustProxy, trustsGateway, way }: Forwarding): Finding {
  const check = 'public.forwarded_for';
  const [left, leftForged] = [before, forged].map(remaining);
  if (left === undefined || leftForged === undefined) {
    return note(
      check,
      'How X-Forwarded-For is treated cannot be seen: the API gave no quota',
      'run npm run sync first, or wait a minute if the quota is used up',
    );
  }
  if (leftForged > left) {
    return problem(
      check,
      `A forged X-Forwarded-For has a quota of its own (${leftForged} left instead of ${left - 1})`,
      fixFor('forwarded_for', PATHS.api),
    );
  }
  if (way.by === 'gateway' && !trustsGateway) {
    return problem(
      check,
      'GATEWAY_SECRET is not set, though the gateway stands in front',
      fixFor('no_secret', PATHS.api),
    );
  }
  if (way.by === 'web server' && trustProxy.length === 0) {
    return problem(check, `TRUST_PROXY is empty, though ${way.name} stands in front`, fixFor('trust_proxy', PATHS.api));
  }
  const trusted = trustProxy.length === 0 ? 'no proxy is trusted' : `trusted: ${trustProxy.join(', ')}`;
  return ok(check, `A forged X-Forwarded-For changes nothing (${trusted})`);
}

function remaining(answer: PublicAnswer | Error): number | undefined {
  const value = answer instanceof Error ? null : answer.headers.get('ratelimit-remaining');
  return value === null || !/^\d+$/.test(value) ? undefined : Number(value);
}

function codeOf({ json }: PublicAnswer): unknown {
  return typeof json === 'object' && json !== null ? Reflect.get(json, 'code') : undefined;
}
