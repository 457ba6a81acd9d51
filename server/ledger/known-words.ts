import type { Index } from '../../db/index/reader.ts';
import { comparable, type KnownWords } from './personal-data.ts';

/** The words that an index knows; none while there is no index. */
export function knownWords(content: { readonly index: Index } | undefined): KnownWords {
  if (!content) return { knows: () => false, ownNames: new Set() };
  const { index } = content;
  const { site, company, cities } = index;
  const names = [
    site.name,
    company.brand,
    ...cities.flatMap(({ slug, name, aliases }) => [slug, name].concat(aliases)),
  ];
  return { knows: index.knowsWord, ownNames: new Set(names.flatMap((name) => comparable(name).split(' '))) };
}
