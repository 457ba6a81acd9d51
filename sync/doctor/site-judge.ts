import type { Answer } from '../wordpress/connection.ts';
import type { WordPressError, WordPressErrorKind } from '../wordpress/errors.ts';
import { decodeJson } from '../wordpress/decode.ts';
import { note, ok, problem, type Finding } from './finding.ts';
import { cacheOf } from '../wordpress/caches.ts';
import { clockSkew, blockerOf } from './site-marks.ts';
import { bareHost } from '../../shared/addresses.ts';

/** Advice for each kind of failure. */
const ADVICE: Record<WordPressErrorKind, string> = {
  unreachable: 'check SITE_URL, DNS and the firewall between this machine and the site',
  certificate: 'see what visitors get with: openssl s_client -connect HOST:443 -servername HOST',
  broken: 'something between here and the site cuts connections: look at its proxy or its host’s limits',
  timeout: 'the site is too slow or overloaded: look at its host; lower SYNC_REQUESTS_PER_SECOND',
  status: 'look at the error log of the site',
  denied: 'set SYNC_USER and SYNC_APP_PASSWORD, or open /wp-json/wp/v2 to visitors',
  ended:
    'a plugin that protects pages refuses every list that has one of them: look for an update of it, or open /wp-json/wp/v2 in it',
  later: 'the site limits requests: lower SYNC_REQUESTS_PER_SECOND, or allow the address of this machine',
  html: 'something answers in place of WordPress: a firewall, a login, a maintenance page',
  not_json: 'something damages the answers: a plugin that prints text, a proxy',
  truncated: 'something cuts the answers short: PHP’s memory or time limit, a proxy’s buffer',
  damaged: 'something changes the encoding of the answers: a proxy, a cache, a plugin; WordPress writes UTF-8',
  too_large: 'an answer is over the size cap: look at which plugin adds so much to the REST API',
  redirect: 'set SITE_URL to the address at which the site ends up',
  foreign: 'set SITE_URL to the address under which the site presents itself',
  no_api:
    'check that this is a WordPress, with its folder if it has one (SITE_URL=https://your.site/blog), and that no plugin has switched its REST API off',
  no_pages: 'take it out of SYNC_TYPES',
  unexpected: 'something changes what WordPress says: look at plugins that filter the REST API',
};

/** Advice for 503, which neither a limit of requests (429) nor a fault of a program (500) gives. */
export const UNAVAILABLE =
  'the site is in maintenance or overloaded: end its maintenance mode, wait for its updates, or look at its host';

function adviceFor({ kind, status }: WordPressError): string {
  return status === 503 && (kind === 'status' || kind === 'later') ? UNAVAILABLE : ADVICE[kind];
}

/** A failure, with the name of what blocked the request when the response shows it. */
export function judgeFailure(check: string, error: WordPressError, answer: Answer | undefined): Finding {
  const blocker = answer && blockerOf(answer);
  if (blocker) return problem(check, `${error.message}; this is ${blocker.name}`, blocker.advice);
  return problem(check, error.message, adviceFor(error));
}

/** Judges the way by which the REST API was discovered. */
export function judgeRest(root: string, by: string, blockerAtUsualPlace: string | undefined): Finding[] {
  const found = `The REST API answers at ${root}, found by ${by}`;
  if (root.includes('rest_route')) {
    const blocked = blockerAtUsualPlace === undefined ? '' : `; at /wp-json/ there is ${blockerAtUsualPlace}`;
    return [
      ok('site.rest', found),
      note(
        'site.permalinks',
        `Plain permalinks, or /wp-json/ does not reach WordPress${blocked}`,
        'Settings > Permalinks: choose «Post name» and save; addresses such as /?page_id=12 tell neither people nor search engines anything',
      ),
    ];
  }
  const announced = by === 'Link header' || by === 'link in the HTML head';
  if (announced) return [ok('site.rest', found), ok('site.permalinks', 'Pretty permalinks')];
  return [
    note('site.rest', found, 'the front page does not announce it: fine for sync, but other programs may not find it'),
    ok('site.permalinks', 'Pretty permalinks'),
  ];
}

