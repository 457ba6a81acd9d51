/** Text effects of style sheets: strikethrough, and generated content of `::before` and `::after`. */
import { createText, NO_ATTRIBUTES, type HtmlElement, type HtmlNode } from '../parse/tree.ts';
import { candidatesFor, indexOf, stylesOf } from '../visibility/cascade.ts';
import { mayHide } from '../visibility/properties.ts';
import type { Rule } from '../visibility/style-sheets.ts';

// Elements without generated content or visible text.
const WITHOUT_TEXT = /^(?:html|body|head|style|script|img|br|hr|input|svg|iframe|video|audio|select|textarea)$/;
// In characters: longer text is not part of a sentence or a label.
const MAX_TEXT = 60;
const STRING = /^(?:"([^"]*)"|'([^']*)')(?:\s*\/\s*["'][^"']*["'])?$/;
// Words, amounts and marks. A single letter may be an icon of a font.
const IS_TEXT = /[\p{L}\p{N}].*[\p{L}\p{N}]|\p{Sc}|[✓✔✗✘❌✅☑☒]/u;

type Winner = { readonly rule: Rule; readonly value: string; readonly important: boolean };

/**
 * Writes generated content into the tree, and marks struck elements by their `style` attribute. `document` has the
 * style sheets, and `signs` maps an icon of a font to a mark. Only rules for wide screens count.
 */
export function writeTypography(
  document: readonly HtmlElement[],
  elements: readonly HtmlElement[],
  hidden: ReadonlySet<HtmlNode>,
  signs: (sign: string) => string | undefined,
): void {
  const { present, selectors } = stylesOf(document);
  const rules = present.filter(({ on }) => on[0]);
  const lines = indexOf(rules.filter((rule) => rule.pseudo === undefined && declares(rule, 'text-decoration-line')));
  const places = (['before', 'after'] as const).map((place) => ({
    place,
    rules: indexOf(rules.filter(({ pseudo }) => pseudo === place)),
  }));
  if (lines.size === 0 && !rules.some((rule) => rule.pseudo !== undefined && declares(rule, 'content'))) return;
  const matching = (index: typeof lines, element: HtmlElement): readonly Rule[] =>
    candidatesFor(element, index).filter((rule) => selectors.matches(rule, element));
  for (const element of elements) {
    if (selectors.isExhausted()) return;
    if (WITHOUT_TEXT.test(element.name) || hidden.has(element)) continue;
    if (winner(matching(lines, element), 'text-decoration-line')?.value.includes('line-through')) strike(element);
    for (const { place, rules: index } of places) {
      const text = generatedText(matching(index, element), signs);
      if (text === undefined) continue;
      const node = createText(place === 'before' ? `${text} ` : ` ${text}`);
      node.parent = element;
      element.children = place === 'before' ? [node, ...element.children] : [...element.children, node];
    }
  }
}

const declares = ({ declarations }: Rule, name: string): boolean =>
  declarations.some(({ property }) => property === name);

// Winning declaration of a property (CSS Cascade 5, 6).
function winner(rules: readonly Rule[], name: string): Winner | undefined {
  let best: Winner | undefined;
  for (const rule of rules)
    for (const { property, value, important } of rule.declarations) {
      if (property !== name) continue;
      const isBeaten =
        best && (best.important === important ? best.rule.specificity > rule.specificity : best.important);
      if (!isBeaten) best = { rule, value, important };
    }
  return best;
}

// Text that the rules of a pseudo-element generate; `undefined` for decoration, and for text that is hidden at first.
function generatedText(rules: readonly Rule[], signs: (sign: string) => string | undefined): string | undefined {
  const content = winner(rules, 'content')?.value ?? '';
  const [, double, single] = STRING.exec(content) ?? [];
  const written = (double ?? single ?? '').trim();
  if (written === '' || written.length > MAX_TEXT || rules.some(hides)) return undefined;
  return signs(written) ?? (IS_TEXT.test(written) ? written : undefined);
}

const hides = ({ declarations }: Rule): boolean =>
  declarations.some(
    ({ property, value }) =>
      mayHide(property, value, false) || (property.endsWith('color') && value.includes('transparent')),
  );

function strike(element: HtmlElement): void {
  const own = element.attribs === NO_ATTRIBUTES ? {} : element.attribs;
  if (/text-decoration(?:-line)?\s*:/i.test(own['style'] ?? '')) return;
  element.attribs = { ...own, style: `${own['style'] ?? ''};text-decoration-line:line-through` };
}
