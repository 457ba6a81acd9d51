/** The theme around a text of the REST API: style sheets, scripts and elements of the page that it is shown in. */
import { memory } from '../../memory.ts';
import { HTML } from '../../parse/element-kinds.ts';
import { element, type HtmlElement } from '../../parse/tree.ts';
import { createRuleCollector, type Rule } from './rules.ts';

type ThemeSheet = { readonly css: string; readonly media: string };

export type Theme = {
  /** In the order in which the page has them. */
  readonly sheets: readonly ThemeSheet[];
  /** Scripts of the page; without them nothing is hidden for certain. */
  readonly script: string | undefined;
  /** Elements around the text, outermost first. */
  readonly around: readonly { readonly name: string; readonly id: string; readonly classes: string }[];
};

/** Properties by which a rule of the theme may hide a text: with others, what is seen depends on more than is known. */
const HIDING: ReadonlySet<string> = new Set(['display', 'visibility']);

/** A rule of a theme, with the classes that its selectors name. */
type Naming = { readonly rule: Rule; readonly names: readonly string[]; readonly hides: boolean };

/** The rules of a theme that hide and show elements; none for elements of which no class is in a rule that hides. */
export function hidingRulesOf({ sheets, script }: Theme, elements: readonly HtmlElement[]): readonly Rule[] {
  if (script === undefined) return [];
  const naming = sheets.flatMap(({ css, media }) => readSheet(`${media}\n${css}`));
  const hidden = new Set(naming.flatMap(({ names, hides }) => (hides ? names : [])));
  const isNamed = ({ attribs }: HtmlElement) => attribs['class']?.match(/\S+/g)?.some((name) => hidden.has(`.${name}`));
  // Another class of what one hides may show it: then all of them count.
  return elements.some(isNamed) ? naming.map(({ rule }) => rule) : [];
}

/** Pages of one site have the same sheets. */
const readSheet = memory(
  (sheet: string): readonly Naming[] => {
    const end = sheet.indexOf('\n');
    const collected = createRuleCollector();
    collected.add(sheet.slice(end + 1), sheet.slice(0, end));
    return collected.rules.flatMap((rule) => {
      const declarations = rule.contents().declarations.filter(({ property }) => HIDING.has(property));
      if (declarations.length === 0) return [];
      const contents = { declarations, blocks: [] };
      const ofTheme = { ...rule, contents: () => contents, decides: true, setsDisplay: false, isTheme: true };
      const names = rule.selector.match(/\.(?:[\w-]|[^\0-\x7F])+/g) ?? [];
      return [
        { rule: ofTheme, names, hides: declarations.some(({ value }) => /^(?:none|hidden|collapse)$/i.test(value)) },
      ];
    });
  },
  { most: 200, longest: 1_000_000 },
);

/** The elements around a text as a chain of parents, outermost first. */
export function chainOf({ around }: Theme): readonly HtmlElement[] {
  const chain: HtmlElement[] = [];
  for (const { name, id, classes } of around) {
    const one = element(name, HTML, { ...(id && { id }), ...(classes && { class: classes }) });
    one.parent = chain.at(-1) ?? null;
    chain.push(one);
  }
  return chain;
}
