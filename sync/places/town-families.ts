import { createAnalyzer } from '../../db/search/text/analyzer.ts';
import { PACKS } from '../../db/search/text/languages/packs.ts';
import { type CityRule, DEFAULT_CITIES } from '../../shared/cities.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import { TIES, toSlug } from '../../shared/places.ts';
import { readCountry } from './countries.ts';

/** Fields of a page that may name a town. */
export type TitledPage = { readonly id: number; readonly title: string; readonly path: string };

// Evidence of a family: minimum number of towns in a path form, and their minimum share of the names in that form.
const FAMILY = { towns: 3, share: 0.5 } as const;
const SURE_SHARE = 0.7;
// Minimum number of path forms that two towns have in common, and of a single town.
const FEWEST_FORMS = { ofTwo: 2, ofOne: 3 } as const;
// In words.
const LONGEST_NAME = 5;
// Pages of a town that are searched for its name after a preposition, and characters of each page.
const PAGES_READ = 3;
const CHARACTERS_READ = 6000;
// Maximum number of towns, by their number of pages.
const MOST_TOWNS = 1000;

// A parsed path: `/drains-leeds` is the form `/drains-*` with the filler `leeds`.
type Reading = { readonly form: string; readonly filler: string; readonly before: string };
type Filler = { readonly pages: TitledPage[]; readonly forms: Set<string>; isTied: boolean };
// Fillers of a form: towns of the gazetteer, and further names.
type Fillers = { readonly towns: Set<string>; readonly others: Set<string> };

/**
 * Finds the towns that a site has pages for. A town is a gazetteer name that fills the path of several pages
 * (`/drains-leeds`, `/areas/leeds`, `/leeds/drains`) and follows a preposition in titles or texts (*in Leeds*). Further
 * names in the same position are towns if they follow a preposition in texts. The cities of the contract come first,
 * with their names of the contract.
 */
export function findTowns(
  pages: readonly TitledPage[],
  site: {
    readonly language: string;
    /** ISO 3166-1 codes of the probable countries of the company. */
    readonly countries: readonly string[];
    /** Returns the Markdown of a page. */
    readonly textOf: (id: number) => string;
  },
): readonly CityRule[] {
  const { language, countries } = site;
  const known = namesOnMap(countries);
  const { nameAfterPreposition, hasPrepositions } = createNaming(language, site.textOf);
  const nameOf = (filler: string) => variantsOf(filler).flatMap((variant) => known.get(variant) ?? [])[0];

  const forms = formsOf(pages, (filler) => nameOf(filler) !== undefined);
  const families = new Set([...forms].filter(([, its]) => isFamily(its)).map(([form]) => form));
  const found = fillersIn(pages, ({ form, filler }) => {
    const its = forms.get(form);
    return its !== undefined && (its.towns.has(filler) || families.has(form));
  });
  const isPlaced = (filler: string, { pages: its, isTied }: Filler) =>
    isTied ||
    !hasPrepositions ||
    its.slice(0, PAGES_READ).some((page) => nameAfterPreposition(filler, page) !== undefined);

  const candidates = [...found].filter(([filler, entry]) => nameOf(filler) !== undefined && isSupported(filler, entry));
  const placed = new Set(candidates.filter(([filler, entry]) => isPlaced(filler, entry)).map(([filler]) => filler));
  const placedFamilies = new Set([...families].filter(isMostlyPlaced));
  const isOfFamily = ({ forms: its }: Filler) => [...its].some((form) => placedFamilies.has(form));
  const towns = candidates.filter(([filler, entry]) => placed.has(filler) || isOfFamily(entry));
  const others = [...found].filter(
    ([filler, entry]) => nameOf(filler) === undefined && isOfFamily(entry) && isProperName(filler, entry),
  );
  return rulesOf([...towns, ...others]);

  function isSupported(filler: string, { forms: its }: Filler): boolean {
    const all = [...its];
    if (all.some((form) => families.has(form))) return true;
    const isOfTwo = (form: string) => {
      const { towns: inForm, others: beside } = forms.get(form) ?? NO_FILLERS;
      return inForm.size >= 2 && beside.size === 0;
    };
    if (all.filter(isOfTwo).length >= FEWEST_FORMS.ofTwo) return true;
    return all.length >= FEWEST_FORMS.ofOne && hasPrepositions && isPlacedByMost(filler);
  }

  // True if most pages of a name contain it after a preposition: the only town of a site.
  function isPlacedByMost(filler: string): boolean {
    const its = found.get(filler)?.pages.slice(0, 2 * PAGES_READ) ?? [];
    return its.filter((page) => nameAfterPreposition(filler, page) !== undefined).length * 2 > its.length;
  }

  function isMostlyPlaced(form: string): boolean {
    const its = candidates.filter(([, entry]) => entry.forms.has(form)).map(([filler]) => filler);
    return its.filter((filler) => placed.has(filler)).length * 2 >= its.length;
  }

  // True for a name outside the gazetteer that texts capitalise after a preposition. In languages with capitalised
  // nouns, nearly all names of the family must also be towns.
  function isProperName(filler: string, { pages: its, forms: inForms }: Filler): boolean {
    const needsShare = HAS_NOUNS_WITH_CAPITALS.has(primaryLanguage(language));
    const isTelling =
      !needsShare ||
      [...inForms].some((form) => placedFamilies.has(form) && shareOf(forms.get(form) ?? NO_FILLERS) >= SURE_SHARE);
    const where = needsShare ? 'anywhere' : 'text';
    return (
      isTelling && its.slice(0, PAGES_READ).some((page) => nameAfterPreposition(filler, page, where) !== undefined)
    );
  }

  function rulesOf(all: readonly (readonly [string, Filler])[]): readonly CityRule[] {
    const most = all.toSorted(([, a], [, b]) => b.pages.length - a.pages.length).slice(0, MOST_TOWNS);
    const rules = new Map<string, CityRule>();
    for (const [filler, { pages: its }] of most) {
      const name = nameInTitles(its, filler) ?? nameOf(filler) ?? capitalised(filler);
      const rule = ruleOfContract(filler, countries) ?? { slug: filler, name, aliases: [] };
      if (!rules.has(rule.slug)) rules.set(rule.slug, rule);
    }
    const order = (slug: string) => DEFAULT_CITIES.findIndex((city) => city.slug === slug) >>> 0;
    return [...rules.values()].toSorted((a, b) => order(a.slug) - order(b.slug) || (a.slug < b.slug ? -1 : 1));
  }
}

