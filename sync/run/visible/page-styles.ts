import { memoryOfObjects } from '../../markdown/memory.ts';
import { rulesOf, type Declaration, type Rule } from '../../markdown/visibility/style-sheets.ts';
import { tagsOf } from '../../markdown/parse/tokenizer.ts';
import { attribute } from '../../wordpress/html-tags.ts';
import { namesOf } from './html-elements.ts';
import { assetsOf, type Asset, type AssetReader } from './page-assets.ts';

/** A style sheet with the media queries of the element that holds or links it. */
type StyleSheet = { readonly css: string; readonly media: string };

/** Classes and ids that a selector wants of its element, those that it may not have, and those of elements around or before it. */
type Names = {
  readonly wanted: readonly string[];
  readonly never: readonly string[];
  readonly around: readonly string[];
};

/** The rules of one style sheet by a name that each wants of its element. */
export type StyleIndex = ReadonlyMap<string, readonly StyledNames[]>;
type StyledNames = Names & { readonly declarations: string };

const SCREENS = ['wide', 'medium', 'narrow'] as const;
type Screen = (typeof SCREENS)[number];

/**
 * Makes a reader of the rules that declare something of a kind: what they declare for the elements of a page on one screen, as far
 * as classes and ids tell.
 */
export function createStyleReader(isKept: (declarations: string) => boolean, screen: Screen = 'wide') {
  /** Sheets are the same for the pages of a site. */
  const indexOfRules = memoryOfObjects((rules: readonly Rule[]): StyleIndex => {
    const index = new Map<string, StyledNames[]>();
    for (const { selector, declarations: declared, on } of rules) {
      const declarations = on[SCREENS.indexOf(screen)] ? written(declared) : '';
      if (!isKept(declarations)) continue;
      for (const names of namesIn(selector)) {
        const name = names.wanted.at(-1) ?? '';
        const same = index.get(name);
        if (same) same.push({ ...names, declarations });
        else index.set(name, [{ ...names, declarations }]);
      }
    }
    return index;
  });
  const indexOf = ({ css, media }: StyleSheet): StyleIndex => indexOfRules(rulesOf(css, media));

  /** What each rule of the `<style>` elements of a page, and of other style sheets, declares for the element of a start tag. */
  function stylesIn(html: string, others: readonly StyleIndex[] = []): (tag: string) => readonly string[] {
    const indexes = [...ownSheets(html).map(indexOf), ...others].filter(({ size }) => size > 0);
    let names: ReadonlySet<string> | undefined;
    const isThere = (name: string) =>
      (names ??= new Set([...tagsOf(html)].flatMap(({ start, end }) => namesOf(html.slice(start, end))))).has(name);
    return (tag) => {
      if (indexes.length === 0) return [];
      const own = new Set(namesOf(tag));
      const applies = ({ wanted, never, around }: StyledNames) =>
        wanted.every((name) => own.has(name)) && !never.some((name) => own.has(name)) && around.every(isThere);
      return indexes
        .flatMap((index) => [...own].flatMap((name) => index.get(name) ?? []))
        .filter(applies)
        .map(({ declarations }) => declarations);
    };
  }

  return { indexOf, stylesIn };
}

/** Declarations that display an element, whatever others hide it. */
export const DISPLAYED = /(?:^|[;\s])display\s*:\s*(?!none|\s)/i;

/** What is declared for an element in its own `style`, and in style sheets. */
export const withOwnStyle =
  (stylesOf: (tag: string) => readonly string[]) =>
  (tag: string): readonly string[] => [attribute(tag, 'style') ?? '', ...stylesOf(tag)];

/** Finds the rules of the style sheets that pages link, within one run. */
export function createLinkedStyles(textOf: AssetReader, indexOf: (sheet: StyleSheet) => StyleIndex) {
  const indexes = new Map<string, StyleIndex>();

  async function indexOfAsset(asset: Asset): Promise<StyleIndex | undefined> {
    const key = `${asset.media}\n${asset.address}`;
    const known = indexes.get(key);
    if (known) return known;
    const css = await textOf(asset);
    const index = css === undefined ? undefined : indexOf({ css, media: asset.media });
    if (index) indexes.set(key, index);
    return index;
  }

  return async function linkedIn(html: string, base: string): Promise<readonly StyleIndex[]> {
    const found: StyleIndex[] = [];
    for (const asset of assetsOf(html, base, isOfLook)) {
      const index = asset.address === undefined ? undefined : await indexOfAsset(asset);
      if (index) found.push(index);
    }
    return found;
  };
}

/** The style sheets of themes and plugins: those of WordPress itself style no wall, and no lock. */
const isOfLook = (kind: Asset['kind'], path: string): boolean =>
  kind === 'style' && !/\/wp-(?:includes|admin)\//.test(path);

/** The style sheets that stand in a page itself. */
const ownSheets = (html: string): readonly StyleSheet[] =>
  [...assetsOf(html, '', () => false)].flatMap(({ kind, media, text = '' }) =>
    kind === 'style' ? [{ css: text, media }] : [],
  );

const written = (declarations: readonly Declaration[]): string =>
  declarations
    .map(
      ({ property, value, important }) =>
        `${property === 'animation-name' ? 'animation' : property}:${value}${important ? '!important' : ''}`,
    )
    .join(';');

const NOT = /:not\(([^()]*)\)/gi;
const ANY = /:(?:is|where)\(([^()]*)\)/i;
/** A class or id, whose signs may be escaped (CSS Syntax 3, 4.3.7), as in the names of utility classes. */
const NAME = /[.#](?:[\w-]|[^\0-\x7F]|\\[^\da-f\s])+/gi;
const ESCAPE = /\\(.)/gs;

/** The names in a selector; of one without, or for a state of its element or a part of it, none. */
function namesIn(selector: string): readonly Names[] {
  const any = ANY.exec(selector);
  if (any?.[1] !== undefined && selector.length < LONGEST) {
    const [whole, list] = any;
    return list.split(',').flatMap((one) => namesIn(selector.replace(whole, () => one.trim())));
  }
  const compounds = selector.trim().split(/\s*(?<!\\)[\s>+~]\s*/);
  const last = compounds.at(-1) ?? '';
  const plain = last.replaceAll(NOT, '');
  const wanted = namesAt(plain);
  if (wanted.length === 0 || /(?<!\\):|\\[\da-f\s]/i.test(plain)) return [];
  const never = [...last.matchAll(NOT)].flatMap(([, negated = '']) => namesAt(negated));
  return [{ wanted, never, around: compounds.slice(0, -1).flatMap((one) => namesAt(one.replaceAll(NOT, ''))) }];
}

/** A longer selector is not taken apart. */
const LONGEST = 500;

const namesAt = (compound: string): readonly string[] =>
  (compound.match(NAME) ?? []).map((name) => name.replaceAll(ESCAPE, '$1'));
