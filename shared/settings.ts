import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { cronFault } from './cron.ts';
import { counted } from './printable.ts';
import { isPrivateHost } from './private-addresses.ts';

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `a whole number from ${min} to ${max}`);

const webAddress = z
  .string()
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
  }, 'an http or https address without user, query or fragment, such as https://example.com')
  .transform((text) => text.replace(/\/+$/, ''));

/** Requires https for public hosts, because an attacker in the network could change a download. */
const trustedAddress = webAddress.refine((text) => {
  const url = URL.parse(text);
  return url?.protocol !== 'http:' || isPrivateHost(url.hostname);
}, 'an https address; http is for loopback and private networks');

/** Schema of a string with a parse function that returns `undefined` for an invalid string. */
const readBy = <Value>(parse: (text: string) => Value | undefined, wanted: string) =>
  z.string().transform((text, context) => {
    const value = parse(text);
    if (value === undefined) context.addIssue(wanted);
    return value ?? z.NEVER;
  });

const isLoopback = ({ hostname }: URL): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

/** Address of a webhook: it may have a query, and any host over https. */
const webhookAddress = z.string().refine((text) => {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
  return url !== null && isSafe && !url.username && !url.hash;
}, 'an https address without user or fragment; http is for loopback');

/** Keys of Standard Webhooks, several during a rotation: `whsec_` and the Base64 of 24 to 64 bytes. */
const webhookSecrets = z
  .string()
  .transform((text) => text.split(/[\s,]+/))
  .pipe(
    z.array(
      readBy((text) => {
        const key = Buffer.from(text.slice('whsec_'.length), 'base64');
        const isWhole = text === `whsec_${key.toString('base64')}`;
        return isWhole && key.length >= 24 && key.length <= 64 ? key : undefined;
      }, 'whsec_ and the Base64 of 24 to 64 random bytes, as echo "whsec_$(openssl rand -base64 32)" makes it'),
    ),
  );

const schedule = z.string().superRefine((text, context) => {
  const fault = cronFault(text);
  if (fault !== undefined) context.addIssue(`a cron expression such as */10 * * * * (${fault})`);
});

const list = z.string().transform((text) => text.split(',').map((item) => item.trim()));

const networks = list.refine(
  (all) => all.every(isNetwork),
  'addresses or CIDR blocks separated by commas, such as 127.0.0.1,10.0.0.0/8',
);

const origins = list.refine(
  (all) => all.every((one) => URL.parse(one)?.origin === one),
  'origins such as https://app.example, separated by commas',
);

/** Nodes of a store; several for a cluster. A comma inside a password is written `%2C`. */
const storeAddresses = list.refine(
  (all) => all.every(isStoreAddress) && new Set(all.map((one) => one.split('//')[0])).size === 1,
  'redis://host:6379 or rediss://user:password@host:6379/0; of a cluster, several of them separated by commas',
);

const privateKey = readBy(
  readPrivateKey,
  'a private Ed25519 key in PEM (PKCS #8), as openssl genpkey -algorithm ed25519 makes one',
);

/** Several keys during a rotation. */
const publicKeys = z
  .string()
  .transform((text): string[] => text.match(/-----BEGIN [^]+?-----END [^-]+-----|[^\s,]+/g) ?? [])
  .pipe(
    z
      .array(readBy(readPublicKey, 'public Ed25519 keys in PEM, or their lines of Base64 separated by commas'))
      .min(1, 'at least one public Ed25519 key'),
  );

const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'a date such as 2027-01-31 or 2027-01-31T12:00:00Z')
  .transform((text) => new Date(text));

/** Shortest time in days between deprecation and end of a version, as `/auth.md` ("Versiones") promises. */
const DAYS_OF_NOTICE = 90;

const webPage = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'an http or https address')
  .transform((text) => new URL(text).href);

const nonEmpty = z.string().min(1, 'some text');

