import type { RunTools } from '../collaborators.ts';
import { createHash } from 'node:crypto';
import type { Former } from '../../../db/index/former.ts';
import type { Origin } from '../../../db/index/index-file.ts';
import type { Contribution } from '../../../db/mirror/page-tables.ts';
import type { TranslatedPage } from '../../../db/index/index-tables.ts';
import type { Mirror, PageHeading } from '../../../db/mirror/mirror.ts';
import type { CompanyInfo, CompanyOrigins } from '../../../shared/company.ts';
import { primaryLanguage } from '../../../shared/languages.ts';
import type { Page, Site } from '../../../shared/page.ts';
import type { PlaceNames } from '../../../shared/place-names.ts';
import { explainCompany } from '../../company/company.ts';
import type { SiteEvidence } from '../../company/evidence.ts';
import { placesListedIn } from '../../places/area-lists.ts';
import { createPlaceCollector } from '../../places/place-names.ts';
import type { SiteRules } from '../../site-file/site-config.ts';
import { contactLinksIn, type TextLink } from '../../company/contact/contacts.ts';
import { chooseVocabulary, type ChosenVocabulary } from '../../vocabulary/choose.ts';
import { countriesOfSite, createPlacer, outlineOf, type Outline } from './outline.ts';

/** Content of a new generation, without its pages. */
export type Edition = {
  readonly site: Site;
  readonly cities: SiteRules['cities'];
  readonly company: CompanyInfo;
  readonly origins: CompanyOrigins | undefined;
  readonly chosen: ChosenVocabulary;
  readonly placeNames: PlaceNames;
  readonly pages: number;
  /** Number of pages by type and city. */
  readonly counts: Readonly<Record<string, number>>;
  /** Digest of everything that readers could distinguish. */
  readonly fingerprint: string;
  readonly origin: Origin;
  readonly outline: Outline;
  /** Pages of the mirror as pages of the index. */
  readonly placed: PlacedPages;
};

type PlacedPages = {
  /** Digest of the code and rules that place pages. */
  readonly rules: string;
  /** Iterator over all pages that may be published. */
  readonly all: () => Iterable<Page>;
  /** Returns a page; `undefined` if it may not be published. */
  readonly pageOf: (id: number) => Page | undefined;
  readonly translated: () => readonly TranslatedPage[];
};

type Collaborators = Pick<RunTools, 'mirror' | 'config' | 'checkpoint'> & {
  readonly composer: string;
  readonly schemaVersion: number;
};

// The previous generation, and its vocabularies with reasons.
type Before = { readonly former: Former; readonly trades: ChosenVocabulary['trades'] };