const NO_FILLERS: Fillers = { towns: new Set(), others: new Set() };
const HAS_NOUNS_WITH_CAPITALS = new Set(['de', 'lb']);

const shareOf = ({ towns, others }: Fillers): number => towns.size / (towns.size + others.size);
const isFamily = (its: Fillers): boolean => its.towns.size >= FAMILY.towns && shareOf(its) >= FAMILY.share;

// Index of the names of towns and areas of these countries, and of the contract's cities, by slug.
function namesOnMap(countries: readonly string[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  const add = (name: string) => {
    for (const slug of slugsOf(name)) if (!known.has(slug)) known.set(slug, name);
  };
  for (const { name } of DEFAULT_CITIES) add(name);
  for (const country of countries) {
    const { towns, supplement } = readCountry(country) ?? NO_COUNTRY;
    for (const { names } of towns) for (const name of names) add(name);
    for (const { names } of supplement.areas) for (const name of names) add(name);
    // *Frankfurt* is a short form of *Frankfurt am Main*.
    for (const { names } of towns)
      for (const name of names) add(name.replace(/\s(?:am?|an der|i[mn]|bei|ob|upon|on|sur|aan|under)\s.*$/, ''));
  }
  return known;
}
const NO_COUNTRY = { towns: [], supplement: { areas: [] } } as const;

// Returns the city of the contract by slug or alias, if the site is in its country.
function ruleOfContract(filler: string, countries: readonly string[]): CityRule | undefined {
  if (!countries.includes(COUNTRY_OF_CONTRACT)) return undefined;
  return DEFAULT_CITIES.find(({ slug, aliases }) => slug === filler || aliases.includes(filler));
}
const COUNTRY_OF_CONTRACT = 'ES';

// Returns each path form that contains a town, with all its fillers.
function formsOf(pages: readonly TitledPage[], isTown: (filler: string) => boolean): ReadonlyMap<string, Fillers> {
  const forms = new Map<string, Fillers>();
  const townOf = new Map<string, boolean>();
  const isKnown = (filler: string) => {
    const is = townOf.get(filler) ?? isTown(filler);
    townOf.set(filler, is);
    return is;
  };
  for (const { form, filler } of readingsOf(pages)) {
    if (!isKnown(filler)) continue;
    const its = forms.get(form) ?? { towns: new Set(), others: new Set() };
    forms.set(form, its);
    its.towns.add(filler);
  }
  for (const { form, filler } of readingsOf(pages)) if (!isKnown(filler)) forms.get(form)?.others.add(filler);
  return forms;
}

// Returns the fillers of accepted readings with their pages. Of two overlapping names in a path, the longer.
function fillersIn(pages: readonly TitledPage[], isWanted: (reading: Reading) => boolean): ReadonlyMap<string, Filler> {
  const found = new Map<string, Filler>();
  for (const page of pages) {
    const wanted = readingsOfPage(page).filter(isWanted);
    for (const { form, filler, before } of wanted) {
      if (wanted.some((reading) => reading.filler.length > filler.length && reading.filler.includes(filler))) continue;
      const its = found.get(filler) ?? { pages: [], forms: new Set(), isTied: false };
      found.set(filler, its);
      if (its.pages.at(-1) !== page) its.pages.push(page);
      its.forms.add(form);
      // *de* also joins words that are not places.
      its.isTied ||= before !== 'de' && TIES.has(before);
    }
  }
  return found;
}

function* readingsOf(pages: readonly TitledPage[]): Generator<Reading> {
  for (const page of pages) yield* readingsOfPage(page);
}

// Returns every reading of a path: a segment, its beginning or its end is the filler.
function readingsOfPage({ path }: TitledPage): readonly Reading[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.flatMap((segment, at): Reading[] => {
    const words = segment.split('-');
    const form = (inSegment: string) => segments.with(at, inSegment).join('/');
    const found: Reading[] = [{ form: form('*'), filler: segment, before: '' }];
    for (let cut = 1; cut < words.length; cut++) {
      const [first, last] = [words.slice(0, cut).join('-'), words.slice(cut).join('-')];
      found.push({ form: form(`${first}-*`), filler: last, before: words[cut - 1] ?? '' });
      found.push({ form: form(`*-${last}`), filler: first, before: '' });
    }
    return found.filter(
      ({ filler }) => /\p{L}{2}/u.test(filler) && filler.split('-', LONGEST_NAME + 1).length <= LONGEST_NAME,
    );
  });
}

function createNaming(language: string, textOf: (id: number) => string) {
  const { isPlacePreposition } = createAnalyzer(language);
  const texts = new Map<number, string>();

  function textOfPage({ id }: TitledPage): string {
    const text = texts.get(id) ?? plain(textOf(id).slice(0, CHARACTERS_READ).replaceAll(/^#.*$/gm, ''));
    texts.set(id, text);
    return text;
  }

  // Returns the name as written, capitalised and without accents. With `text`, headings and title are not searched.
  function nameAfterPreposition(
    filler: string,
    page: TitledPage,
    where: 'anywhere' | 'text' = 'anywhere',
  ): string | undefined {
    const name = filler
      .split('-')
      .map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, ''))
      .join("[\\s'’.-]+");
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(\\p{L}+)\\s+(?:l['’])?(${name})(?![\\p{L}\\p{N}])`, 'giu');
    const places = where === 'text' ? [textOfPage(page)] : [plain(page.title), textOfPage(page)];
    for (const text of places) {
      for (const [, before = '', written] of text.matchAll(pattern)) {
        if (written !== undefined && /^\P{Ll}/u.test(written) && isPlacePreposition(before.toLowerCase()))
          return written;
      }
    }
    return undefined;
  }

  return { nameAfterPreposition, hasPrepositions: PACKS[primaryLanguage(language)]?.placePrepositions !== undefined };
}

// Removes accents, and replaces ß as in slugs.
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss');

// Returns the most frequent spelling of a name in titles, except in capitals.
function nameInTitles(pages: readonly TitledPage[], filler: string): string | undefined {
  const longest = filler.split('-').length;
  const counts = new Map<string, number>();
  for (const { title } of pages) {
    const words = title.split(/[\s,.:;|()/–—!?¡¿«»"]+/u).filter((word) => word !== '');
    for (let start = 0; start < words.length; start++) {
      const names = Array.from({ length: longest }, (_, more) => words.slice(start, start + 1 + more).join(' '));
      const name = names.find((text) => slugsOf(text).includes(filler));
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const written = [...counts].filter(([name]) => /^\P{Ll}.*\p{Ll}/u.test(name)).toSorted(([, a], [, b]) => b - a);
  return written[0]?.[0];
}

const capitalised = (slug: string): string =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

// Replacements of letters in WordPress slugs: the default locale, then German and Danish.
const LETTERS: readonly Readonly<Record<string, string>>[] = [
  { ß: 's', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' },
  { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ø: 'oe', å: 'aa', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd' },
];
const LETTER = /[ßøłđæœıäöüå]/;
const ALL_LETTERS = new RegExp(LETTER, 'g');

// Returns the slugs that WordPress may create from a name: `Köln` is `koln` or `koeln`.
function slugsOf(name: string): readonly string[] {
  const small = name.normalize('NFC').toLowerCase();
  if (!LETTER.test(small)) return [toSlug(small)];
  const slugs = LETTERS.map((letters) => toSlug(small.replaceAll(ALL_LETTERS, (letter) => letters[letter] ?? letter)));
  return [...new Set([toSlug(small), ...slugs])];
}

const ARTICLE = /^(?:l|la|le|les|el|los|las|els|il|lo|gli|o|a|os|as|the|de|den|het)-(?=.{3})/;

// Returns variants of a place slug in a path: without article, without the number of a district, `saint` for `st`.
function variantsOf(slug: string): readonly string[] {
  const written = slug.replace(/^st(e?)-/, 'saint$1-').replace(/^s(ta|to)-/, 'san$1-');
  const bare = slug.replace(/(?:-\d+(?:er|e|eme|o)?|-arrondissement)+$/, '');
  return [...new Set([slug, written, slug.replace(ARTICLE, ''), bare])].filter((variant) => variant.length > 1);
}
