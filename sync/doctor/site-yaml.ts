import { primaryLanguage } from '../../shared/languages.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import { printable } from '../../shared/printable.ts';
import { doubtLine, type CompanyOverview } from '../service/report/company-overview.ts';
import { TEXT_FIELDS, type SiteConfig, type SiteRules } from '../site-file/site-config.ts';

const LONGEST = 1_000;

const HEADER = '# Proposed by the last sync. Check each line, and remove its leading "# " to use it.';

/**
 * Proposes the missing lines of site.yaml. Each is a comment with the source of its value, and valid YAML without the leading `#
 * `. A doubtful value is proposed if there is no better value.
 */
export function siteYaml(
  { company, sources, doubts, language, setting, cities }: Omit<CompanyOverview, 'origins'>,
  config: SiteConfig,
): string {
  const from = (field: keyof CompanyInfo) => `  # ${printable(sources[field] ?? 'the site')}`;
  const lines: string[] = [];
  for (const field of TEXT_FIELDS.filter((one) => config[one] === undefined)) {
    const value = company[field];
    const doubt = doubts.find((one) => one.field === field);
    if (typeof value === 'string' && value !== '') lines.push(`${field}: ${quoted(value)}${from(field)}`);
    else if (doubt) lines.push(doubtLine(doubt));
  }
  if (config.language === undefined) {
    const isOther = primaryLanguage(language) !== primaryLanguage(setting);
    lines.push(
      `language: ${quoted(language)}${isOther ? `  # language of its texts; WordPress declares ${setting}` : ''}`,
    );
  }
  if (config.cities === undefined && cities.length > 0)
    lines.push('cities:  # page families', ...cities.map((city) => `  - ${cityEntry(city)}`));
  const services = config.services === undefined ? (company.services ?? []) : [];
  if (services.length > 0) lines.push(`services:${from('services')}`);
  for (const { name, url } of services) lines.push(`  - { name: ${quoted(name)}, page: ${address(url)} }`);
  const pages = config.pages === undefined ? Object.entries(company.pages ?? {}) : [];
  if (pages.length > 0) lines.push(`pages:${from('pages')}`);
  for (const [name, url] of pages) lines.push(`  ${quoted(name)}: ${address(url)}`);
  if (lines.length === 0) return '# site.yaml has every value that the site states\n';
  return `${[HEADER, '', ...lines.map((line) => `# ${line}`)].join('\n')}\n`;
}

// A JSON string is a double-quoted YAML scalar.
function quoted(text: string): string {
  return JSON.stringify(printable(text, LONGEST));
}

// Quoted string of an absolute address, with escaped white space.
function address(url: string): string {
  return JSON.stringify(url.replaceAll(/\s/g, '%20'));
}

function cityEntry({ slug, name, aliases, page }: SiteRules['cities'][number]): string {
  const others = aliases.length > 0 ? `, aliases: [${aliases.map(quoted).join(', ')}]` : '';
  const landing = page === undefined ? '' : `, page: ${address(page)}`;
  return `{ slug: ${slug}, name: ${quoted(name)}${others}${landing} }`;
}
