// Schema of site.yaml: company data and site rules of the owner (deploy/configuration.md).
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { ANY_CITY, type CityRule } from '../../shared/cities.ts';
import { fieldAt } from '../../shared/fields.ts';
import { nearestWord } from '../../shared/nearest-word.ts';
import { toSlug } from '../../shared/places.ts';
import { readSiteFile } from '../../shared/regular-file.ts';
import { ConfigurationError, dataPaths, SITE_VARIABLES, type Settings } from '../../shared/settings.ts';
import { AddressQuotas } from './address-quotas.ts';
import { createPathPatterns } from './path-patterns.ts';
import { TRADES } from '../vocabulary/trades.ts';
import { SITE_KEYS } from '../../shared/sites/site.ts';
import { parseYaml } from '../../shared/yaml.ts';

const text = z.string('text').trim().min(1, 'some text');

const pagePath = z
  .string('the path of a page, such as /contacto')
  .regex(/^(?:\/(?!\/)|https?:\/\/)\S*$/, 'the path of a page, such as /contacto');

const pathPattern = z
  .string('a path pattern, such as /gracias* or /zona/**')
  .regex(/^\/\S*$/, 'a path pattern that begins with /, such as /gracias* or /zona/**');

const pathOrType = z
  .string('a path pattern such as /producto/**, or a type such as posts')
  .regex(/^(?:\/\S*|[\w-]+)$/, 'a path pattern such as /producto/**, or a type such as posts');

const citySlug = z
  .string('lower-case words joined by -, such as new-town')
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'lower-case words joined by -, such as new-town')
  .refine((slug) => slug !== ANY_CITY, `another slug: ${ANY_CITY} means every city`);

const City = z.strictObject({
  slug: citySlug,
  name: text,
  aliases: z.array(text, 'a list of names').default([]),
  page: pagePath.optional(),
});

const ServiceModel = z.strictObject({
  description: text,
  online_booking: z.boolean('true or false').default(false),
  performed_by: text.optional(),
  quoted_by: text.optional(),
  invoiced_by: text.optional(),
  warranty: text.optional(),
});

// A service with its page, or a rule for every general page that matches the pattern.
const Service = z
  .strictObject(
    { name: text.optional(), page: pagePath.optional(), pages: pathPattern.optional() },
    'a name and a page, or a pages pattern such as /servicios/*',
  )
  .transform(({ name, page, pages }, context) => {
    if (name !== undefined && page !== undefined && pages === undefined) return { name, page, pages };
    if (name === undefined && page === undefined && pages !== undefined) return { pages };
    context.addIssue('a name and a page, or a pages pattern such as /servicios/*');
    return z.NEVER;
  });

// Text fields of the company data, in the order of an owner's expectations.
const Texts = z
  .object({
    brand: text,
    legal_name: text,
    tax_id: text,
    address: text,
    phone: text,
    email: text,
    whatsapp: text,
    hours: text,
    coverage: text,
    tax: text,
    prices: text,
  })
  .partial();
/** Names of these fields. */
export const TEXT_FIELDS = Texts.keyof().options;

const SiteFile = z.strictObject(
  {
    ...Texts.shape,
    language: z
      .string('a language tag, such as es')
      .regex(/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i, 'a language tag, such as es')
      .optional(),
    service_model: ServiceModel.optional(),
    cities: z.array(City, 'a list of cities, or [] for none').optional(),
    services: z.array(Service, 'a list of services').optional(),
    pages: z.record(z.string(), pagePath, 'names with the path of a page').optional(),
    synonyms: z
      .array(z.array(text, 'a list of words').min(2, 'at least two words'), 'a list of lists of words')
      .default([]),
    vocabulary: z
      .array(
        z.string().refine((name) => TRADES.includes(name), `a trade: ${TRADES.join(', ')}`),
        'a list of trades',
      )
      .optional(),
    exclude: z.array(pathPattern, 'a list of path patterns').default([]),
    quotas: AddressQuotas.default([]),
    golden: z.record(text, pagePath, 'queries with the path of the page that ought to come first').default({}),
    unseen: z.enum(['publish'], 'publish, or no such key').optional(),
    read_html: z.array(pathOrType, 'a list of path patterns and types').default([]),
    ...SITE_KEYS,
  },
  'keys with values, such as brand: Your company',
);
type SiteFile = z.output<typeof SiteFile>;

/** Rules of the site file, with the cities of the site. */
export type SiteRules = SiteConfig & { readonly cities: readonly ConfiguredCity[] };

/** Returns the path of the site file: `SITE_CONFIG`, or the existing `site.yaml` in the data directory. */
export function siteConfigFile(settings: Pick<Settings, 'SITE_CONFIG' | 'DATA_DIR'>): string | undefined {
  if (settings.SITE_CONFIG !== undefined) return settings.SITE_CONFIG;
  const file = dataPaths(settings).siteConfig;
  return existsSync(file) ? file : undefined;
}

