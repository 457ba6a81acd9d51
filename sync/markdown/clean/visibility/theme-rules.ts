/** The rules of a theme that may hide a text of it. */
import { memory } from '../../memory.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import type { Declaration } from './css.ts';
import { selectorsIn, sheetOf, type Rule } from './rules.ts';
import { enteringProperties, hidingDeclarations } from './theme-hiding.ts';
import { textRulesFor } from './theme-texts.ts';
import type { Theme } from './theme.ts';

/** Properties by which a rule of the theme may hide a text, though another shows it: with others, what is seen depends on more than is known. */
const HIDING: ReadonlySet<string> = new Set(['display', 'visibility']);

/** A rule of a theme, with the classes and ids that its selectors name. */
type Naming = {
  readonly rule: Rule;
  readonly names: readonly string[];
  readonly hides: boolean;
  /** It hides by the place or size of a box: that counts if no other rule names what it does. */
  readonly isAlone: boolean;
  /** Properties by which alone it hides, though what they hide may come in. */
  readonly entering: readonly string[];
};

type Sheet = {
  readonly naming: readonly Naming[];
  readonly rules: readonly Rule[];
  /** In how many rules each class and id is named. */
  readonly counts: ReadonlyMap<string, number>;
  /** In how many rules each property is set. */
  readonly settings: ReadonlyMap<string, number>;
};

/** The rules of a theme that hide and show elements; none for elements of which no class is in a rule that hides. */
export function hidingRulesOf({ sheets, script }: Theme, elements: readonly HtmlElement[]): readonly Rule[] {
  if (script === undefined) return [];
  const read = sheets.map(({ css, media }) => readSheet(`${media}\n${css}`));
  const countOf = (name: string) => read.reduce((sum, { counts }) => sum + (counts.get(name) ?? 0), 0);
  const isSetElsewhere = (property: string) =>
    read.reduce((sum, { settings }) => sum + (settings.get(property) ?? 0), 0) > 1;
  const mayEnter = ({ entering }: Naming) => entering.length > 0 && (script !== '' || entering.some(isSetElsewhere));
  const naming = read.map((sheet) =>
    sheet.naming.filter(
      (one) => !one.isAlone || (subjectsOf(one.rule).every((name) => countOf(name) === 1) && !mayEnter(one)),
    ),
  );
  const hidden = new Set(naming.flatMap((all) => all.flatMap(({ names, hides }) => (hides ? names : []))));
  const isNamed = ({ attribs }: HtmlElement) =>
    (attribs['id'] !== undefined && hidden.has(`#${attribs['id']}`)) ||
    attribs['class']?.match(/\S+/g)?.some((name) => hidden.has(`.${name}`));
  const ofTexts = textRulesFor(
    read.map(({ rules }) => rules),
    elements,
    (name) => countOf(name) === 1 && !script.includes(name.slice(1)),
  );
  // Another class of what one hides may show it: then all of them count.
  if (!elements.some(isNamed)) return ofTexts;
  return [...naming.flatMap((all, sheet) => all.map(({ rule }) => ({ ...rule, sheet }))), ...ofTexts];
}

/** The classes, or ids, of the elements that a rule is about. */
function subjectsOf({ selector }: Rule): readonly string[] {
  return selectorsIn(selector).map((one) => one.match(NAME)?.at(-1) ?? '');
}

const NAME = /[.#](?:[\w-]|[^\0-\x7F])+/g;

function namingOf(
  rule: Rule,
  names: readonly string[],
  declarations: readonly Declaration[],
  isAlone: boolean,
): readonly Naming[] {
  if (declarations.length === 0) return [];
  const contents = { declarations, blocks: [] };
  const ofTheme: Rule = { ...rule, contents: () => contents, decides: true, setsDisplay: false, isTheme: true };
  const hides = isAlone || declarations.some(({ value }) => /^(?:none|hidden|collapse)$/i.test(value));
  return [{ rule: ofTheme, names, hides, isAlone, entering: isAlone ? enteringProperties(declarations) : [] }];
}

/** Pages of one site have the same sheets. */
const readSheet = memory(
  (sheet: string): Sheet => {
    const { rules } = sheetOf(sheet);
    const counts = new Map<string, number>();
    const settings = new Map<string, number>();
    const naming = rules.flatMap((rule) => {
      const names = rule.selector.match(NAME) ?? [];
      for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
      const written = rule.contents().declarations;
      for (const property of new Set(written.map((one) => one.property)))
        settings.set(property, (settings.get(property) ?? 0) + 1);
      const shown = written.filter(({ property }) => HIDING.has(property));
      const alone = names.length > 0 ? hidingDeclarations(written) : [];
      return namingOf(rule, names, shown, false).concat(namingOf(rule, names, alone, true));
    });
    return { naming, rules, counts, settings };
  },
  { most: 200, longest: 1_000_000 },
);
