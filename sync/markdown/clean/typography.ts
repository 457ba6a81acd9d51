/** Text effects of style sheets: strikethrough, and generated content of `::before` and `::after`. */
import { createText, type HtmlElement, type HtmlNode } from '../parse/tree.ts';
import { candidatesFor, createCascade, indexOf, stylesOf, type Cascade } from '../visibility/cascade.ts';
import { mayHide } from '../visibility/properties.ts';
import type { Rule } from '../visibility/style-sheets.ts';

// Elements without generated content or visible text.
const WITHOUT_TEXT = /^(?:html|body|head|style|script|img|br|hr|input|svg|iframe|video|audio|select|textarea)$/;
// In characters: longer text is not part of a sentence or a label.
const MAX_TEXT = 60;
const STRING = /^(?:"([^"]*)"|'([^']*)')(?:\s*\/\s*["'][^"']*["'])?$/;
// Words, amounts and marks. A single letter may be an icon of a font.
const IS_TEXT = /[\p{L}\p{N}].*[\p{L}\p{N}]|\p{Sc}|[✓✔✗✘❌✅☑☒]/u;

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
  const lines = indexOf(present.filter((rule) => rule.pseudo === undefined && declares(rule, LINE, 'line-through')));
  if (lines.size === 0 && !present.some((rule) => rule.pseudo !== undefined && declares(rule, 'content'))) return;
  const cascade = createCascade(document, false, { property: LINE });
  const places = (['before', 'after'] as const).map((place) => ({
    place,
    generated: createCascade(document, false, { pseudo: place }),
  }));
  for (const element of elements) {
    if (selectors.isExhausted()) return;
    if (WITHOUT_TEXT.test(element.name) || hidden.has(element)) continue;
    const mayBeStruck = candidatesFor(element, lines).some((rule) => selectors.matches(rule, element));
    if (mayBeStruck && cascade.declaredFor(element, WIDE).get(LINE)?.value.includes('line-through')) strike(element);
    for (const { place, generated } of places) {
      const text = generatedText(element, generated, signs);
      if (text === undefined) continue;
      const node = createText(place === 'before' ? `${text} ` : ` ${text}`);
      node.parent = element;
      element.children = place === 'before' ? [node, ...element.children] : [...element.children, node];
    }
  }
}

const LINE = 'text-decoration-line';
// Index of the wide screen.
const WIDE = 0;

const declares = ({ declarations }: Rule, name: string, part = ''): boolean =>
  declarations.some(({ property, value }) => property === name && value.includes(part));

// Text that the rules of a pseudo-element generate; `undefined` for decoration, and for text that is hidden at first.
function generatedText(element: HtmlElement, generated: Cascade, signs: (sign: string) => string | undefined) {
  const content = generated.declaredFor(element, WIDE).get('content')?.value ?? '';
  const [, double, single] = STRING.exec(content) ?? [];
  const written = (double ?? single ?? '').trim();
  if (written === '' || written.length > MAX_TEXT || generated.rulesFor(element).some(hides)) return undefined;
  return signs(written) ?? (IS_TEXT.test(written) ? written : undefined);
}

const hides = ({ on, declarations }: Rule): boolean =>
  on[WIDE] === true &&
  declarations.some(
    ({ property, value }) =>
      mayHide(property, value, false) || (property.endsWith('color') && value.includes('transparent')),
  );

function strike(element: HtmlElement): void {
  const { attribs } = element;
  element.attribs = { ...attribs, style: `${attribs['style'] ?? ''};${LINE}:line-through` };
}