/** Reads a site file; returns the defaults without a file. Throws a ConfigurationError that lists all faults. */
export function readSiteConfig(file: string | undefined): SiteConfig {
  if (file === undefined) return toConfig(SiteFile.parse({}));
  const { values, faults } = parseYaml(readSiteFile(file));
  if (faults.length === 0) {
    const parsed = SiteFile.safeParse(values);
    if (parsed.success) {
      faults.push(...clashes(parsed.data));
      if (faults.length === 0) return toConfig(parsed.data);
    } else {
      faults.push(...parsed.error.issues.flatMap((issue) => explain(issue, values)));
    }
  }
  throw new ConfigurationError(faults.map((fault) => `${file}: ${fault}`));
}

// A city, and the optional path of its page.
type ConfiguredCity = CityRule & { readonly page?: string | undefined };

// Absent fields of the company data are filled from the site.
function toConfig({ cities: given, exclude, quotas, golden, read_html: readHtml, unseen, ...rest }: SiteFile) {
  const htmlPaths = createPathPatterns(readHtml.filter((pattern) => pattern.startsWith('/')));
  const cities: readonly ConfiguredCity[] | undefined = given?.map((city) => ({
    ...city,
    aliases: city.aliases.map(toSlug).filter((alias) => alias !== ''),
  }));
  return {
    ...rest,
    exclude,
    language: rest.language,
    /** `undefined`: cities are detected from the pages. An empty array: no cities. */
    cities,
    /** Addresses with a larger anonymous quota. */
    addressQuotas: quotas.map(({ requests_per_minute, ...quota }) => ({ ...quota, limit: requests_per_minute })),
    /** Queries with the page that should rank first, for `npm run insights -- --try`. */
    golden: Object.entries(golden).map(([query, page]) => ({ query, page })),
    /** Paths and types of `read_html`. */
    readHtml,
    /** Pages are published even if sync cannot request them as a visitor (`unseen: publish`). */
    publishesUnseen: unseen === 'publish',
    /** Returns true for the path (a key of shared/addresses.ts) of a page that is excluded from the index. */
    isExcluded: createPathPatterns(exclude).matches,
    /** Returns true for a page whose HTML is read, because its template adds text to the content of the editor. */
    readsHtml: (path: string, type: string) => readHtml.includes(type) || htmlPaths.matches(path),
  };
}
/** Company data and site rules of the owner. */
export type SiteConfig = Readonly<Omit<ReturnType<typeof toConfig>, keyof typeof SITE_KEYS>>;

// Returns faults of cities with the same slug or alias, because a path would be ambiguous.
function clashes({ cities = [] }: SiteFile): string[] {
  const faults: string[] = [];
  const owner = new Map<string, string>();
  cities.forEach(({ slug, aliases }, index) => {
    for (const [key, name] of [['slug', slug], ...aliases.map((alias, n) => [`aliases[${n}]`, toSlug(alias)])]) {
      const first = owner.get(name ?? '');
      if (first !== undefined && (first !== slug || key === 'slug')) {
        faults.push(`cities[${index}].${key}: ${name} already means the city ${first}`);
      }
      owner.set(name ?? '', first ?? slug);
    }
  });
  return faults;
}

type Issue = z.core.$ZodIssue;

// Formats an issue as lines of the form `key.path: got VALUE, wants …`.
function explain(issue: Issue, values: unknown): string[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(issue.path);
    return issue.keys.map((key) => {
      if (issue.path.length === 0 && SITE_VARIABLES.includes(key.toUpperCase()))
        return `${key}: a setting; with SITES_DIR, write it below settings, and with a single site, set ${key.toUpperCase()}`;
      const nearest = nearestWord(key.toLowerCase().replaceAll(/[\s-]+/g, '_'), known);
      return `${at([...issue.path, key])}: unknown key${nearest === undefined ? '' : `, the nearest known one is ${nearest}`}`;
    });
  }
  const got = fieldAt(values, ...issue.path);
  const unquoted = issue.code === 'invalid_type' && issue.expected === 'string' && typeof got === 'number';
  return [
    `${at(issue.path)}: got ${JSON.stringify(got) ?? 'nothing'}, wants ${issue.message}${unquoted ? ' (put it in quotes)' : ''}`,
  ];
}

function at(path: readonly PropertyKey[]): string {
  return path.reduce<string>(keyPath, '') || 'the file';
}

function keyPath(path: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? String(key) : `${path}.${String(key)}`;
}

function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  if (path.length === 0) return Object.keys(SiteFile.shape);
  if (path[0] === 'cities') return Object.keys(City.shape);
  if (path[0] === 'quotas') return Object.keys(AddressQuotas.element.shape);
  if (path[0] === 'services') return Object.keys(Service.in.shape);
  return Object.keys(ServiceModel.shape);
}
