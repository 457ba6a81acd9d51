import { toSlug } from '../../shared/places.ts';

// Replacements of letters in WordPress slugs: the default locale, then German and Danish.
const LETTERS: readonly Readonly<Record<string, string>>[] = [
  { ß: 's', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' },
  { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ø: 'oe', å: 'aa', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd' },
];
const LETTER = /[ßøłđæœıäöüå]/;
const ALL_LETTERS = new RegExp(LETTER, 'g');

/** Returns the slugs that WordPress may create from a name: `Köln` is `koln` or `koeln`. */
export function slugsOf(name: string): readonly string[] {
  const small = name.normalize('NFC').toLowerCase();
  if (!LETTER.test(small)) return [toSlug(small)];
  const slugs = LETTERS.map((letters) => toSlug(small.replaceAll(ALL_LETTERS, (letter) => letters[letter] ?? letter)));
  return [...new Set([toSlug(small), ...slugs])];
}

const ARTICLE = /^(?:l|la|le|les|el|los|las|els|il|lo|gli|o|a|os|as|the|de|den|het)-(?=.{3})/;

/** Returns variants of a place slug in addresses: without article, without the number of a district, `saint` for `st`. */
export function variantsOf(slug: string): readonly string[] {
  const written = slug.replace(/^st(e?)-/, 'saint$1-').replace(/^s(ta|to)-/, 'san$1-');
  const plain = slug
    .replace(/(?:-\d+(?:er|e|eme|o)?)+$/, '')
    .replace(/-(?:\d+(?:er|e|eme)|arrondissement)(?:-arrondissement)?$/, '');
  return [...new Set([slug, written, slug.replace(ARTICLE, ''), plain])].filter((variant) => variant.length > 1);
}
