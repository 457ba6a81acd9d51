import type { Answer } from '../wordpress/connection.ts';
import type { WordPressError, WordPressErrorKind } from '../wordpress/errors.ts';
import { decodeJson } from '../wordpress/decode.ts';
import { note, ok, problem, type Finding } from './finding.ts';
import { cacheOf } from '../wordpress/caches.ts';
import { clockSkew, blockerOf } from './site-marks.ts';
import { bareHost } from '../../shared/addresses.ts';

const ADVICE: Record<WordPressErrorKind, string> = {
  unreachable: 'check SITE_URL, DNS and the firewall between this machine and the site',
  certificate: 'inspect the certificate with: openssl s_client -connect HOST:443 -servername HOST',
  broken: 'a device between this machine and the site closes connections: check its proxy and the limits of its host',
  timeout: 'the site is too slow or overloaded: check its host, and lower SYNC_REQUESTS_PER_SECOND',
  status: 'check the error log of the site',
  denied: 'set SYNC_USER and SYNC_APP_PASSWORD, or open /wp-json/wp/v2 to visitors',
  ended:
    'a plugin that protects pages rejects every list that contains such a page: update it, or allow /wp-json/wp/v2 in it',
  later: 'the site limits requests: lower SYNC_REQUESTS_PER_SECOND, or allow the address of this machine',
  html: 'a firewall, a login or a maintenance page responds instead of WordPress',
  not_json: 'a plugin that prints text, or a proxy, damages the responses',
  truncated: 'the responses are truncated: check the memory and time limits of PHP and the buffer of the proxy',
  damaged: 'a proxy, a cache or a plugin changes the encoding of the responses; WordPress writes UTF-8',
  too_large: 'a response exceeds the size limit: find the plugin that adds so much to the REST API',
  redirect: 'set SITE_URL to the final address of the site',
  foreign: 'set SITE_URL to the public address of the site',
  no_api:
    'check that SITE_URL is a WordPress site, including its folder (SITE_URL=https://your.site/blog), and that no plugin disables the REST API',
  no_pages: 'remove it from SYNC_TYPES',
  unexpected: 'a plugin changes the REST API: check plugins that filter it',
};

/** Advice for status 503, which indicates neither a rate limit (429) nor a program error (500). */
export const UNAVAILABLE =
  'the site is in maintenance or overloaded: end its maintenance mode, wait for its updates, or check its host';

function adviceFor({ kind, status }: WordPressError): string {
  return status === 503 && (kind === 'status' || kind === 'later') ? UNAVAILABLE : ADVICE[kind];
}

/** Reports a failure, with the product that blocked the request if the response identifies it. */
export function judgeFailure(check: string, error: WordPressError, answer: Answer | undefined): Finding {
  const blocker = answer && blockerOf(answer);
  if (blocker) return problem(check, `${error.message}; this is ${blocker.name}`, blocker.advice);
  return problem(check, error.message, adviceFor(error));
}

/** Judges the discovery of the REST API. */
export function judgeRest(root: string, by: string, blockerAtUsualPlace: string | undefined): Finding[] {
  const found = `The REST API responds at ${root}, found by ${by}`;
  if (root.includes('rest_route')) {
    const blocked = blockerAtUsualPlace === undefined ? '' : `; at /wp-json/ there is ${blockerAtUsualPlace}`;
    return [
      ok('site.rest', found),
      note(
        'site.permalinks',
        `Plain permalinks, or /wp-json/ does not reach WordPress${blocked}`,
        'Settings > Permalinks: choose «Post name» and save; addresses such as /?page_id=12 mean nothing to people and search engines',
      ),
    ];
  }
  const announced = by === 'Link header' || by === 'link in the HTML head';
  if (announced) return [ok('site.rest', found), ok('site.permalinks', 'Pretty permalinks')];
  return [
    note('site.rest', found, 'the front page does not announce it: sync works, but further programs may not find it'),
    ok('site.permalinks', 'Pretty permalinks'),
  ];
}

/** Judges the final address of the front page; a redirect within an origin is accepted. */
export function judgeRedirect(base: string, end: string): Finding[] {
  const [asked, answered] = [new URL(base), new URL(end)];
  if (asked.origin === answered.origin) return [];
  const path = answered.pathname.startsWith(asked.pathname) ? asked.pathname.replace(/\/+$/, '') : '';
  return [note('site.redirect', `${base} redirects to ${end}`, `set SITE_URL=${answered.origin}${path}`)];
}

/** Judges the path of SITE_URL: sync also finds WordPress from the address of a page or a misspelt path. */
export function judgePath(siteUrl: string, home: string): Finding[] {
  const [own, shown] = [new URL(siteUrl), new URL(home)];
  const [path, wanted] = [own, shown].map(({ pathname }) => pathname.replace(/\/+$/, ''));
  if (path === wanted || bareHost(own) !== bareHost(shown)) return [];
  return [note('site.path', `WordPress declares ${home} as its address`, `set SITE_URL=${own.origin}${wanted}`)];
}