/** Judges where the front page of SITE_URL ended up: a redirect within one origin is the site's own matter. */
export function judgeRedirect(base: string, end: string): Finding[] {
  const [asked, answered] = [new URL(base), new URL(end)];
  if (asked.origin === answered.origin) return [];
  const path = answered.pathname.startsWith(asked.pathname) ? asked.pathname.replace(/\/+$/, '') : '';
  return [note('site.redirect', `${base} redirects to ${end}`, `set SITE_URL=${answered.origin}${path}`)];
}

/** Judges the path of SITE_URL: sync finds a WordPress from the address of one of its pages too, or from a misspelt one. */
export function judgePath(siteUrl: string, home: string): Finding[] {
  const [own, shown] = [new URL(siteUrl), new URL(home)];
  const [path, wanted] = [own, shown].map(({ pathname }) => pathname.replace(/\/+$/, ''));
  if (path === wanted || bareHost(own) !== bareHost(shown)) return [];
  return [note('site.path', `WordPress says that its site is at ${home}`, `set SITE_URL=${own.origin}${wanted}`)];
}

const SKEW_NOTED = 120;

/** Judges the skew of the site's clock. */
export function judgeClock(headers: Answer['headers'], now: Date): Finding {
  const skew = clockSkew(headers, now);
  if (skew === undefined) return note('site.clock', 'The site does not say what time it is (no Date header)');
  if (Math.abs(skew) <= 2) return ok('site.clock', 'The site’s clock agrees with this machine’s');
  const message = `The site’s clock is ${Math.abs(skew)} s ${skew < 0 ? 'behind' : 'ahead of'} this machine’s`;
  if (Math.abs(skew) < SKEW_NOTED) return ok('site.clock', message);
  return note(
    'site.clock',
    message,
    'run NTP on both: `timedatectl` tells which one is wrong; times of change and Retry-After depend on it',
  );
}

/** Judges one page of a REST collection; `rows` are its items. */
export function judgeListing(
  type: string,
  answer: Answer,
): { readonly findings: Finding[]; readonly rows: readonly unknown[] } {
  const check = `site.type.${type}`;
  const decoded = decodeJson(answer.body.toString('utf8'));
  if (!decoded.ok) {
    const blocker = blockerOf(answer);
    const message = `The list of ${type} is ${decoded.what}${blocker ? `; this is ${blocker.name}` : ''}`;
    return { findings: [problem(check, message, blocker?.advice ?? ADVICE[decoded.kind])], rows: [] };
  }
  const { value } = decoded;
  if (!Array.isArray(value)) return { findings: [refusedListing(type, answer, value)], rows: [] };
  const findings: Finding[] = [];
  const total = headerNumber(answer, 'x-wp-total');
  if (total === undefined) {
    const advice =
      'let the proxy or CDN pass X-WP-Total and X-WP-TotalPages; sync goes on to the first empty page without them';
    findings.push((value.length === 0 ? problem : note)(check, `The list of ${type} has no X-WP-Total`, advice));
  } else if (total === 0) {
    findings.push(problem(check, `The site lists no ${type}`, 'publish some, or take the type out of SYNC_TYPES'));
  } else {
    findings.push(ok(check, `${total} ${type}, ${value.length} in one request`));
  }
  if (total !== undefined && value.length < Math.min(total, 100)) {
    const message = `Asked for 100 ${type}, the site gave ${value.length} of ${total}`;
    findings.push(
      note(
        `${check}.per_page`,
        message,
        'some are not for visitors, or a plugin limits per_page: sync reads on all the same',
      ),
    );
  }
  const junk = [decoded.before, decoded.after].map((text) => text.replace(/^\uFEFF/, '').trim()).filter(Boolean);
  if (decoded.before !== '' || decoded.after !== '') {
    const what = junk.length > 0 ? `“${junk.join('” and “').slice(0, 160)}”` : 'a byte order mark';
    const message = `There is text around the JSON: ${what}`;
    const advice =
      'WP_DEBUG_DISPLAY and display_errors off in wp-config.php; save the file it names as UTF-8 without BOM';
    findings.push(note(`${check}.junk`, message, `${advice}; sync reads past it, other programs may not`));
  }
  return { findings, rows: value };
}

