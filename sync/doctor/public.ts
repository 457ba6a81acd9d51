import { PATHS } from '../../shared/public-paths.ts';
import { fixFor, forGateway } from './fixes.ts';
import { note, ok, problem, type Finding } from './finding.ts';
import { probesFor, type Probe } from './public-addresses.ts';
import { askLocal, askPublic, speakerOf, wayOf, type Ask, type PublicAnswer, type Way } from './public-answer.ts';
import { examinePages } from './public-pages.ts';
import { examineProxy } from './public-proxy.ts';
import { examineWellKnownFiles, type WellKnownFiles } from './well-known.ts';

export type PublicOptions = {
  /** `{site_url}`. */
  readonly origin: string;
  /** Address of the service as this machine reaches it. */
  readonly local: string;
  readonly trustProxy: readonly string[];
  /** True when the service has a secret for a gateway. */
  readonly trustsGateway: boolean;
  /** The owner's files for `/.well-known/`. */
  readonly files: WellKnownFiles;
  readonly signal: AbortSignal;
};

/**
 * Checks the service from outside, under the addresses that it gives to strangers. Some sixty requests. What to do is said for the
 * way by which they lead here.
 */
export async function examinePublic(options: PublicOptions): Promise<readonly Finding[]> {
  const base = `${options.origin}${PATHS.api}`;
  const index = await askPublic(base, {}, options.signal);
  const findings = [...judgeOrigin(options.origin), judgeIndex(base, index)];
  if (index instanceof Error) return findings;
  const way = speakerOf(index) === 'service' ? wayOf(index) : undefined;
  const addresses = await examineAddresses(options, index, way);
  if (isUnled(index, addresses)) return [...findings, judgeNoWay(addresses), ...addresses.filter(isNote)];
  findings.push(...(way ? [judgeWay(way)] : []), ...addresses);
  return way?.by === 'gateway' ? findings.map(forGateway) : findings;
}

async function examineAddresses(
  options: PublicOptions,
  index: PublicAnswer,
  way: Way | undefined,
): Promise<readonly Finding[]> {
  const { origin, signal } = options;
  const base = `${origin}${PATHS.api}`;
  const findings: Finding[] = [];

  const ask = {
    outside: (path: string, what: Ask = {}) => askPublic(`${origin}${path}`, what, signal),
    inside: (path: string, what: Ask = {}) => askLocal(options.local, `${origin}${path}`, what, signal),
  };
  const direct = await ask.inside(PATHS.api);
  const isLocal = !(direct instanceof Error) && baseUrlIn(direct) === base;
  if (!isLocal) {
    findings.push(
      note(
        'public.local',
        `The service does not answer for ${origin} at ${options.local}`,
        'run this where the service runs, with its settings, to have both sides compared',
      ),
    );
  }
  const source = isLocal ? ask.inside : ask.outside;
  for (const probe of await probesOf(source, origin, isLocal ? direct : index)) {
    const outside = await send(ask.outside, probe);
    const inside = isLocal ? await send(ask.inside, probe) : undefined;
    const finding = judgeProbe(probe, outside, inside);
    if (finding) findings.push(finding);
  }
  if (way === undefined) return findings;
  findings.push(...(await examineWellKnownFiles(origin, options.files, signal)));
  findings.push(...(await examinePages(options)));
  return [...findings, ...(await examineProxy(options, way))];
}

function judgeWay(way: Way): Finding {
  const check = 'public.way';
  if (way.by === 'gateway') return ok(check, 'The gateway of the WordPress plugin leads here');
  if (way.by === 'web server') return ok(check, `The web server leads here (${way.name})`);
  return ok(check, 'Nothing that says so stands in front');
}

const isNote = ({ level }: Finding): boolean => level === 'note';

/** True when somebody else answers at every address: a fix for each would be the same a score of times. */
function isUnled(index: PublicAnswer, addresses: readonly Finding[]): boolean {
  const speaker = speakerOf(index);
  return (speaker === 'wordpress' || speaker === 'other') && !addresses.some(({ level }) => level === 'ok');
}

function judgeNoWay(addresses: readonly Finding[]): Finding {
  const lost = addresses.filter(({ level }) => level === 'problem').length;
  const ways = [
    'one of three ways (README, “Put it in front of your site”):',
    'if you can change the virtual host: the parts of deploy/nginx.conf, deploy/apache.conf or deploy/Caddyfile',
    'if you can change WordPress alone: the plugin in deploy/wordpress/, with its gateway',
    'else: a name of its own for the service, which PUBLIC_URL then is',
  ];
  return problem(
    'public.way',
    `Nothing leads here yet: none of ${lost} addresses ends at the service`,
    ways.join('\n'),
  );
}