/** Secret shared with the WordPress plugin, too long to guess. */
const secret = z.string().regex(/^[\x21-\x7e]{32,200}$/, '32 to 200 characters of ASCII without blanks');

/** Schema of every environment variable; `deploy/configuration.md` has the meanings. */
const VARIABLES = {
  SITE_URL: webAddress.optional(),
  PUBLIC_URL: webAddress.optional(),
  HOST: nonEmpty.default('127.0.0.1'),
  METRICS_HOST: nonEmpty.default('127.0.0.1'),
  METRICS_PORT: wholeNumber(0, 65_534).optional(),
  PORT: wholeNumber(0, 65_535).default(8080),
  DATA_DIR: nonEmpty.default('./data'),
  SITES_DIR: nonEmpty.optional(),
  MEMORY_MB: wholeNumber(16, 1_000_000).default(512),
  SITE_CONFIG: nonEmpty.optional(),
  SYNC_SCHEDULE: schedule.default('*/10 * * * *'),
  SYNC_FULL_SCHEDULE: schedule.default('30 3 * * *'),
  SYNC_PROBE_SECONDS: wholeNumber(0, 86_400).default(15),
  SYNC_TYPES: z
    .string()
    .regex(/^\s*[\w-]+(\s*,\s*[\w-]+)*\s*$/, 'REST types separated by commas, such as pages,posts')
    .transform((text) => text.split(',').map((type) => type.trim()))
    .refine(
      (types) => !types.some((type) => type === 'media' || type === 'attachment'),
      'types of pages: media contains the files of the media library, not pages; remove it: sync reads their captions and alternative texts with the pages that show them',
    )
    .default(['pages']),
  SYNC_REQUESTS_PER_SECOND: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'a number, 0 for no limit')
    .transform(Number)
    .default(2),
  SYNC_USER: nonEmpty.optional(),
  SYNC_APP_PASSWORD: nonEmpty.optional(),
  GUARD_HOURS: wholeNumber(1, 720).default(4),
  UNSEEN_HOURS: wholeNumber(1, 720).default(72),
  SYNC_ON_PUBLISH: nonEmpty.optional(),
  SYNC_ON_PUBLISH_SECONDS: wholeNumber(1, 86_400).default(600),
  TRUST_PROXY: networks.default([]),
  GATEWAY_SECRET: secret.optional(),
  MCP_ORIGINS: origins.default([]),
  REFRESH_SECRET: secret.optional(),
  CHANGES_WEBHOOK: webhookAddress.optional(),
  CHANGES_WEBHOOK_SECRET: webhookSecrets.default([]),
  STATE_URL: storeAddresses.optional(),
  INDEX_URL: trustedAddress.optional(),
  INDEX_POLL_SECONDS: wholeNumber(1, 86_400).default(10),
  INDEX_PRIVATE_KEY: privateKey.optional(),
  INDEX_PUBLIC_KEY: publicKeys.default([]),
  API_DEPRECATION: moment.optional(),
  API_SUNSET: moment.optional(),
  API_DEPRECATION_URL: webPage.optional(),
  LEDGER_DAYS: wholeNumber(0, 366).default(30),
  READ_PAGE_MAX_CHARS: wholeNumber(1000, 10_000_000).default(50_000),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
} as const satisfies Record<string, z.ZodType>;

type Variables = typeof VARIABLES;
export type Settings = { readonly [Name in keyof Variables]: z.output<Variables[Name]> } & {
  /** Name of a site of SITES_DIR. */
  readonly [SITE_NAME]?: string | undefined;
};

/** Variable for the name of a site of SITES_DIR, set by the program from the folder name. */
export const SITE_NAME = 'CONTENT_SERVICE_SITE';

/** Names of all variables. */
export const SETTING_NAMES: readonly string[] = Object.keys(VARIABLES);

