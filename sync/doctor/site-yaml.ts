import { primaryLanguage } from '../../shared/languages.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import { printable } from '../../shared/printable.ts';
import { doubtLine, type CompanyOverview } from '../company/company-overview.ts';
import type { SiteConfig, SiteRules } from '../site-file/site-config.ts';

const LONGEST = 1_000;

/** Fields that are one text, in the order in which an owner thinks of them. */
const TEXTS = [
  'brand',
  'legal_name',
  'tax_id',
  'address',
  'phone',
  'email',
  'whatsapp',
  'hours',
  'coverage',
  'tax',
  'prices',
] as const satisfies readonly (keyof CompanyInfo)[];

/**
 * A complete site.yaml that says what is known today: every value with where it comes from, what is in doubt or unknown as
 * a comment. What the site file says already stands in it too; rules that are no company data are left to their owner.
 */
export function siteYaml(
  { company, sources, doubts, language, setting, cities }: CompanyOverview,
  config: SiteConfig,
): string {
  const from = (field: keyof CompanyInfo) => `  # ${printable(sources[field] ?? 'not found')}`;
  const lines = [
    '# Proposed from what the site publishes: look through it, and take the # from the lines that are right.',
    '',
  ];
  for (const field of TEXTS) {
    const value = company[field];
    lines.push(
      typeof value === 'string' && value !== ''
        ? `${field}: ${quoted(value)}${from(field)}`
        : `# ${field}: ""${from(field)}`,
    );
    for (const doubt of doubts.filter((one) => one.field === field)) lines.push(`# ${doubtLine(doubt)}`);
  }
  const isOther = config.language === undefined && primaryLanguage(language) !== primaryLanguage(setting);
  const spoken = `${quoted(language)}${isOther ? `  # as its texts; WordPress names ${setting}` : ''}`;
  lines.push('', `language: ${spoken}`, '', ...serviceModel(company));
  lines.push('', ...cityLines(cities, config.cities === undefined ? '  # page families' : '  # site.yaml'));
  lines.push(
    '',
    ...listOf(
      'services',
      company.services ?? [],
      ({ name, url }) => `{ name: ${quoted(name)}, page: ${address(url)} }`,
      from('services'),
    ),
  );
  lines.push('', '# synonyms and exclude: as in the site.yaml that you have');
  const pages = Object.entries(company.pages ?? {});
  lines.push('', ...(pages.length === 0 ? ['# pages: {}  # not found'] : [`pages:${from('pages')}`]));
  for (const [name, url] of pages) lines.push(`  ${quoted(name)}: ${address(url)}`);
  return `${lines.join('\n')}\n`;
}

/** A YAML scalar in double quotes, which JSON's strings are. */
function quoted(text: string): string {
  return JSON.stringify(printable(text, LONGEST));
}

/** An absolute address without the characters that would end it. */
function address(url: string): string {
  return JSON.stringify(url.replaceAll(/\s/g, '%20'));
}

function serviceModel({ service_model: model }: CompanyInfo): string[] {
  if (!model) return ['# service_model: { description: "How a customer gets the work done", online_booking: false }'];
  const members = Object.entries(model).map(
    ([name, value]) => `  ${name}: ${typeof value === 'string' ? quoted(value) : String(value)}`,
  );
  return ['service_model:  # site.yaml', ...members];
}

function cityLines(cities: SiteRules['cities'], source: string): string[] {
  if (cities.length > 0) return [`cities:${source}`, ...cities.map((city) => `  - ${cityEntry(city)}`)];
  return ['# cities: no family of pages tells any; each is { slug: as in addresses, name: "As people write it" }'];
}

function cityEntry({ slug, name, aliases, page }: SiteRules['cities'][number]): string {
  const others = aliases.length > 0 ? `, aliases: [${aliases.map(quoted).join(', ')}]` : '';
  const landing = page === undefined ? '' : `, page: ${address(page)}`;
  return `{ slug: ${slug}, name: ${quoted(name)}${others}${landing} }`;
}

function listOf<Item>(name: string, items: readonly Item[], entry: (item: Item) => string, source: string): string[] {
  if (items.length === 0) return [`# ${name}: []${source}`];
  return [`${name}:${source}`, ...items.map((item) => `  - ${entry(item)}`)];
}