function judgeOrigin(origin: string): Finding[] {
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'https:') return [];
  const isOwnMachine = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  const message = `PUBLIC_URL is ${origin}, which is not encrypted`;
  if (isOwnMachine) return [note('public.https', `${message}: fine on this machine alone`)];
  return [
    problem(
      'public.https',
      message,
      'secrets and tokens would travel in the open: give the web server a certificate, and PUBLIC_URL https',
    ),
  ];
}

/** Judges the response of `{base_url}`. */
function judgeIndex(base: string, answer: PublicAnswer | Error): Finding {
  const check = 'public.api';
  if (answer instanceof Error) {
    return problem(
      check,
      `${base} does not answer: ${answer.message}`,
      'check PUBLIC_URL, DNS, the certificate, and that the web server runs',
    );
  }
  const speaker = speakerOf(answer);
  switch (speaker) {
    case 'service': {
      const said = baseUrlIn(answer);
      if (said === base) return ok(check, `The service answers at ${base}`);
      const message = `${base} is answered by a service that calls itself ${said ?? `something else (${answer.status})`}`;
      return problem(check, message, 'give the server the same PUBLIC_URL, and start it again');
    }
    case 'wordpress':
      return problem(check, `WordPress answers at ${base}, not the service`, fixFor('not_passed', PATHS.api));
    case 'redirect':
      return problem(
        check,
        `${base} redirects to ${answer.headers.get('location') ?? '?'}`,
        fixFor('redirect', PATHS.api),
      );
    case 'gateway':
      return problem(check, `${base} answers ${answer.status}`, fixFor('down', PATHS.api));
    default:
      return problem(
        check,
        `${base} answers ${answer.status}, and not from the service`,
        fixFor('not_passed', PATHS.api),
      );
  }
}

function baseUrlIn({ json }: PublicAnswer): string | undefined {
  const said: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'base_url') : undefined;
  return typeof said === 'string' ? said : undefined;
}

/** The documents that name all the others are read where they are surely the server's own. */
async function probesOf(source: Send, origin: string, index: PublicAnswer): Promise<readonly Probe[]> {
  const paths = [PATHS.apiCatalog, PATHS.authorizationServer, PATHS.openApi];
  const documents: unknown[] = [index.json];
  for (const path of paths) {
    const answer = await source(path);
    if (!(answer instanceof Error) && answer.status === 200) documents.push(withoutExamples(answer.json));
  }
  return probesFor(origin, documents);
}

/** Addresses of pages in the examples of a contract are not of the service. */
function withoutExamples(document: unknown): unknown {
  if (typeof document !== 'object' || document === null || !('openapi' in document)) return document;
  return Object.keys(Reflect.get(document, 'paths') ?? {}).map((path) => path);
}

/** Asks at a path of the service, from outside or on the machine itself. */
type Send = (path: string, what?: Ask) => Promise<PublicAnswer | Error>;

function send(ask: Send, { path, method, body, type }: Probe): Promise<PublicAnswer | Error> {
  const headers = type === undefined ? {} : { 'content-type': type };
  return ask(path, { method, headers, body });
}

/**
 * Judges the response of one address from outside by that on the machine itself (`inside`, when that is known);
 * `undefined` when the server does not have the address.
 */
function judgeProbe(
  { path, method, expect }: Probe,
  outside: PublicAnswer | Error,
  inside: PublicAnswer | Error | undefined,
): Finding | undefined {
  const check = `public.address.${path}`;
  const isAbsent = inside !== undefined && !(inside instanceof Error) && inside.status === 404;
  if (isAbsent) return undefined;
  const what = `${method} ${path}`;
  if (outside instanceof Error)
    return problem(check, `${what} does not answer: ${outside.message}`, fixFor('not_passed', path));
  const { status } = outside;
  switch (speakerOf(outside)) {
    case 'service':
      if (status === 404)
        return inside ? problem(check, `${what} answers 404 outside`, fixFor('not_passed', path)) : undefined;
      if (expect && !expect.includes(status)) {
        return problem(
          check,
          `${what} answers ${status} instead of ${expect.join(' or ')}`,
          'compare the versions of the service and of this program; look at the log of the server',
        );
      }
      return ok(check, `${what} answers ${status}`);
    case 'redirect':
      return problem(check, `${what} redirects to ${outside.headers.get('location') ?? '?'}`, fixFor('redirect', path));
    case 'gateway':
      return problem(check, `${what} answers ${status}`, fixFor('down', path));
    case 'wordpress':
      return problem(check, `${what} is answered by WordPress (${status})`, fixFor('not_passed', path));
    default:
      return problem(check, `${what} answers ${status}, and not from the service`, otherFix(path, method, status));
  }
}

function otherFix(path: string, method: string, status: number): string {
  if (status === 405 || status === 501 || (method === 'POST' && status === 403)) return fixFor('method', path);
  return fixFor(path.startsWith(`${PATHS.wellKnown}/`) ? 'dot_rule' : 'not_passed', path);
}
