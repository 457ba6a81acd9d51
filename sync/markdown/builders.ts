import BUILDER_LISTS from './words/builders.json' with { type: 'json' };

/**
 * Page builders, their add-ons, and themes with a builder. A class list is a string of tokens separated by white space. A
 * trailing `*` matches any suffix; `a.b` matches elements with both classes.
 */
export type Builder = {
  readonly name: string;
  /** Classes of the rendered HTML. */
  readonly classes?: string;
  /** Prefixes of its shortcodes, such as `et_pb` in `[et_pb_section]`. */
  readonly shortcodes?: string;
  /** Prefixes that may also begin a word in brackets: `[us_dollars]`, `[fl_oz]`. */
  readonly ambiguousShortcodes?: string;
  /** Widgets without content: menus, share buttons, tables of contents, breadcrumbs. */
  readonly noise?: string;
  /** Site headers and footers, by class and by id. */
  readonly frame?: string;
  readonly frameIds?: string;
  /** Wrappers around the content of a page. */
  readonly content?: string;
  /** Utility classes that hide an element on wide and on narrow screens. */
  readonly hiddenOnWide?: string;
  readonly hiddenOnNarrow?: string;
  /** Utility classes that together hide an element on every screen. Owners use them to withdraw a section. */
  readonly hiddenEverywhere?: string;
  /** Tab lists (each child is a tab title), single tab titles, and tab panels. */
  readonly tabLists?: string;
  readonly tabs?: string;
  readonly tabPanels?: string;
  /** Titles of tabs, toggles and questions that are not headings. */
  readonly titles?: string;
};

type Entry = { readonly [Field in keyof Builder]-?: string | readonly string[] | undefined };

/** Builders of `words/builders.json`. A long list is an array of parts. */
export const BUILDERS: readonly Builder[] = (BUILDER_LISTS satisfies readonly Partial<Entry>[]).map(
  (entry) =>
    Object.fromEntries(Object.entries(entry).map(([field, list]) => [field, [list].flat().join(' ')])) as Builder,
);

type Lists = {
  [Field in keyof Builder]-?: Required<Builder>[Field] extends string ? Field : never;
}[keyof Builder];

/** Joins the lists of all builders in a field. */
export function allBuilders(field: Exclude<Lists, 'name'>): string {
  return BUILDERS.map((builder) => builder[field] ?? '').join(' ');
}
