import { existsSync } from 'node:fs';
import { createMirror, openMirrorDatabase, type Mirror } from '../../db/mirror/mirror.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import { DEFAULT_OPERATIONS } from '../../shared/operations.ts';
import type { Site } from '../../shared/page.ts';
import { explainCompany, type CompanySources } from './company.ts';
import { contactLinksIn } from './contact/text-links.ts';
import type { Doubt } from './decide.ts';
import type { SiteEvidence } from './evidence.ts';
import { printable } from '../../shared/printable.ts';
import { countriesOfSite, createPlacer, outlineOf } from '../run/publish/outline.ts';
import type { SiteConfig, SiteRules } from '../site-file/site-config.ts';

/** The company data and where each field came from: for `npm run status -- --company`. */
export type CompanyOverview = {
  readonly company: CompanyInfo;
  readonly sources: CompanySources;
  readonly doubts: readonly Doubt[];
  /** BCP 47 tag of the language that the pages are in. */
  readonly language: string;
  /** BCP 47 tag of the language that WordPress names. */
  readonly setting: string;
  /** The cities of site.yaml, else those that the pages tell. */
  readonly cities: SiteRules['cities'];
};

/** Company data as the mirror and the site file give it now; `undefined` before the first run. */
function companyOverview(mirror: Mirror, config: SiteConfig): CompanyOverview | undefined {
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
  return { ...explained, language, setting: found.language, cities };
}

/** The same from the file of a mirror, which need not be there. */
export function readCompanyOverview(mirrorFile: string, config: SiteConfig): CompanyOverview | undefined {
  if (!existsSync(mirrorFile)) return undefined;
  const db = openMirrorDatabase(mirrorFile);
  try {
    return companyOverview(createMirror(db), config);
  } finally {
    db.close();
  }
}

const LONGEST = 120;

/** The same for people: a line for every field there can be. */
export function companyText(known: CompanyOverview | undefined): string {
  if (!known) return 'No site has been read yet: run npm run sync\n';
  const { company, sources, doubts } = known;
  const fields = Object.keys(DEFAULT_OPERATIONS.get_company_info.output.shape);
  const width = Math.max(...fields.map((field) => field.length)) + 2;
  const lines = fields.map((field) => {
    const source = sources[field] ?? 'not found; site.yaml can say it';
    return `${field.padEnd(width)}${printable(shown(company[field]), LONGEST) || '-'}  (${source})`;
  });
  if (doubts.length > 0)
    lines.push('', 'In doubt, and left out: paste into site.yaml what is right', ...doubts.map(doubtLine));
  return `${lines.join('\n')}\n`;
}

/** A doubt as the line that settles it, with the place where the value was found. */
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