const SKEW_NOTED = 120;

/** Judges the skew of the site's clock. */
export function judgeClock(headers: Answer['headers'], now: Date): Finding {
  const skew = clockSkew(headers, now);
  if (skew === undefined) return note('site.clock', 'The site sends no Date header');
  if (Math.abs(skew) <= 2) return ok('site.clock', 'The clocks of the site and of this machine agree');
  const message = `The site’s clock is ${Math.abs(skew)} s ${skew < 0 ? 'behind' : 'ahead of'} this machine’s`;
  if (Math.abs(skew) < SKEW_NOTED) return ok('site.clock', message);
  return note(
    'site.clock',
    message,
    'run NTP on both: `timedatectl` shows the state of each; change dates and Retry-After depend on it',
  );
}

/** Judges a page of a REST collection; `rows` are its items. */
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
      'configure the proxy or CDN to pass X-WP-Total and X-WP-TotalPages; without them, sync continues to the first empty page';
    findings.push((value.length === 0 ? problem : note)(check, `The list of ${type} has no X-WP-Total`, advice));
  } else if (total === 0) {
    findings.push(problem(check, `The site lists no ${type}`, 'publish some, or remove the type from SYNC_TYPES'));
  } else {
    findings.push(ok(check, `${total} ${type}, ${value.length} in one request`));
  }
  if (total !== undefined && value.length < Math.min(total, 100)) {
    const message = `Requested 100 ${type}, received ${value.length} of ${total}`;
    findings.push(
      note(
        `${check}.per_page`,
        message,
        'some are hidden from visitors, or a plugin limits per_page: sync continues anyway',
      ),
    );
  }
  const junk = [decoded.before, decoded.after].map((text) => text.replace(/^\uFEFF/, '').trim()).filter(Boolean);
  if (decoded.before !== '' || decoded.after !== '') {
    const what = junk.length > 0 ? `“${junk.join('” and “').slice(0, 160)}”` : 'a byte order mark';
    const message = `There is text around the JSON: ${what}`;
    const advice =
      'WP_DEBUG_DISPLAY and display_errors off in wp-config.php; save the file that it names as UTF-8 without BOM';
    findings.push(note(`${check}.junk`, message, `${advice}; sync ignores it, further programs may fail`));
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
      ? `correct SYNC_TYPES: it contains REST names, such as pages,posts; a custom type requires «show_in_rest»`
      : ADVICE[status === 401 || status === 403 ? 'denied' : 'status'];
  return problem(`site.type.${type}`, what, advice);
}

/** Judges caching: `plain` is the second of two ordinary responses, `fresh` bypassed every cache. */
export function judgeCache(fresh: Answer, plain: Answer): Finding {
  const [inFresh, inPlain] = [cacheOf(fresh.headers), cacheOf(plain.headers)];
  if (inFresh?.hit) {
    return problem(
      'site.cache',
      `${inFresh.name} answers for the REST API despite the cache buster (Age ${inFresh.age}): sync may read old pages`,
      'exclude /wp-json/ from the cache (Cloudflare: cache rule «bypass»; Varnish: return(pass); plugins: «never cache» list)',
    );
  }
  const isStale = !fresh.body.equals(plain.body);
  if (inPlain?.hit) {
    const message = `${inPlain.name} caches the REST API${isStale ? ', and its list is out of date' : ''}; sync bypasses it`;
    return note('site.cache', message, 'exclude /wp-json/ from the cache, so that further programs see changes too');
  }
  if (inPlain) return ok('site.cache', `${inPlain.name} is in front and does not cache the REST API`);
  return ok('site.cache', 'No cache detected in front of the REST API');
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
      'reading does not require an administrator: use a user with the role Subscriber',
    );
  }
  const message = `The application password is refused: ${answer.status} ${code}`;
  const advice = 'create a new password: Users > Profile > Application Passwords';
  if (code !== 'rest_not_logged_in') {
    return problem('site.login', message, `${advice}; a security plugin may have disabled them`);
  }
  const lost = [
    `${advice}; or the Authorization header does not reach WordPress:`,
    'Apache: `CGIPassAuth On` or `SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1`',
    'nginx: `fastcgi_param HTTP_AUTHORIZATION $http_authorization;`',
    ...(siteUrl.startsWith('http:') ? ['WordPress accepts application passwords only over https'] : []),
  ];
  return problem('site.login', message, lost.join('\n'));
}

function headerNumber({ headers }: Answer, name: string): number | undefined {
  const value = headers[name];
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}
