import { createHash } from 'node:crypto';
import type { Former } from '../../db/index/former.ts';
import type { Origin } from '../../db/index/index-tables.ts';
import type { Mirror, MirroredPage } from '../../db/mirror/mirror.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import type { Page, Site } from '../../shared/page.ts';
import type { PlaceNames } from '../../shared/place-names.ts';
import { createPlaces } from '../../shared/places.ts';
import { buildCompany } from '../company/company.ts';
import type { SiteEvidence } from '../company/evidence.ts';
import { countriesOf } from '../company/country.ts';
import { contactLinksIn } from '../company/text-links.ts';
import { placesListedIn } from '../places/area-lists.ts';
import { createPlaceCollector } from '../places/place-names.ts';
import type { SiteConfig } from '../site-file/site-config.ts';
import { chooseVocabulary, type ChosenVocabulary } from '../vocabulary/choose.ts';
import { hashOf } from './document.ts';

/** The content of a new generation, but for its pages. */
export type Edition = {
  readonly site: Site;
  readonly company: CompanyInfo;
  readonly chosen: ChosenVocabulary;
  readonly placeNames: PlaceNames;
  readonly pages: number;
  /** Digest of everything that readers could tell apart. */
  readonly fingerprint: string;
  readonly origin: Origin;
};

type Collaborators = {
  readonly mirror: Mirror;
  readonly config: SiteConfig;
  /** Digest of the code that composes. */
  readonly composer: string;
  /** Of an index. */
  readonly schemaVersion: number;
  /** Called again and again during work that lets nothing else run; stops it by throwing. */
  readonly checkpoint: () => void;
};

/** The generation to compose from what has changed since, and its vocabulary with the reasons. */
type Before = { readonly former: Former; readonly pages: number; readonly trades: ChosenVocabulary['trades'] };

/** More changed pages are not compared one by one. */
const MOST_COMPARED = 1000;

/** Composes editions of the mirror by the rules of the site file. */
export function createComposer({ mirror, config, composer, schemaVersion, checkpoint }: Collaborators) {
  const { locate } = createPlaces(config.cities);
  const placed = <Mirrored extends MirroredPage>(page: Mirrored): Mirrored & Page => ({
    ...page,
    ...locate(page.path),
  });
  const rules = sha256([config.cities]);

  /** Composes what the next generation says; of the one before it, what the changed pages have no share in. */
  function compose(before: Before | undefined): Edition {
    const found = mirror.fact('site') as Site;
    // A theme may say another language than the site is written in: then site.yaml has the last word.
    const site: Site = { ...found, language: config.language ?? found.language };
    const evidence = mirror.fact('company_evidence') as SiteEvidence | undefined;
    const hiddenLinks = [...mirror.skipped().values()].map(({ seenLink }) => seenLink);
    const { mirror: name, number } = mirror.revision();
    const inputs = sha256([composer, config, site, evidence, hiddenLinks]);
    const whole = { site, evidence, hiddenLinks };
    const { company, chosen, placeNames, counts, pages, sum } =
      (before && before.former.origin.inputs === inputs && before.former.origin.mirror === name
        ? composeFrom(before, site)
        : undefined) ?? composeWhole(whole);
    const { cities, synonyms, addressQuotas, golden } = config;
    const fingerprint = sha256([
      schemaVersion,
      site,
      company,
      cities,
      synonyms,
      chosen,
      placeNames,
      addressQuotas,
      golden,
      mirror.aliases(),
      sum,
    ]);
    const origin = { mirror: name, revision: number, rules, inputs, sum, counts };
    return { site, company, chosen, placeNames, pages, fingerprint, origin };
  }

  type Whole = {
    readonly site: Site;
    readonly evidence: SiteEvidence | undefined;
    readonly hiddenLinks: readonly string[];
  };

  /** Reads the whole mirror once. */
  function composeWhole({ site, evidence, hiddenLinks }: Whole) {
    const main = primaryLanguage(site.language);
    const tally = createTally();
    const facts: Pick<Page, 'title' | 'url' | 'path' | 'city' | 'family'>[] = [];
    const links: string[] = [];
    const places = createPlaceCollector(config.cities);
    for (const mirrored of mirror.publishable()) {
      checkpoint();
      const page = placed(mirrored);
      const { title, url, path, city, family } = page;
      // What the company is called and offers is said once, in the main language.
      if (primaryLanguage(page.language) === main) {
        facts.push({ title, url, path, city, family });
        links.push(...contactLinksIn(page.markdown));
        places.add(page);
      }
      tally.count(page, page.hash, 1);
    }
    const company = buildCompany({ site, config, pages: facts, evidence, contactLinks: links, hiddenLinks });
    const titles = facts.map(({ title }) => title);
    const chosen = chooseVocabulary({ asked: config.vocabulary, language: main, titles });
    const { countries } = evidence ?? countriesOf({ home: site.home, languages: [site.language] });
    return { company, chosen, placeNames: places.placeNames(countries[0]), ...tally.result() };
  }

  /** Compares the pages that have changed; `undefined` when what is said of the company and its trades may follow from them. */
  function composeFrom({ former, pages, trades }: Before, site: Site) {
    const { origin, company, vocabulary, placeNames } = former;
    const touched = mirror.touchedSince(origin.revision, MOST_COMPARED + 1);
    if (touched.length > MOST_COMPARED) return undefined;
    const tally = createTally({ counts: origin.counts, pages, sum: BigInt(`0x${origin.sum}`) });
    for (const id of touched) {
      checkpoint();
      const was = former.pageOf(id);
      const mirrored = mirror.publishablePage(id);
      const is = mirrored && placed(mirrored);
      if (factsOf(was, site) !== factsOf(is, site)) return undefined;
      if (was) tally.count(was, hashOf(was), -1);
      if (is) tally.count(is, is.hash, 1);
    }
    return { company, chosen: { vocabulary, trades }, placeNames, ...tally.result() };
  }

  return {
    compose,
    placed,
    /** Digest of the rules by which pages are placed. */
    rules,
  };
}

/** All that company data, vocabulary and names of places take from a page. */
function factsOf(page: Page | undefined, site: Site): string {
  if (!page || primaryLanguage(page.language) !== primaryLanguage(site.language)) return '';
  const { title, url, path, city, family } = page;
  const places = city === '' ? [] : placesListedIn(page.markdown);
  return JSON.stringify([title, url, path, city, family, contactLinksIn(page.markdown), places]);
}

type Tally = { readonly counts: Readonly<Record<string, number>>; readonly pages: number; readonly sum: bigint };

const SUM_BITS = 256;

/** Counts pages, and adds up their digests: a sum does not need to know the others when one of them changes. */
function createTally(
  { counts: countsBefore, pages: pagesBefore, sum: sumBefore }: Tally = { counts: {}, pages: 0, sum: 0n },
) {
  const counts: Record<string, number> = { ...countsBefore };
  let pages = pagesBefore;
  let sum = sumBefore;
  return {
    count({ id, type, path, city, family }: Page, hash: string, more: 1 | -1): void {
      pages += more;
      sum += BigInt(more) * BigInt(`0x${sha256([id, type, path, hash, city, family])}`);
      for (const key of [`type:${type}`, `city:${city}`]) counts[key] = (counts[key] ?? 0) + more;
    },
    result: () => ({
      counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
      pages,
      sum: BigInt.asUintN(SUM_BITS, sum).toString(16),
    }),
  };
}

function sha256(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