/** An invalid configuration or command line. The message lists all errors, each on a line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[], subject: 'configuration' | 'command line' = 'configuration') {
    super(`The ${subject} cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** Variables of the whole service, without a value per site. */
const OF_THE_SERVICE: ReadonlySet<string> = new Set<keyof Variables>([
  'HOST',
  'PORT',
  'METRICS_HOST',
  'METRICS_PORT',
  'DATA_DIR',
  'SITES_DIR',
  'MEMORY_MB',
  'SITE_CONFIG',
  'TRUST_PROXY',
  'STATE_URL',
  'LOG_LEVEL',
]);

/** Variables of a site, invalid in the environment if SITES_DIR is set. */
const OF_ONE_SITE = [
  'SITE_URL',
  'PUBLIC_URL',
  'SITE_CONFIG',
  'SYNC_USER',
  'SYNC_APP_PASSWORD',
  'REFRESH_SECRET',
  'GATEWAY_SECRET',
  'INDEX_URL',
] as const satisfies readonly (keyof Variables)[];

/** Variables that a site of SITES_DIR may set. */
export const SITE_VARIABLES: readonly string[] = Object.keys(VARIABLES).filter((name) => !OF_THE_SERVICE.has(name));

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Validates the environment. `NAME_FILE` names a file with the value; an empty string counts as absent. Throws a
 * ConfigurationError with all errors.
 */
export function readSettings(environment: Environment): Settings {
  const faults: string[] = [];
  const settings: Record<string, unknown> = {};
  if (environment[SITE_NAME] !== undefined) settings[SITE_NAME] = environment[SITE_NAME];
  for (const [name, schema] of Object.entries(VARIABLES)) {
    const given = read(environment, name, faults);
    const parsed = schema.safeParse(given);
    if (parsed.success) settings[name] = parsed.data;
    else
      faults.push(
        `${name}: got ${shown(name, given)}, wants ${parsed.error.issues.map((issue) => issue.message).join('; ')}`,
      );
  }
  faults.push(...conflictsIn(settings), ...sitesFaults(settings, environment));
  if (faults.length > 0) throw new ConfigurationError(faults);
  return settings as Settings;
}

/** Yields the faults of valid variables that do not fit together. */
function* conflictsIn(settings: Partial<Settings>): Generator<string> {
  const { INDEX_URL: indexUrl, PUBLIC_URL: publicUrl, API_DEPRECATION: from, API_SUNSET: until } = settings;
  if (settings.SYNC_USER !== undefined && settings.SYNC_APP_PASSWORD === undefined) {
    yield 'SYNC_APP_PASSWORD: got nothing, wants the application password of SYNC_USER';
  }
  if (indexUrl !== undefined && settings.INDEX_PRIVATE_KEY !== undefined) {
    yield 'INDEX_PRIVATE_KEY: a server that follows INDEX_URL needs INDEX_PUBLIC_KEY alone; leave it where sync runs';
  }
  // A plain http index could be replaced in the network.
  const index = URL.parse(indexUrl ?? '');
  if (index?.protocol === 'http:' && !isLoopback(index) && !settings.INDEX_PUBLIC_KEY?.length) {
    yield `INDEX_URL: got ${JSON.stringify(indexUrl)}, wants https, or INDEX_PUBLIC_KEY of whoever signs the index`;
  }
  if (settings.CHANGES_WEBHOOK !== undefined && !settings.CHANGES_WEBHOOK_SECRET?.length) {
    yield 'CHANGES_WEBHOOK_SECRET: got nothing, wants a key: echo "whsec_$(openssl rand -base64 32)"';
  }
  // A site of SITES_DIR may have a path.
  const address = settings[SITE_NAME] === undefined ? URL.parse(publicUrl ?? '') : null;
  if (address && address.pathname !== '/') {
    yield `PUBLIC_URL: got ${JSON.stringify(publicUrl)}, wants an origin without a path, such as ${address.origin}`;
  }
  const earliest = from && earliestSunset(from);
  if (until && earliest === undefined) {
    yield `API_SUNSET: got ${until.toISOString()} without API_DEPRECATION, wants both`;
  } else if (earliest !== undefined && !until) {
    yield `API_SUNSET: got nothing, wants when v1 ends, ${earliest} or later: API_DEPRECATION needs both`;
  } else if (earliest !== undefined && until && until.toISOString() < earliest) {
    const wanted = `at least ${DAYS_OF_NOTICE} days after API_DEPRECATION: ${earliest} or later`;
    yield `API_SUNSET: got ${until.toISOString()}, wants ${wanted}`;
  }
}

