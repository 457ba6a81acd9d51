/** A page with the paths of its translations, separated by line feeds. */
export type TranslatedPage = {
  readonly id: number;
  readonly path: string;
  readonly language: string;
  readonly translations: string;
};

/**
 * Groups pages that are translations, as arrays of ids. Two pages belong together if they list each other, because many
 * sites link the front page of a language from every page. A group with two pages of a language is invalid.
 */
export function translationGroups(pages: readonly TranslatedPage[]): readonly (readonly number[])[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const named = new Map(pages.map(({ id, translations }) => [id, new Set(translations.split('\n'))]));
  const grouped = new Set<number>();
  const groups: number[][] = [];
  for (const page of pages) {
    if (page.translations === '' || grouped.has(page.id)) continue;
    const group = reachable(page, byPath, named);
    for (const { id } of group) grouped.add(id);
    const languages = new Set(group.map(({ language }) => language));
    if (group.length > 1 && languages.size === group.length) groups.push(group.map(({ id }) => id));
  }
  return groups;
}

function reachable(
  first: TranslatedPage,
  byPath: ReadonlyMap<string, TranslatedPage>,
  named: ReadonlyMap<number, ReadonlySet<string>>,
): TranslatedPage[] {
  const group = new Set([first]);
  for (const page of group) {
    for (const path of named.get(page.id) ?? []) {
      const other = byPath.get(path);
      if (other && named.get(other.id)?.has(page.path)) group.add(other);
    }
  }
  return [...group];
}
