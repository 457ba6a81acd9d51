/** Rules of a theme that leave nothing to see of a text though its box is there: letters of no size, of no colour, or of that of their ground. */
import { memory, memoryOfObjects } from '../../memory.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { appearanceOf, PLAIN } from './appearance.ts';
import { SCREENS } from './conditions.ts';
import type { Declaration } from './css.ts';
import { saysOpened } from './opening.ts';
import type { Rule } from './rules.ts';
import { declaredBy, probe } from './theme-probe.ts';
import { isUnseen } from './text.ts';

const OF_SIZE = /^font(?:-size)?$/;
const OF_INK = /^(?:color|-webkit-text-fill-color)$/;
const OF_TEXT =
  /^(?:font(?:-size)?|color|-webkit-text-fill-color|background|background-(?:color|image|clip)|-webkit-background-clip|text-shadow|box-shadow|-webkit-text-stroke.*)$/;
/** A rule for one class, whatever is around. */
const OF_CLASS = /^[^,:[~+\\]*(\.[\w-]+)$/;

type TextRules = {
  /** Classes of which each is in one rule alone, and that hides a text. */
  readonly hiding: ReadonlyMap<string, Rule>;
  readonly all: readonly Rule[];
};

/** The rules of a sheet that say how large a text is, and of what colour. */
const textRulesOf = memoryOfObjects((rules: readonly Rule[]): TextRules => {
  const all = rules.filter(({ contents }) => contents().declarations.some(({ property }) => OF_TEXT.test(property)));
  const hiding = new Map<string, Rule>();
  for (const rule of all) {
    const name = OF_CLASS.exec(rule.selector.trim())?.[1];
    if (name !== undefined && hidesText(rule.contents().declarations)) hiding.set(name, rule);
  }
  return { hiding, all };
});

/** The rules of a theme by which an element's text is hidden, with those by which one in it may be seen all the same. */
export function textRulesFor(
  sheets: readonly (readonly Rule[])[],
  elements: readonly HtmlElement[],
  mayHide: (name: string) => boolean,
): readonly Rule[] {
  const read = sheets.map(textRulesOf);
  const hiding = new Set<Rule>();
  // A page may have one class thousands of times, and scripts be long.
  const ruleOf = memory((name: string): Rule | null => {
    const rule = read.map((one) => one.hiding.get(`.${name}`)).find((one) => one);
    return rule && !saysOpened(name) && mayHide(`.${name}`) ? rule : null;
  });
  for (const { attribs } of read.some((one) => one.hiding.size > 0) ? elements : []) {
    for (const name of attribs['class']?.match(/\S+/g) ?? []) {
      const rule = ruleOf(name);
      if (rule) hiding.add(rule);
    }
  }
  if (hiding.size === 0) return [];
  return read.flatMap(({ all }, sheet) => all.map((rule) => ({ ...ofTheme(rule, hiding.has(rule)), sheet })));
}

/** What a rule of the theme says of texts; of one that hides none, the colour of its letters is left open. */
function ofTheme(rule: Rule, hides: boolean): Rule {
  const declarations = rule
    .contents()
    .declarations.filter(({ property }) => OF_TEXT.test(property))
    .map((one) => (hides || !OF_INK.test(one.property) ? one : opened(one)));
  const contents = { declarations, blocks: [] };
  return { ...rule, contents: () => contents, decides: true, setsDisplay: false, isTheme: true };
}

const opened = ({ property, important }: Declaration): Declaration => ({ property, value: 'initial', important });

function hidesText(declarations: readonly Declaration[]): boolean {
  // What moves looks otherwise later.
  if (declarations.some(({ property }) => /^(?:-webkit-)?(?:animation|transition)/.test(property))) return false;
  if (!declarations.some(({ property }) => OF_SIZE.test(property) || OF_INK.test(property))) return false;
  const ofText = declarations.filter(({ property, value }) => OF_TEXT.test(property) && !/var\(/i.test(value));
  const { box, letters } = probe();
  const found = { declared: declaredBy(ofText), custom: PLAIN.custom };
  const appearance = appearanceOf(box, found, PLAIN, { screen: SCREENS.wide, isInline: false, mayLayGround: false });
  return isUnseen(appearance, letters, SCREENS.wide.width) === 'certain';
}
