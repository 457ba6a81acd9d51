import type { Site } from '../../shared/page.ts';
import type { PageEvidence } from './evidence.ts';
import type { Organisation } from './structured-data.ts';

/** A value with its source in words: `site.yaml`, `JSON-LD (Bakery)`. */
export type Fact<Value> = { readonly value: Value; readonly source: string };

/** Of a field that is always there, nothing. */
export const notPublished: Fact<string> = { value: '', source: 'nothing published' };

/** Facts that the owner wrote in site.yaml. */
export function ownerSays<Value>(value: Value | undefined): Fact<Value> | undefined {
  return value === undefined ? undefined : { value, source: 'site.yaml' };
}

/** Name of the site, else of its organisation, else its host. */
export function siteName(site: Site, organisations: readonly Organisation[]): Fact<string> {
  if (site.name.trim() !== '') return { value: site.name.trim(), source: 'name of the site' };
  return fromOrganisation(organisations, 'name') ?? { value: new URL(site.home).host, source: 'host of the site' };
}

/** The first organisation's value of a field. */
export function fromOrganisation(
  organisations: readonly Organisation[],
  field: 'name' | 'legal_name' | 'tax_id' | 'coverage',
): Fact<string> | undefined {
  for (const organisation of organisations) {
    const value = organisation[field];
    if (value !== undefined) return { value, source: `JSON-LD (${organisation.type})` };
  }
  return undefined;
}

/** Sentences of the pages, the most fitting page's first; for tax only one that no other contradicts. */
export function said(field: 'prices' | 'tax' | 'coverage', pages: readonly PageEvidence[]): Fact<string> | undefined {
  const telling = pages
    .filter((page) => page[field].length > 0)
    .toSorted((a, b) => Number(b.role === 'prices') - Number(a.role === 'prices'));
  const [first] = telling;
  const sentences = [...new Set(telling.flatMap((page) => page[field]))];
  if (!first || (field !== 'prices' && sentences.length > 1)) return undefined;
  return { value: sentences.slice(0, MOST_PRICES).join('; '), source: `text of ${new URL(first.url).pathname}` };
}
const MOST_PRICES = 12;