function refusedListing(type: string, { status }: Answer, value: unknown): Finding {
  const [code, message] = ['code', 'message'].map((name) =>
    typeof value === 'object' && value !== null ? String(Reflect.get(value, name) ?? '') : '',
  );
  const what = `The list of ${type} answers ${status} ${code ?? ''}: ${message ?? ''}`;
  const advice =
    code === 'rest_no_route'
      ? `correct SYNC_TYPES: it wants REST names, such as pages,posts; a custom type needs «show_in_rest»`
      : ADVICE[status === 401 || status === 403 ? 'denied' : 'status'];
  return problem(`site.type.${type}`, what, advice);
}

/** Judges caching: `plain` is the second of two ordinary requests, `fresh` went past every cache. */
export function judgeCache(fresh: Answer, plain: Answer): Finding {
  const [inFresh, inPlain] = [cacheOf(fresh.headers), cacheOf(plain.headers)];
  if (inFresh?.hit) {
    return problem(
      'site.cache',
      `${inFresh.name} answers for the REST API even past the cache (Age ${inFresh.age}): sync may read old pages`,
      'leave /wp-json/ out of the cache (Cloudflare: cache rule «bypass»; Varnish: return(pass); plugins: «never cache» list)',
    );
  }
  const isStale = !fresh.body.equals(plain.body);
  if (inPlain?.hit) {
    const message = `${inPlain.name} caches the REST API${isStale ? ', and its list is out of date' : ''}; sync asks past it`;
    return note('site.cache', message, 'leave /wp-json/ out of the cache, so that other programs see changes too');
  }
  if (inPlain) return ok('site.cache', `${inPlain.name} stands in front and leaves the REST API alone`);
  return ok('site.cache', 'No cache shows itself in front of the REST API');
}

/** Judges the response to a request with the application password. */
export function judgeLogin(answer: Answer, siteUrl: string): Finding {
  const decoded = decodeJson(answer.body.toString('utf8'));
  const body = decoded.ok && typeof decoded.value === 'object' && decoded.value !== null ? decoded.value : {};
  const code = String(Reflect.get(body, 'code') ?? '');
  if (answer.status === 200 && Reflect.get(body, 'id') !== undefined) {
    const roles = [Reflect.get(body, 'roles') ?? []].flat().map(String);
    const message = `The application password works (${roles.join(', ') || 'no role shown'})`;
    if (!roles.includes('administrator')) return ok('site.login', message);
    return note(
      'site.login',
      message,
      'an administrator is more than reading needs: use a user with the role Subscriber',
    );
  }
  const message = `The application password is refused: ${answer.status} ${code}`;
  const anew = 'make a new one: Users > Profile > Application Passwords';
  if (code !== 'rest_not_logged_in') {
    return problem('site.login', message, `${anew}; a security plugin may have switched them off`);
  }
  const lost = [
    `${anew}; or the Authorization header does not reach WordPress:`,
    'Apache: `CGIPassAuth On` or `SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1`',
    'nginx: `fastcgi_param HTTP_AUTHORIZATION $http_authorization;`',
    ...(siteUrl.startsWith('http:') ? ['WordPress takes application passwords over https alone'] : []),
  ];
  return problem('site.login', message, lost.join('\n'));
}

function headerNumber({ headers }: Answer, name: string): number | undefined {
  const value = headers[name];
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}
