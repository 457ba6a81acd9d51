import { createAnalyzer } from '../../db/search/text/analyzer.ts';
import type { Page } from '../../shared/page.ts';

type PlacedPage = Pick<Page, 'title' | 'city' | 'family'>;

// Minimum length of a stem: shorter stems match unrelated words.
const SHORTEST_STEM = 5;

/**
 * Maps families of city pages to their general page: the page of the same name. Otherwise the page whose name has the
 * same stem (`/porto/panadero`, `/panaderia`), if only one family and one page have it.
 */
export function generalPages<Placed extends PlacedPage>(
  pages: readonly Placed[],
  families: readonly string[],
  language: string,
): ReadonlyMap<string, Placed> {
  const { stemOf, fold } = createAnalyzer(language);
  const candidates = pages.filter(({ city, title }) => city === '' && title !== '');
  const named = new Map(candidates.toReversed().map((page) => [page.family, page]));

  function stemOfFamily(family: string): string | undefined {
    const stem = /^\p{L}+$/u.test(family) ? stemOf(fold(family)) : '';
    return stem.length >= SHORTEST_STEM ? stem : undefined;
  }

  const taken = new Set(families);
  const pagesOf = Map.groupBy(
    [...named.values()].filter(({ family }) => !taken.has(family)),
    ({ family }) => stemOfFamily(family),
  );
  const familiesOf = Map.groupBy(families, stemOfFamily);
  const found = families.flatMap((family): (readonly [string, Placed])[] => {
    const sameName = named.get(family);
    if (sameName) return [[family, sameName]];
    const stem = stemOfFamily(family);
    const [page, second] = stem === undefined ? [] : (pagesOf.get(stem) ?? []);
    return page && !second && familiesOf.get(stem)?.length === 1 ? [[family, page]] : [];
  });
  return new Map(found);
}
