// Writes the refusals of server/http/refusals.ts into the files of deploy/: node test/deploy/refusal-snippets.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderApiError } from '../../server/api/errors.ts';
import { commonHeaders } from '../../server/http/headers.ts';
import { REFUSALS } from '../../server/http/refusals.ts';
import { API_VERSION } from '../../server/access/versioning.ts';
import { renderOAuthError } from '../../server/oauth/errors.ts';
import { AppError } from '../../shared/errors.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');

type Code = keyof typeof REFUSALS;
const CODES = Object.keys(REFUSALS) as Code[];

/** The answer of the service to a fault, at an OAuth endpoint or elsewhere. */
function answer(code: Code, form: 'api' | 'oauth') {
  const { message, ...more } = REFUSALS[code];
  const { status, body } = (form === 'api' ? renderApiError : renderOAuthError)(new AppError(code, message, more));
  return { status, body: String(body) };
}

/** Headers of every refusal. */
const HEADERS = {
  ...Object.fromEntries(
    Object.entries(commonHeaders({ https: false })).filter(([name]) => /^Access|Options/.test(name)),
  ),
  'Cache-Control': 'no-store',
  ...API_VERSION,
};

const { allow } = REFUSALS.method_not_allowed;
const { retryAfter } = REFUSALS.service_not_ready;

const OURS =
  'wp-json/agentes/v1|oauth/|mcp|api/|agent/identity|openapi\\.json|agents\\.md|auth\\.md|llms\\.txt|readyz|' +
  '\\.well-known/(?:oauth-|api-catalog|mcp/|agent-skills/|a(?:rd|i-catalog)\\.json)';

const indent = (depth: number, lines: readonly string[]) => lines.map((line) => `${' '.repeat(depth)}${line}`);

const NGINX_MAPS = [
  '# Whose refusal it is, by the request line: of the service, of its OAuth endpoints, or of this server and WordPress.',
  'map $request $refused_by {',
  '    default web_server;',
  String.raw`    "~^\S+ (?:https?://[^/ ]*)?/oauth/" oauth;`,
  String.raw`    "~^\S+ (?:https?://[^/ ]*)?/(?:${OURS}|[^? ]*\.md)(?![\w-])" content_service;`.replace(
    '(?![\\w-])',
    '',
  ),
  '}',
  'map $refused_by $refusal_address {',
  '    default /content-service/refusal;',
  '    web_server /web-server/refusal;',
  '}',
  'map "$refused_by $status" $refusal {',
  ...(['api', 'oauth'] as const).flatMap((form) =>
    CODES.map((code) => {
      const { status, body } = answer(code, form);
      return `    "${form === 'api' ? 'content_service' : 'oauth'} ${status}" '${body}';`;
    }),
  ),
  '}',
  'map $status $refusal_allow {',
  '    default "";',
  `    405 "${allow}";`,
  '}',
  'map $status $refusal_retry_after {',
  '    default "";',
  `    500 ${retryAfter};`,
  '}',
];

const NGINX_LOCATIONS = indent(4, [
  'location = /content-service/refusal {',
  '    internal;',
  '    default_type application/json;',
  ...Object.entries(HEADERS).map(([name, value]) => `    add_header ${name} "${value}" always;`),
  '    add_header Allow $refusal_allow always;',
  '    add_header Retry-After $refusal_retry_after always;',
  '    # Sent with the status of error_page.',
  '    return 200 $refusal;',
  '}',
  'location = /web-server/refusal {',
  '    internal;',
  '    default_type text/html;',
  '    return 200 "<!DOCTYPE html><title>$status</title><h1>$status</h1>\\n";',
  '}',
]);

