import { existsSync } from 'node:fs';
import { createMirror, openMirrorDatabase, type Mirror } from '../../db/mirror/mirror.ts';
import { languageInPlaceOf } from '../../db/search/text/languages/text-language.ts';
import { markdownToText } from '../../db/search/text/markdown-to-text.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import { DEFAULT_OPERATIONS } from '../../shared/operations.ts';
import type { Site } from '../../shared/page.ts';
import { createPlaces } from '../../shared/places.ts';
import { explainCompany, type CompanySources } from './company.ts';
import { contactLinksIn } from './contact/text-links.ts';
import type { Doubt } from './decide.ts';
import type { SiteEvidence } from './evidence.ts';
import { printable } from '../../shared/printable.ts';
import { unlistedCities, type UnlistedCity } from '../places/unlisted-cities.ts';
import type { SiteConfig } from '../site-file/site-config.ts';

/** The company data and where each field came from: for `npm run status -- --company`. */
export type CompanyOverview = {
  readonly company: CompanyInfo;
  readonly sources: CompanySources;
  readonly doubts: readonly Doubt[];
  /** BCP 47 tag of the site. */
  readonly language: string;
  /** Primary subtag of the language that its texts are in, where that is certainly another one; for the owner to say. */
  readonly written?: string | undefined;
  /** Cities that page families tell and no list names; for the owner to judge. */
  readonly unlisted: readonly UnlistedCity[];
};

/** Texts that are enough to tell the language of a site. */
const MOST_TEXTS = 100;

/** Company data as the mirror and the site file give it now; `undefined` before the first run. */
function companyOverview(mirror: Mirror, config: SiteConfig): CompanyOverview | undefined {
  const found = mirror.fact('site') as Site | undefined;
  if (!found) return undefined;
  const site: Site = { ...found, language: config.language ?? found.language };
  const places = createPlaces(config.cities);
  const main = primaryLanguage(site.language);
  const pages = [...mirror.publishable()].filter(({ language }) => primaryLanguage(language) === main);
  const located = pages.map(({ title, url, path }) => ({ title, url, path, ...places.locate(path) }));
  const explained = explainCompany({
    site,
    config,
    pages: located,
    evidence: mirror.fact('company_evidence') as SiteEvidence | undefined,
    hiddenLinks: [...mirror.skipped().values()].map(({ seenLink, url }) => seenLink || url),
    contactLinks: pages.flatMap(({ markdown }) => contactLinksIn(markdown)),
  });
  const unlisted = unlistedCities(
    located.filter(({ city }) => city === ''),
    site.language,
  );
  const written =
    config.language === undefined
      ? languageInPlaceOf(
          main,
          pages.slice(0, MOST_TEXTS).map(({ markdown }) => markdownToText(markdown).text),
        )
      : undefined;
  return { ...explained, language: site.language, written, unlisted };
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
  const { company, sources, doubts, unlisted } = known;
  const fields = Object.keys(DEFAULT_OPERATIONS.get_company_info.output.shape);
  const width = Math.max(...fields.map((field) => field.length)) + 2;
  const lines = fields.map((field) => {
    const source = sources[field] ?? 'not found; site.yaml can say it';
    return `${field.padEnd(width)}${printable(shown(company[field]), LONGEST) || '-'}  (${source})`;
  });
  if (doubts.length > 0)
    lines.push('', 'In doubt, and left out: paste into site.yaml what is right', ...doubts.map(doubtLine));
  if (unlisted.length > 0) {
    const named = unlisted.map(({ slug, name }) => printable(`${name} (${slug})`, LONGEST));
    lines.push('', `Cities that families of pages tell, and \`cities\` of site.yaml does not: ${named.join(', ')}`);
  }
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
