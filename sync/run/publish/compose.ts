import type { RunTools } from '../scope.ts';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Former } from '../../../db/index/former.ts';
import type { Origin } from '../../../db/index/index-file.ts';
import type { Contribution } from '../../../db/mirror/page-tables.ts';
import type { TranslatedPage } from '../../../db/index/index-tables.ts';
import type { Mirror, MirroredPage } from '../../../db/mirror/mirror.ts';
import type { CompanyInfo, CompanyOrigins } from '../../../shared/company.ts';
import { primaryLanguage } from '../../../shared/languages.ts';
import type { Page, Site } from '../../../shared/page.ts';
import type { PlaceNames } from '../../../shared/place-names.ts';
import { explainCompany, type CompanyInput } from '../../company/company.ts';
import type { SiteEvidence } from '../../company/evidence.ts';
import { placesListedIn } from '../../places/area-lists.ts';
import { createPlaceCollector } from '../../places/place-names.ts';
import type { SiteRules } from '../../site-file/site-config.ts';
import { contactLinksIn, type TextLink } from '../../company/contact/contacts.ts';
import { chooseVocabulary, type ChosenVocabulary } from '../../vocabulary/choose.ts';
import { hashOf } from '../read/document.ts';
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
  readonly all: () => Iterable<MirroredPage & Page>;
  /** Returns a page; `undefined` if it may not be published. */
  readonly pageOf: (id: number) => (MirroredPage & Page) | undefined;
  readonly translated: () => readonly TranslatedPage[];
};

type Collaborators = Pick<RunTools, 'mirror' | 'config' | 'checkpoint'> & {
  readonly composer: string;
  readonly schemaVersion: number;
};

// The previous generation, and its vocabularies with reasons.
type Before = { readonly former: Former; readonly pages: number; readonly trades: ChosenVocabulary['trades'] };

// Sources of company data besides the texts of pages.
type CompanySources = Omit<CompanyInput, 'pages' | 'contactLinks'>;

