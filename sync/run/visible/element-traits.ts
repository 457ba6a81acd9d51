import type { Contents } from '../../markdown/clean/visibility/css.ts';
import { selectorsIn, sheetOf } from '../../markdown/clean/visibility/rules.ts';
import { tagsOf } from '../../markdown/parse/tokenizer.ts';
import { attribute } from '../../wordpress/html-tags.ts';
import { namesOf } from './html-elements.ts';

/** What is true or false of declarations in a row, as a `style` attribute has them. */
export type Trait = (declarations: string) => boolean;
export const traitOf =
  (pattern: RegExp): Trait =>
  (declarations) =>
    pattern.test(declarations);

/**
 * Tells which traits the elements of start tags have from the start, by their `style` and by those rules in a `<style>` of the page
 * that are theirs as far as classes and ids tell: one trait may come of one rule, and one of another.
 */
export function createTraits(html: string, traits: readonly Trait[]): (tag: string) => readonly boolean[] {
  const bitsOf = (declarations: string): number =>
    traits.reduce((bits, isSo, at) => (isSo(declarations) ? bits | (1 << at) : bits), 0);
  const all = 2 ** traits.length - 1;
  let names: ReadonlySet<string> | undefined;
  const isThere = (name: string) =>
    (names ??= new Set([...tagsOf(html)].flatMap(({ start, end }) => namesOf(html.slice(start, end))))).has(name);
  const rules = rulesOf(html)
    .map(({ selector, declarations }) => ({ selector, bits: bitsOf(declarations) }))
    .filter(({ bits }) => bits > 0)
    .flatMap(({ selector, bits }) =>
      selectorsIn(selector)
        .flatMap(namesIn)
        .map(({ wanted, never, around }) => ({ wanted, never, around, bits })),
    )
    .filter(({ around }) => around.every(isThere));
  const counts = new Map<string, number>();
  for (const { wanted } of rules) for (const name of wanted) counts.set(name, (counts.get(name) ?? 0) + 1);
  const countOf = (name: string) => counts.get(name) ?? 0;
  const byRarest = Map.groupBy(rules, ({ wanted }) =>
    wanted.reduce((rarest, name) => (countOf(name) < countOf(rarest) ? name : rarest)),
  );

  return (tag) => {
    const own = new Set(namesOf(tag));
    let found = bitsOf(attribute(tag, 'style') ?? '');
    for (const name of own)
      for (const { wanted, never, bits } of byRarest.get(name) ?? []) {
        if (found === all) break;
        if ((bits & ~found) === 0 || never.some((one) => own.has(one))) continue;
        if (wanted.every((one) => own.has(one))) found |= bits;
      }
    return traits.map((_, at) => (found & (1 << at)) !== 0);
  };
}

/** The rules of the `<style>` elements of a page that apply on a wide screen, each with its declarations in a row. */
const rulesOf = (html: string): readonly { readonly selector: string; readonly declarations: string }[] =>
  [...html.matchAll(/<style\b([^<>]{0,500})>([^<]{0,200000})/gi)]
    .flatMap(([, attributes = '', css = '']) => {
      const media = attribute(`<style ${attributes}>`, 'media') ?? '';
      return sheetOf(`${media}\n${css}`).rules;
    })
    .filter(({ on }) => on.wide)
    .map(({ selector, contents }) => ({ selector, declarations: written(contents().declarations) }));

const written = (declarations: Contents['declarations']): string =>
  declarations.map(({ property, value }) => `${property}:${value}`).join(';');

/** Classes and ids that a selector wants of its element, those that it may not have, and those of elements around or before it. */
type Names = {
  readonly wanted: readonly string[];
  readonly never: readonly string[];
  readonly around: readonly string[];
};

const NOT = /:not\(([^()]*)\)/gi;
const NAME = /[.#][\w-]+/g;

/** The names in a selector; of one without, or for a state of its element or a part of it, none. */
function namesIn(selector: string): readonly Names[] {
  const compounds = selector.trim().split(/\s*[\s>+~]\s*/);
  const last = compounds.at(-1) ?? '';
  const plain = last.replaceAll(NOT, '');
  const wanted = plain.match(NAME) ?? [];
  if (wanted.length === 0 || plain.includes(':')) return [];
  const never = [...last.matchAll(NOT)].flatMap(([, negated = '']) => negated.match(NAME) ?? []);
  return [
    { wanted, never, around: compounds.slice(0, -1).flatMap((one) => one.replaceAll(NOT, '').match(NAME) ?? []) },
  ];
}