/** Creates the composer, which applies the rules of site.yaml to the mirror. */
export function createComposer({ mirror, config, composer, schemaVersion, checkpoint }: Collaborators) {
  function placedBy(outline: Outline): PlacedPages {
    const { placed, translated } = createPlacer(outline);
    return {
      rules: sha256([composer, outline.cities, outline.setting, outline.written]),
      *all() {
        for (const page of mirror.publishable()) {
          checkpoint();
          yield placed(page);
        }
      },
      pageOf(id) {
        checkpoint();
        const page = mirror.publishablePage(id);
        return page && placed(page);
      },
      translated: () => mirror.translated().map(translated),
    };
  }

  // Returns the outline of the previous generation, whose pages had the same addresses, titles and languages.
  function outlineBefore({ site: { language }, cities }: Former, { language: setting }: Site): Outline {
    const written = config.language === undefined ? language : setting;
    return { language, cities: config.cities ?? cities, setting, written };
  }

  // Composes the next generation. Values of the previous generation with the same inputs are reused.
  function compose(before: Before | undefined): Edition {
    const found = mirror.fact('site') as Site;
    const evidence = mirror.fact('company_evidence') as SiteEvidence | undefined;
    const hiddenLinks = mirror.hiddenLinks();
    const { mirror: name, number } = mirror.revision();
    const countries = countriesOfSite(found, evidence, config.language ?? found.language);
    const heads = mirror.heads();
    const named = heads.map(({ path, title, language }) => [path, title, language]);
    const outlined = sha256([composer, config.language, config.cities, found.language, countries, named]);
    const outline =
      before?.former.origin.outline === outlined
        ? outlineBefore(before.former, found)
        : outlineOf({ mirror, config, site: found, countries });
    const placed = placedBy(outline);
    const { rules } = placed;
    const site: Site = { ...found, language: outline.language };
    const completed: SiteRules = { ...config, cities: outline.cities };
    const contributed = createHash('sha256');
    for (const row of contributionsOf(mirror, primaryLanguage(site.language), placed))
      contributed.update(JSON.stringify(row));
    const inputs = sha256([composer, completed, site, evidence, hiddenLinks, contributed.digest('hex')]);
    const { company, origins, chosen, placeNames } =
      before?.former.origin.inputs === inputs
        ? companyBefore(before)
        : companyOf({ site, evidence, hiddenLinks, countries, completed });
    const { counts, digest } = tallyOf(heads, outline);
    const { cities } = outline;
    const read = [company, cities, config.synonyms, chosen, placeNames, mirror.aliases()];
    const fingerprint = sha256([schemaVersion, site, ...read, digest]);
    const origin = { mirror: name, revision: number, rules, outline: outlined, inputs };
    const pages = heads.length;
    return { site, cities, outline, placed, company, origins, chosen, placeNames, pages, counts, fingerprint, origin };
  }

  type CompanyInput = {
    readonly site: Site;
    readonly evidence: SiteEvidence | undefined;
    readonly hiddenLinks: readonly string[];
    readonly countries: readonly string[];
    readonly completed: SiteRules;
  };

  // Company data, vocabulary and place names from the contributions of all pages.
  function companyOf({ site, evidence, hiddenLinks, countries, completed }: CompanyInput): Composed {
    const pages: Contribution[] = [];
    const links: TextLink[] = [];
    const places = createPlaceCollector(completed.cities);
    for (const page of mirror.contributions.all()) {
      checkpoint();
      pages.push(page);
      if (page.links !== '') for (const link of page.links.split('\n')) links.push({ link, page: page.url });
      places.add(page.city, page.places === '' ? [] : page.places.split('\n'));
      places.addTitle(page.city, page.title);
    }
    const given = { site, config: completed, pages, evidence, contactLinks: links, hiddenLinks };
    const { company, origins } = explainCompany(given);
    const titles = pages.map(({ title }) => title);
    const cities = pages.map(({ city }) => city);
    const chosen = chooseVocabulary({
      asked: config.vocabulary,
      language: primaryLanguage(site.language),
      titles,
      cities,
    });
    return { company, origins, chosen, placeNames: places.placeNames(countries[0]) };
  }

  return { compose };
}

// Rules and revision of the mirror of the stored contributions.
type Kept = { readonly by: string; readonly revision: number };
const FACT = 'contributions';

/**
 * Returns the contributions of pages in the main language (a primary subtag), in order of id. They are cached in the mirror: only
 * those of changed pages are computed again.
 */
export function contributionsOf(
  mirror: Mirror,
  main: string,
  { rules, all, pageOf }: Omit<PlacedPages, 'translated'>,
): Iterable<Contribution> {
  const table = mirror.contributions;
  table.transaction(() => {
    const by = `${rules} ${main}`;
    const kept = mirror.fact(FACT) as Kept | undefined;
    const write = (page: Page | undefined): boolean => {
      const contribution = contributionOf(page, main);
      if (contribution) table.replace(contribution);
      return contribution !== undefined;
    };
    const revision = mirror.revision().number;
    if (kept?.by === by) {
      for (const id of mirror.touchedSince(kept.revision)) if (!write(pageOf(id))) table.remove(id);
    } else {
      table.clear();
      for (const page of all()) write(page);
    }
    mirror.note(FACT, { by, revision } satisfies Kept);
  });
  return table.all();
}

// Returns `undefined` for a page outside the main language, because company data is read only in that language.
function contributionOf(page: Page | undefined, main: string): Contribution | undefined {
  if (!page || primaryLanguage(page.language) !== main) return undefined;
  const { id, title, url, path, city, family, markdown } = page;
  const links = contactLinksIn(markdown).join('\n');
  const places = city === '' ? '' : placesListedIn(markdown).join('\n');
  return { id, title, url, path, city, family, links, places };
}

type Composed = Pick<Edition, 'company' | 'origins' | 'chosen' | 'placeNames'>;

function companyBefore({ former, trades }: Before): Composed {
  const { company, companyOrigins: origins, vocabulary, placeNames } = former;
  return { company, origins, chosen: { vocabulary, trades }, placeNames };
}

// Counts pages, and computes the digest of their contents and places.
function tallyOf(heads: readonly PageHeading[], outline: Outline) {
  const { placed } = createPlacer(outline);
  const counts: Record<string, number> = {};
  const digest = createHash('sha256');
  for (const head of heads) {
    const { id, type, path, hash, language, city, family } = placed(head);
    digest.update(JSON.stringify([id, type, path, hash, language, city, family]));
    for (const key of [`type:${type}`, `city:${city}`]) counts[key] = (counts[key] ?? 0) + 1;
  }
  return { counts, digest: digest.digest('hex') };
}

function sha256(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
