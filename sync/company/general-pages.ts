import { createAnalyzer } from '../../db/search/text/analyzer.ts';
import type { Page } from '../../shared/page.ts';

type PlacedPage = Pick<Page, 'title' | 'city' | 'family'>;

/** Letters that two words of a stem begin with in common: shorter stems are of too many words. */
const SHORTEST_STEM = 5;

/**
 * The general page of each of these families: the one of the same name, else the one whose name is another word of the same stem
 * in that language (`/porto/panadero`, `/panaderia`), where one family and one page alone have that.
 */
export function generalPages<Placed extends PlacedPage>(
  pages: readonly Placed[],
  families: readonly string[],
  language: string,
): ReadonlyMap<string, Placed> {
  const { stemOf, fold } = createAnalyzer(language);
  const candidates = pages.filter(({ city, title }) => city === '' && title !== '');
  const named = new Map(candidates.toReversed().map((page) => [page.family, page]));

  /** The stem of a family whose name is one word. */
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
    const own = named.get(family);
    if (own) return [[family, own]];
    const stem = stemOfFamily(family);
    const [page, second] = stem === undefined ? [] : (pagesOf.get(stem) ?? []);
    return page && !second && familiesOf.get(stem)?.length === 1 ? [[family, page]] : [];
  });
  return new Map(found);
}
