/** Rules about parts of elements that may hide a text: `::first-line`, `::before` and `::after`. */
import type { Match } from './match.ts';
import { selectorsIn, type Rule } from './rules.ts';
import { selectorsOf } from './selectors.ts';

/** Parts of elements by which texts are hidden: their first lines, and what is laid over them. */
export type Part = 'first-line' | 'before' | 'after';
type PartRule = { readonly rule: Rule; readonly text: string; readonly part: Part };

const PART = /::?(first-line|before|after)\s*$/i;
const MOST_PARTS = 500;

/** Rules about parts; of those before and after the contents, the ones that lay something over them. */
export function partsIn(rules: readonly Rule[]): readonly PartRule[] {
  if (!rules.some(mayLay)) return [];
  const found: PartRule[] = [];
  for (const rule of rules) {
    if (!rule.decides || rule.isTheme || !/:(?:first-line|before|after)\b/i.test(rule.selector)) continue;
    for (const selector of selectorsIn(rule.selector)) {
      const part = PART.exec(selector)?.[1]?.toLowerCase() as Part | undefined;
      if (!part || found.length >= MOST_PARTS) continue;
      found.push({ rule, part, text: selector.replace(PART, '') });
    }
  }
  return found;
}

/** True for a rule about a first line, or one that lays something over an element. */
function mayLay({ selector, decides, contents }: Rule): boolean {
  if (!decides || !selector.includes(':')) return false;
  return (
    /:first-line/i.test(selector) ||
    (/:(?:before|after)\b/i.test(selector) &&
      contents().declarations.some(({ property, value }) => property === 'position' && /absolute/i.test(value)))
  );
}

export function indexOfParts(parts: readonly PartRule[]): ReadonlyMap<Part, readonly Match[]> {
  const index = new Map<Part, Match[]>();
  let count = 0;
  for (const { rule, part, text } of parts) {
    for (const selector of selectorsOf(/^\s*$|[\s>+~]\s*$/.test(text) ? `${text}*` : text)) {
      const match = { rule, selector, number: ++count };
      const list = index.get(part);
      if (list) list.push(match);
      else index.set(part, [match]);
    }
  }
  return index;
}
