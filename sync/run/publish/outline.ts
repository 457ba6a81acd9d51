import type { Mirror } from '../../../db/mirror/mirror.ts';
import { languageInPlaceOf } from '../../../db/search/text/languages/text-language.ts';
import { markdownToText } from '../../../db/search/text/markdown-to-text.ts';
import type { CityRule } from '../../../shared/cities.ts';
import { primaryLanguage } from '../../../shared/languages.ts';
import type { Page, Site } from '../../../shared/page.ts';
import { createPlaces } from '../../../shared/places.ts';
import { countriesOf } from '../../company/country.ts';
import type { SiteEvidence } from '../../company/evidence.ts';
import { findTowns } from '../../places/town-families.ts';
import type { SiteConfig, SiteRules } from '../../site-file/site-config.ts';
import { hashOf } from '../read/document.ts';

/** Language and cities of the site, derived from its pages. */
export type Outline = {
  readonly language: string;
  readonly cities: SiteRules['cities'];
  /** Language tags: the option of WordPress, and the detected language of pages with it. */
  readonly setting: string;
  readonly written: string;
};

// Samples that suffice to detect the language and the cities of a site.
const MOST_TEXTS = 100;
const MOST_ADDRESSES = 20_000;

export type Placing = Pick<Outline, 'setting' | 'written'> & { readonly cities: readonly CityRule[] };

type Input = {
  readonly mirror: Pick<Mirror, 'heads' | 'publishablePage'>;
  readonly config: Pick<SiteConfig, 'language' | 'cities'>;
  // As WordPress describes it.
  readonly site: Site;
  readonly countries: readonly string[];
};

/** Derives the outline from the pages; site.yaml overrides it. */
export function outlineOf({ mirror, config, site, countries }: Input): Outline {
  const heads = mirror.heads(MOST_ADDRESSES);
  const said = primaryLanguage(site.language);
  const own = heads.filter(({ language }) => primaryLanguage(language) === said);
  const textOf = (id: number) => mirror.publishablePage(id)?.markdown ?? '';
  const step = Math.max(1, Math.floor(own.length / MOST_TEXTS));
  const sample = own.filter((_, at) => at % step === 0).slice(0, MOST_TEXTS);
  const texts = () => sample.map(({ id }) => markdownToText(textOf(id)).text);
  const written = (config.language === undefined ? languageInPlaceOf(said, texts()) : undefined) ?? site.language;
  const language = config.language ?? written;
  const { translated } = createPlacer({ setting: site.language, written, cities: [] });
  const main = heads.map(translated).filter((page) => primaryLanguage(page.language) === primaryLanguage(language));
  const cities = config.cities ?? findTowns(main, { language, countries, textOf });
  return { language, cities, setting: site.language, written };
}

/** Returns the countries of a company, most likely first. */
export function countriesOfSite(site: Site, evidence: SiteEvidence | undefined, language: string): readonly string[] {
  if (evidence && evidence.countries.length > 0) return evidence.countries;
  return countriesOf({ home: site.home, languages: [language] }).countries;
}

/** Creates the mapping of mirror pages to city and family. Replaces the language of the option by the detected language. */
export function createPlacer({ setting, written, cities }: Placing) {
  const { locate } = createPlaces(cities);

  function translated<Tagged extends { readonly language: string }>(page: Tagged): Tagged {
    return written === setting || page.language !== setting ? page : { ...page, language: written };
  }

  function placed<Mirrored extends Omit<Page, 'city' | 'family'>>(page: Mirrored): Mirrored & Page {
    const located = { ...translated(page), ...locate(page.path) };
    return located.language === page.language || !('hash' in page) ? located : { ...located, hash: hashOf(located) };
  }

  return { placed, translated };
}
