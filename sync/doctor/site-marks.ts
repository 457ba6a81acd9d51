import { BUILDERS } from '../markdown/builders.ts';
import { unrenderedBuilder } from '../markdown/clean/shortcodes.ts';
import { classMatcher, classNames } from '../markdown/parse/class-names.ts';
import type { Answer } from '../wordpress/connection.ts';

/*
 * Fingerprints of what stands between sync and a site (firewalls, caches, plugins): a header, a title, an error code. Pure
 * functions on responses; none of these products is sent anything.
 */

type Marked = Pick<Answer, 'status' | 'headers' | 'body'>;

type Mark = {
  readonly name: string;
  readonly advice: string;
  readonly status?: number;
  readonly header?: readonly [name: string, value: RegExp];
  readonly body?: RegExp;
};

const ALLOW_ADDRESS = 'allow the address of this machine there, or leave /wp-json/ out of the challenge';

/** The surest fingerprints first. */
const BLOCKERS: readonly Mark[] = [
  { name: 'a Cloudflare challenge', header: ['cf-mitigated', /./], advice: `${ALLOW_ADDRESS} (WAF custom rule: skip)` },
  { name: 'a Cloudflare challenge', body: /<title>Just a moment|cdn-cgi\/challenge-platform/i, advice: ALLOW_ADDRESS },
  {
    name: 'Cloudflare’s firewall',
    body: /Attention Required! \| Cloudflare|Sorry, you have been blocked/i,
    advice: ALLOW_ADDRESS,
  },
  {
    name: 'Wordfence',
    body: /wordfence/i,
    advice: 'Wordfence > Firewall > Allowlisted IP addresses: add the address of this machine',
  },
  { name: 'the Sucuri firewall', header: ['x-sucuri-block', /./], advice: ALLOW_ADDRESS },
  { name: 'the Sucuri firewall', body: /Sucuri WebSite Firewall/i, advice: ALLOW_ADDRESS },
  {
    name: 'SiteGround’s captcha',
    header: ['sg-captcha', /./],
    advice: 'ask the host to allow the address of this machine',
  },
  {
    name: 'SiteGround’s captcha',
    body: /\/\.well-known\/sgcaptcha\//i,
    advice: 'ask the host to allow the address of this machine',
  },
  {
    name: 'Imunify360',
    body: /imunify360/i,
    advice: 'ask the host to allow the address of this machine in Imunify360',
  },
  { name: 'Imperva', body: /_Incapsula_Resource|Incapsula incident/i, advice: ALLOW_ADDRESS },
  { name: 'the AWS firewall', header: ['x-amzn-waf-action', /./], advice: ALLOW_ADDRESS },
  { name: 'Akamai', header: ['server', /AkamaiGHost/i], advice: ALLOW_ADDRESS },
  { name: 'DDoS-Guard', header: ['server', /ddos-guard/i], advice: ALLOW_ADDRESS },
  { name: 'LiteSpeed’s captcha', body: /Verifying that you are not a robot/i, advice: ALLOW_ADDRESS },
  {
    name: 'Solid Security (iThemes)',
    body: /itsec_rest_api_access_restricted/,
    advice: 'Security > Settings > WordPress Tweaks > REST API: default access; or set SYNC_USER and SYNC_APP_PASSWORD',
  },
  {
    name: 'the plugin Disable REST API',
    body: /\bDRA: /,
    advice: 'Settings > Disable REST API: allow /wp/v2 for visitors; or set SYNC_USER and SYNC_APP_PASSWORD',
  },
  {
    name: 'a plugin that closes the REST API to visitors',
    body: /"code"\s*:\s*"(?:rest_not_logged_in|rest_login_required|rest_cannot_access|rest_forbidden|rest_disabled|rest_api_disabled|rest_unauthorized|restricted)"/,
    advice: 'open /wp/v2 in the security plugin or the theme’s functions.php; or set SYNC_USER and SYNC_APP_PASSWORD',
  },
  {
    name: 'ModSecurity',
    body: /mod_?security|<title>Not Acceptable!?/i,
    advice: 'ask the host which rule it was, and to leave /wp-json/ out of it',
  },
  {
    name: 'a password of the web server',
    header: ['www-authenticate', /^\s*Basic/i],
    advice: 'leave the address of this machine out of it (nginx: satisfy any; allow …; Apache: Require ip …)',
  },
  {
    // wp_maintenance() of WordPress; what it says is in the site's language.
    name: 'WordPress while it is updated',
    status: 503,
    header: ['retry-after', /^600$/],
    body: /"code"\s*:\s*"wp_die"|<body id="error-page"|Briefly unavailable for scheduled maintenance/,
    advice: 'wait ten minutes at most: then WordPress ends it by itself, even where an update broke off',
  },
  ...[
    ['Elementor', /elementor-maintenance-mode/] as const,
    ['LightStart', /\/plugins\/wp-maintenance-mode\//] as const,
    ['SeedProd', /\/plugins\/coming-soon\//] as const,
  ].map(([plugin, body]) => ({
    name: `the maintenance mode of ${plugin}`,
    status: 503,
    body,
    advice: `end it in ${plugin} when the site is ready; logging in shows the site, visitors and programs get this instead`,
  })),
  {
    name: 'a maintenance page',
    body: /Briefly unavailable for scheduled maintenance|maintenance mode|<title>[^<]*(?:maintenance|mantenimiento|wartung)/i,
    advice: 'end the maintenance mode when the site is ready: it is a plugin’s, the theme’s or the host’s',
  },
  {
    name: 'a coming-soon page',
    body: /coming[- ]soon|under construction/i,
    advice: 'publish the site, or let its plugin leave /wp-json/ open',
  },
  {
    name: 'a login page',
    body: /<form[^>]+wp-login\.php|id="loginform"/i,
    advice: 'the site sends visitors to its login: let its plugin leave /wp-json/ open',
  },
  {
    name: 'a port of https, asked by http',
    status: 400,
    body: /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server|plain HTTP to an SSL-enabled server port/i,
    advice: 'set SITE_URL to the https address of the site',
  },
  {
    name: 'a rule of nginx',
    body: /<center>nginx/i,
    advice: 'look for `deny` or `return` on /wp-json in its configuration',
  },
  {
    name: 'a rule of Apache',
    body: /You don't have permission to access this resource/i,
    advice: 'look for `Require all denied` or [F] on wp-json, also in .htaccess',
  },
];

/** Names what blocked a request by its fingerprint in the response, with advice. */
export function blockerOf({ status, headers, body }: Marked): Pick<Mark, 'name' | 'advice'> | undefined {
  const text = body.subarray(0, 65_536).toString('utf8');
  const known = BLOCKERS.find(
    ({ status: only = status, header, body: mark }) =>
      only === status && (!header || header[1].test(textOf(headers[header[0]]))) && (!mark || mark.test(text)),
  );
  // A word such as «wordfence» in a page that was shown as usual is no refusal.
  return known && (status >= 400 || !/^\s*[[{]/.test(text)) ? known : undefined;
}

const MADE_BY = BUILDERS.map(({ name, classes = '' }) => ({ name, marks: classMatcher(classes) }));

/** The page builder that made a text; `raw` where its shortcodes were left unrendered. */
export function builderOf(html: string): { readonly name: string; readonly raw: boolean } | undefined {
  const unrendered = unrenderedBuilder(html);
  if (unrendered) return { name: unrendered.name, raw: true };
  const attributes = [...html.matchAll(/\sclass\s*=\s*["']?([^"'>]+)/gi)].map(([, value]) => value);
  const classes = classNames(attributes.join(' '));
  const found = MADE_BY.find(({ marks }) => marks(classes) !== undefined);
  return found && { name: found.name, raw: false };
}

const TRANSLATORS: readonly (readonly [name: string, namespace: RegExp])[] = [
  ['WPML', /^wpml\//],
  ['Polylang', /^pll\//],
  ['TranslatePress', /^trp\//],
  ['Weglot', /^weglot\//],
];

/** The plugin that translates, and the languages that a front page offers. */
export function languagesOffered(namespaces: readonly string[], html: string) {
  const plugin = TRANSLATORS.find(([, namespace]) => namespaces.some((one) => namespace.test(one)))?.[0];
  const tags = [...html.matchAll(/<link\s[^>]*hreflang\s*=\s*["']([a-z]{2,3}(?:-[a-z0-9]+)*)["'][^>]*>/gi)];
  const languages = [...new Set(tags.map(([, tag]) => tag?.toLowerCase() ?? ''))];
  return { plugin, languages };
}

/** Seconds by which a site's clock is ahead of ours, from its `Date` and `Age` (RFC 9110, RFC 9111). */
export function clockSkew(headers: Answer['headers'], now: Date): number | undefined {
  const date = Date.parse(textOf(headers['date']));
  if (Number.isNaN(date)) return undefined;
  return Math.round((date - now.getTime()) / 1000 + (Number(textOf(headers['age'])) || 0));
}

const textOf = (value: string | readonly string[] | undefined): string => [value ?? []].flat().join(', ');