const quoted = (text: string) => `"${text.replaceAll('"', String.raw`\"`)}"`;
const apacheDocument = (status: number, code: Code, form: 'api' | 'oauth' = 'api') =>
  `ErrorDocument ${status} ${quoted(answer(code, form).body.replace(/"status":\d+/, `"status":${status}`))}`;
const apacheHeaders = (when: string) => [
  `Header always set Content-Type "application/json" "expr=${when}"`,
  ...Object.entries(HEADERS).map(([name, value]) => `Header always set ${name} "${value}" "expr=${when}"`),
];

/** A refusal before Apache knows an address, which therefore has the members of both forms. */
function apacheEarly(status: number, code: Code): string {
  const members = { ...JSON.parse(answer(code, 'api').body), ...JSON.parse(answer(code, 'oauth').body) };
  return `ErrorDocument ${status} ${quoted(JSON.stringify({ ...members, data: { ...members.data, status } }))}`;
}

/** Refusals before Apache knows an address. */
const EARLY: readonly (readonly [number, Code])[] = [
  [400, 'bad_request'],
  [414, 'uri_too_long'],
  [431, 'header_too_large'],
  [501, 'bad_request'],
  [505, 'bad_request'],
];
const LATER: readonly (readonly [number, Code])[] = [
  [400, 'bad_request'],
  [405, 'method_not_allowed'],
  [413, 'body_too_large'],
  [502, 'service_not_ready'],
  [503, 'service_not_ready'],
  [504, 'service_not_ready'],
];
// WordPress's own errors have a handler.
const isEarly = `%{REQUEST_STATUS} -in {${EARLY.map(([status]) => `'${status}'`).join(', ')}} && %{HANDLER} == ''`;
const isLater = `%{REQUEST_STATUS} -in {${LATER.map(([status]) => `'${status}'`).join(', ')}} && -z resp('API-Version')`;

const APACHE_HOST = indent(4, [...EARLY.map(([status, code]) => apacheEarly(status, code)), ...apacheHeaders(isEarly)]);
const APACHE_SERVICE = indent(8, [
  ...LATER.map(([status, code]) => apacheDocument(status, code)),
  `Header always set Allow "${allow}" "expr=%{REQUEST_STATUS} -eq 405 && -z resp('API-Version')"`,
  `Header always set Retry-After "${retryAfter}" "expr=%{REQUEST_STATUS} -in {'502', '503', '504'} && -z resp('API-Version')"`,
  ...apacheHeaders(isLater),
]);
const APACHE_OAUTH = indent(
  8,
  LATER.map(([status, code]) => apacheDocument(status, code, 'oauth')),
);

function caddyRefusal(
  matcher: string,
  conditions: readonly string[],
  fields: readonly string[],
  body: string,
  status: number,
) {
  return [
    `${matcher} {`,
    ...conditions.map((condition) => `\t${condition}`),
    '}',
    ...fields.map((field) => `header ${matcher} ${field}`),
    `handle ${matcher} {`,
    '\timport content_service_refusal_headers',
    `\trespond \`${body}\` ${status}`,
    '}',
  ];
}
function caddyAnswer(name: string, when: string, code: Code, fields: readonly string[] = []): readonly string[] {
  const [oauth, api] = [answer(code, 'oauth'), answer(code, 'api')];
  const condition = `expression ${when}`;
  return [
    ...caddyRefusal(`@${name}_oauth`, [condition, 'path /oauth/*'], fields, oauth.body, oauth.status),
    ...caddyRefusal(`@${name}`, [condition], fields, api.body, api.status),
  ];
}
const CADDY = [
  '(content_service_refusal_headers) {',
  '\theader {',
  ...Object.entries({ 'Content-Type': 'application/json', ...HEADERS }).map(
    ([name, value]) => `\t\t${name} ${quoted(value)}`,
  ),
  '\t}',
  '}',
  '(content_service_away) {',
  ...[
    ...caddyAnswer('too_long', '{err.status_code} == 413', 'body_too_large'),
    ...caddyAnswer('not_possible', '{err.status_code} == 405', 'method_not_allowed', [`Allow "${allow}"`]),
    ...caddyAnswer('away', '{err.status_code} in [502, 503, 504]', 'service_not_ready', [
      `Retry-After "${retryAfter}"`,
    ]),
    'respond "{err.status_code} {err.status_text}"',
  ].map((line) => `\t${line}`),
  '}',
];

const php = (text: string) => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
const PHP = [
  '\tprivate const REFUSALS = [',
  ...(['body_too_large', 'service_not_ready'] as const).flatMap((code) => {
    const { status, body } = answer(code, 'api');
    return [
      `\t\t${php(code).padEnd(19)} => [`,
      `\t\t\t'status' => ${status},`,
      `\t\t\t'api'    => ${php(body)},`,
      `\t\t\t'oauth'  => ${php(answer(code, 'oauth').body)},`,
      '\t\t],',
    ];
  }),
  '\t];',
  '\tprivate const REFUSAL_HEADERS = [',
  ...Object.entries(HEADERS).map(([name, value]) => `\t\t${php(`${name}: ${value}`)},`),
  '\t];',
];

/** The parts of each file that are written, by the comment above them; `refusals end` closes each. */
const SNIPPETS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'nginx.conf': { 'refusal maps': NGINX_MAPS, 'refusal locations': NGINX_LOCATIONS },
  'sites/nginx.conf': { 'refusal maps': NGINX_MAPS, 'refusal locations': NGINX_LOCATIONS },
  'apache.conf': {
    'refusals of the server': APACHE_HOST,
    'refusals at the service': APACHE_SERVICE,
    'refusals at OAuth': APACHE_OAUTH,
  },
  Caddyfile: { 'refusal snippets': CADDY },
  'sites/Caddyfile': { 'refusal snippets': CADDY },
  'wordpress/content-service/includes/class-exchange.php': { 'refusal table': PHP },
};

export const FILES = Object.keys(SNIPPETS);

/** Text of a file in deploy/ as it is, and with the refusals of the service. */
export function withRefusals(file: string): { readonly present: string; readonly wanted: string } {
  const present = readFileSync(join(DEPLOY, file), 'utf8');
  let wanted = present;
  for (const [name, lines] of Object.entries(SNIPPETS[file] ?? {})) {
    const part = new RegExp(`^([ \\t]*(?:#|//) )${name}(: .*)?\\n[^]*?^\\1end of ${name}$`, 'm');
    if (!part.test(wanted)) throw new Error(`${file} has no part for "${name}"`);
    wanted = wanted.replace(
      part,
      (_, mark: string, note: string = '') => `${mark}${name}${note}\n${lines.join('\n')}\n${mark}end of ${name}`,
    );
  }
  return { present, wanted };
}

if (process.argv[1] === import.meta.filename) {
  for (const file of FILES) writeFileSync(join(DEPLOY, file), withRefusals(file).wanted);
}