function sitesFaults({ SITES_DIR: dir }: Partial<Settings>, environment: Environment): string[] {
  if (dir === undefined) return [];
  const given = OF_ONE_SITE.filter((name) => environment[name] || environment[`${name}_FILE`]);
  return given.map((name) => `${name}: is for one site; with SITES_DIR, each site says it in its site.yaml`);
}

function earliestSunset(from: Date): string {
  return new Date(from.getTime() + DAYS_OF_NOTICE * 86_400_000).toISOString();
}

/** Returns true for an IP address or a CIDR block (RFC 4632 §3.1, RFC 4291 §2.3). */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = /^[\da-f.:]+$/i.test(address) ? isIP(address) : 0;
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function isStoreAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '') return false;
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    return false;
  }
  return /^(\/\d{0,5})?$/.test(url.pathname) && !url.search && !url.hash;
}

function read(environment: Environment, name: string, faults: string[]): string | undefined {
  const value = environment[name] || undefined;
  const file = environment[`${name}_FILE`] || undefined;
  if (file === undefined) return value;
  if (value !== undefined) {
    faults.push(`${name}_FILE: got ${JSON.stringify(file)}, but ${name} is set too; wants only one of them`);
    return undefined;
  }
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text === '') faults.push(`${name}_FILE: got ${JSON.stringify(file)}, which is empty`);
    return text || undefined;
  } catch (error) {
    faults.push(
      `${name}_FILE: got ${JSON.stringify(file)}, wants a readable file (${(error as NodeJS.ErrnoException).code})`,
    );
    return undefined;
  }
}

/** Formats an invalid value for a log message, without secrets and passwords. */
function shown(name: string, value: string | undefined): string {
  if (value === undefined) return 'nothing';
  if (/_(?:SECRET|KEY)$/.test(name)) return counted(value.length, 'character');
  return JSON.stringify(value.replace(/^(\w+:\/\/)?.*@/s, '$1…@'));
}

/** Default DATA_DIR of the demo site. */
export const DEMO_DATA_DIR = './data-demo';

/** Returns the absolute paths of the files in DATA_DIR. */
export function dataPaths(settings: Pick<Settings, 'DATA_DIR'>) {
  const dir = resolve(settings.DATA_DIR);
  return { dir, mirror: join(dir, 'mirror.db'), state: join(dir, 'state.db'), siteConfig: join(dir, 'site.yaml') };
}

const PEM = /^-----BEGIN /;

/**
 * Parses a private Ed25519 key (RFC 8410): PKCS #8 as PEM or its Base64 string. Returns `undefined` for an invalid key.
 */
function readPrivateKey(text: string): KeyObject | undefined {
  return ofEd25519(() =>
    PEM.test(text)
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }),
  );
}

/**
 * Parses a public Ed25519 key (RFC 8410): SubjectPublicKeyInfo as PEM or its Base64 string. Returns `undefined` for an
 * invalid key.
 */
function readPublicKey(text: string): KeyObject | undefined {
  // Node derives a public key from a private key, which must never be published.
  if (text.includes('PRIVATE')) return undefined;
  return ofEd25519(() =>
    PEM.test(text)
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }),
  );
}

function ofEd25519(parseKey: () => KeyObject): KeyObject | undefined {
  try {
    const key = parseKey();
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
