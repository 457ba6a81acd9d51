import { existsSync } from 'node:fs';
import { createMirror, withMirrorDatabase, type Mirror } from '../../../db/mirror/mirror.ts';
import { primaryLanguage } from '../../../shared/languages.ts';
import { DEFAULT_OPERATIONS } from '../../../shared/operations.ts';
import type { Site } from '../../../shared/page.ts';
import { explainCompany } from '../../company/company.ts';
import { contactLinksIn } from '../../company/contact/contacts.ts';
import type { Doubt } from '../../company/decide.ts';
import type { SiteEvidence } from '../../company/evidence.ts';
import { printable } from '../../../shared/printable.ts';
import { countriesOfSite, createPlacer, outlineOf } from '../../run/publish/outline.ts';
import type { SiteConfig } from '../../site-file/site-config.ts';

/** Reads company data from the path of a mirror and the site file; `undefined` before the first run. */
export function readCompanyOverview(mirrorFile: string, config: SiteConfig) {
  if (!existsSync(mirrorFile)) return undefined;
  return withMirrorDatabase(mirrorFile, (db) => companyOverview(createMirror(db), config));
}
/** Company data with the source of each field, for `npm run status -- --company`. */
export type CompanyOverview = Readonly<NonNullable<ReturnType<typeof readCompanyOverview>>>;

function companyOverview(mirror: Mirror, config: SiteConfig) {
  const found = mirror.fact('site') as Site | undefined;
  if (!found) return undefined;
  const evidence = mirror.fact('company_evidence') as SiteEvidence | undefined;
  const countries = countriesOfSite(found, evidence, config.language ?? found.language);
  const outline = outlineOf({ mirror, config, site: found, countries });
  const { language, cities } = outline;
  const site: Site = { ...found, language };
  const { placed } = createPlacer(outline);
  const main = primaryLanguage(site.language);
  const pages = [...mirror.publishable()].map(placed).filter((page) => primaryLanguage(page.language) === main);
  const explained = explainCompany({
    site,
    config: { ...config, cities },
    pages,
    evidence,
    hiddenLinks: mirror.hiddenLinks(),
    contactLinks: pages.flatMap(({ markdown, url }) => contactLinksIn(markdown).map((link) => ({ link, page: url }))),
  });
  // Language of the pages, language in WordPress, and cities: by default those in the pages.
  return { ...explained, language, setting: found.language, cities };
}

const LONGEST = 120;

/** Formats company data as text, with a line for every field. */
export function companyText(known: CompanyOverview | undefined): string {
  if (!known) return 'No site has been read yet: run npm run sync\n';
  const { company, sources, doubts } = known;
  const fields = Object.keys(DEFAULT_OPERATIONS.get_company_info.output.shape);
  const width = Math.max(...fields.map((field) => field.length)) + 2;
  const lines = fields.map((field) => {
    const source = sources[field] ?? 'not found; set it in site.yaml';
    return `${field.padEnd(width)}${printable(shown(company[field]), LONGEST) || '-'}  (${source})`;
  });
  if (doubts.length > 0)
    lines.push('', 'Uncertain values are not published. Copy the correct ones to site.yaml:', ...doubts.map(doubtLine));
  return `${lines.join('\n')}\n`;
}

/** Formats a doubt as a line for site.yaml, with its source as a comment. */
export function doubtLine({ field, value, why }: Doubt): string {
  return `${field}: ${JSON.stringify(printable(value, LONGEST_VALUE))}  # ${printable(why, LONGEST)}`;
}
const LONGEST_VALUE = 500;

function shown(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `${value.length}: ${value.map(nameOf).join(', ')}`;
  return Object.entries(value as object)
    .map(([name, part]) => `${name}: ${String(part)}`)
    .join(', ');
}

function nameOf(item: unknown): string {
  const name: unknown = typeof item === 'object' && item !== null && 'name' in item ? item.name : item;
  return String(name);
}