// Maximum changed pages that are compared individually.
const MOST_COMPARED = 1000;

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

  // Returns the previous outline if no page has changed its address or title.
  function outlineBefore({ former }: Before, { language: setting }: Site): Outline | undefined {
    const touched = mirror.touchedSince(former.origin.revision, MOST_COMPARED + 1);
    if (touched.length > MOST_COMPARED) return undefined;
    const { language } = former.site;
    const written = config.language === undefined ? language : setting;
    const outline = { language, cities: config.cities ?? former.cities, setting, written };
    const { pageOf } = placedBy(outline);
    return touched.every((id) => isDeepStrictEqual(headOf(former.pageOf(id)), headOf(pageOf(id))))
      ? outline
      : undefined;
  }

  // Composes the next generation, and reuses values of the previous generation that changed pages do not affect.
  function compose(before: Before | undefined): Edition {
    const found = mirror.fact('site') as Site;
    const evidence = mirror.fact('company_evidence') as SiteEvidence | undefined;
    const hiddenLinks = mirror.hiddenLinks();
    const { mirror: name, number } = mirror.revision();
    const countries = countriesOfSite(found, evidence, config.language ?? found.language);
    const outlined = sha256([composer, config.language, config.cities, found.language, countries]);
    const isOutlined = before?.former.origin.mirror === name && before.former.origin.outline === outlined;
    const outline =
      (isOutlined ? outlineBefore(before, found) : undefined) ?? outlineOf({ mirror, config, site: found, countries });
    const placed = placedBy(outline);
    const { rules } = placed;
    const site: Site = { ...found, language: outline.language };
    const completed: SiteRules = { ...config, cities: outline.cities };
    const inputs = sha256([composer, completed, site, evidence, hiddenLinks]);
    const main = primaryLanguage(site.language);
    const compared =
      before?.former.origin.mirror === name && before.former.origin.rules === rules && compare(before, main, placed);
    const { counts, pages, sum } = compared ? compared.tally : tallyOfAll(placed);
    const { company, origins, chosen, placeNames } =
      before && compared && compared.contributeTheSame && before.former.origin.inputs === inputs
        ? companyBefore(before)
        : companyOf({ site, config: completed, evidence, hiddenLinks }, countries, placed);
    const { cities } = outline;
    const read = [company, cities, config.synonyms, chosen, placeNames, mirror.aliases()];
    const fingerprint = sha256([schemaVersion, site, ...read, sum]);
    const origin = { mirror: name, revision: number, rules, outline: outlined, inputs, sum, counts };
    return { site, cities, outline, placed, company, origins, chosen, placeNames, pages, fingerprint, origin };
  }

  // Updates the tally with the changed pages and compares their contributions; `undefined` if there are too many.
  function compare({ former, pages }: Before, main: string, { pageOf }: PlacedPages) {
    const { origin } = former;
    const touched = mirror.touchedSince(origin.revision, MOST_COMPARED + 1);
    if (touched.length > MOST_COMPARED) return undefined;
    const tally = createTally({ counts: origin.counts, pages, sum: origin.sum });
    let contributeTheSame = true;
    for (const id of touched) {
      const [was, is] = [former.pageOf(id), pageOf(id)];
      contributeTheSame &&= isDeepStrictEqual(contributionOf(was, main), contributionOf(is, main));
      if (was) tally.count(was, hashOf(was), -1);
      if (is) tally.count(is, is.hash, 1);
    }
    return { tally: tally.result(), contributeTheSame };
  }

  function tallyOfAll({ all }: PlacedPages): Tally {
    const tally = createTally();
    for (const page of all()) tally.count(page, page.hash, 1);
    return tally.result();
  }

  // Company data, vocabulary and place names from the contributions of all pages.
  function companyOf(sources: CompanySources, countries: readonly string[], placed: PlacedPages): Composed {
    const { config: completed, site } = sources;
    const main = primaryLanguage(site.language);
    const pages: Contribution[] = [];
    const links: TextLink[] = [];
    const places = createPlaceCollector(completed.cities);
    for (const page of contributionsOf(mirror, main, placed)) {
      checkpoint();
      pages.push(page);
      if (page.links !== '') for (const link of page.links.split('\n')) links.push({ link, page: page.url });
      places.add(page.city, page.places === '' ? [] : page.places.split('\n'));
      places.addTitle(page.city, page.title);
    }
    const { company, origins } = explainCompany({ ...sources, pages, contactLinks: links });
    const titles = pages.map(({ title }) => title);
    const cities = pages.map(({ city }) => city);
    const chosen = chooseVocabulary({ asked: config.vocabulary, language: main, titles, cities });
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
    if (kept?.by === by) {
      for (const id of mirror.touchedSince(kept.revision)) if (!write(pageOf(id))) table.remove(id);
    } else {
      table.clear();
      for (const page of all()) write(page);
    }
    mirror.note(FACT, { by, revision: mirror.revision().number } satisfies Kept);
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

const headOf = (page: Page | undefined) => page && { path: page.path, title: page.title, language: page.language };

type Composed = Pick<Edition, 'company' | 'origins' | 'chosen' | 'placeNames'>;

function companyBefore({ former, trades }: Before): Composed {
  const { company, companyOrigins: origins, vocabulary, placeNames } = former;
  return { company, origins, chosen: { vocabulary, trades }, placeNames };
}

type Tally = {
  readonly counts: Readonly<Record<string, number>>;
  readonly pages: number;
  // Hexadecimal string.
  readonly sum: string;
};

const SUM_BITS = 256;

// Counts pages and sums their digests: a sum can be updated for a single page.
function createTally(
  { counts: countsBefore, pages: pagesBefore, sum: sumBefore }: Tally = { counts: {}, pages: 0, sum: '0' },
) {
  const counts: Record<string, number> = { ...countsBefore };
  let pages = pagesBefore;
  let sum = BigInt(`0x${sumBefore}`);
  return {
    count({ id, type, path, city, family }: Page, hash: string, more: 1 | -1): void {
      pages += more;
      sum += BigInt(more) * BigInt(`0x${sha256([id, type, path, hash, city, family])}`);
      for (const key of [`type:${type}`, `city:${city}`]) counts[key] = (counts[key] ?? 0) + more;
    },
    result: (): Tally => ({
      counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
      pages,
      sum: BigInt.asUintN(SUM_BITS, sum).toString(16),
    }),
  };
}

function sha256(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
