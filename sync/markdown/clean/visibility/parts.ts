/** Rules about parts of elements that may hide a text: `::first-line`, `::before` and `::after`. */
import type { Match } from './match.ts';
import { memoryOfObjects } from '../../memory.ts';
import { selectorsIn, type Rule, type RuleList } from './rules.ts';
import { selectorsOf } from './selectors.ts';

/** Parts of elements by which texts are hidden: their first lines, and what is laid over them. */
export type Part = 'first-line' | 'before' | 'after';
type PartRule = { readonly rule: Rule; readonly text: string; readonly part: Part };
type PlacedPart = Pick<Match, 'sheet' | 'list' | 'order'> & { readonly one: PartRule };

const PART = /::?(first-line|before|after)\s*$/i;
const MOST_PARTS = 500;

/** Rules about parts; of those before and after the contents, the ones that lay something over them. */
export function partsIn(lists: readonly RuleList[]): readonly PlacedPart[] {
  if (!lists.some(({ rules }) => mayLayIn(rules))) return [];
  return lists
    .flatMap(({ rules, sheet }, list) =>
      partsOf(rules).map((one, order) => ({ one, sheet: one.rule.sheet ?? sheet, list, order })),
    )
    .slice(0, MOST_PARTS);
}

const mayLayIn = memoryOfObjects((rules: readonly Rule[]) => rules.some(mayLay));

const partsOf = memoryOfObjects((rules: readonly Rule[]): readonly PartRule[] => {
  const found: PartRule[] = [];
  for (const rule of rules) {
    if (!rule.decides || rule.isTheme || !/:(?:first-line|before|after)\b/i.test(rule.selector)) continue;
    for (const selector of selectorsIn(rule.selector)) {
      const part = PART.exec(selector)?.[1]?.toLowerCase() as Part | undefined;
      if (part && found.length < MOST_PARTS) found.push({ rule, part, text: selector.replace(PART, '') });
    }
  }
  return found;
});

/** True for a rule about a first line, or one that lays something over an element. */
function mayLay({ selector, decides, contents }: Rule): boolean {
  if (!decides || !selector.includes(':')) return false;
  return (
    /:first-line/i.test(selector) ||
    (/:(?:before|after)\b/i.test(selector) &&
      contents().declarations.some(({ property, value }) => property === 'position' && /absolute/i.test(value)))
  );
}

/** Rules about each part, by what an element must have for them. */
export function indexOfParts(parts: readonly PlacedPart[]): ReadonlyMap<Part, ReadonlyMap<string, readonly Match[]>> {
  const index = new Map<Part, Map<string, Match[]>>();
  for (const { one, sheet, list, order } of parts) {
    const { rule, part, text } = one;
    const ofPart = index.get(part) ?? new Map<string, Match[]>();
    index.set(part, ofPart);
    for (const selector of selectorsOf(/^\s*$|[\s>+~]\s*$/.test(text) ? `${text}*` : text)) {
      const match = { rule, selector, sheet, list, order };
      const others = ofPart.get(selector.key);
      if (others) others.push(match);
      else ofPart.set(selector.key, [match]);
    }
  }
  return index;
}
