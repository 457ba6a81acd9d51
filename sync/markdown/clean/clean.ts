/** One pass over the parsed page that takes out what is not content, before anything is made of the rest. */
import { allElements, isElement, isText, textOf } from '../parse/html.ts';
import { cleanText, hasBidiOrTagCharacters } from './characters.ts';
import { completeCounter } from './counters.ts';
import { groundOf, isDecoration, isHiddenFromAll, namesOf, openedIds, type Surroundings } from './hidden.ts';
import { isDisclosure, isDisclosureSign } from './disclosure.ts';
import { noiseReason, type Position } from './noise.ts';
import { pricedChoices } from './priced-choices.ts';
import { repeatedRows } from './repeated-rows.ts';
import { responsiveDuplicates } from './responsive-duplicates.ts';
import { removeShortcodes } from './shortcodes.ts';
import { pairTabs } from './tabs.ts';
import type { Trace } from './trace.ts';
import type { HtmlElement, HtmlNode, HtmlParent } from '../parse/tree.ts';

/** A parent, with the context of its children. */
type Level = Position & Surroundings & { readonly parent: HtmlParent; readonly inDisclosure: boolean };
type Page = Pick<Level, 'source' | 'sheets'> & { readonly trace?: Trace | undefined };

const MAX_NAMES = 240;

/** Takes out of a tree what is not content; returns, in sentences, what was hidden from everybody. */
export function clean(root: HtmlParent, { source, sheets, trace }: Page): string[] {
  removeShortcodes(root, trace);
  const notes = new Set<string>();
  const parsed = allElements(root);
  const elements = pairTabs(parsed) ? allElements(root) : parsed;
  const duplicates = duplicatesOf(root, elements, sheets);
  const opened = openedIds(elements);

  const reasonToRemove = (element: HtmlElement, level: Level): string | undefined => {
    const duplicate = duplicates.get(element);
    if (duplicate !== undefined) return duplicate;
    if (isDecoration(element, level)) return 'decoration (aria-hidden)';
    if (isDisclosureSign(element, level)) return 'the sign of a control that opens and closes';
    const noise = noiseReason(element, level);
    if (noise !== undefined || !isHiddenFromAll(element, level)) return noise;
    const text = excerpt(textOf(element));
    if (/[\p{L}\p{N}]/u.test(text)) notes.add(`Removed text hidden from everybody: “${text}”.`);
    return 'hidden from everybody';
  };

  const levels: Level[] = [
    {
      source,
      sheets,
      parent: root,
      names: '',
      ground: undefined,
      opened,
      inQuote: false,
      inHeading: false,
      inDisclosure: false,
      inSection: false,
    },
  ];
  for (let level = levels.pop(); level; level = levels.pop()) {
    const { parent } = level;
    const kept: HtmlNode[] = [];
    for (const child of parent.children) {
      if (isText(child)) {
        if (hasBidiOrTagCharacters(child.data))
          notes.add(`Removed characters that reorder or hide text in “${excerpt(child.data)}”.`);
        child.data = cleanText(child.data);
        if (!isDisclosureSign(child, level)) kept.push(child);
        continue;
      }
      const reason = reasonToRemove(child, level);
      if (reason === undefined) {
        cleanAttributes(child);
        kept.push(child);
        continue;
      }
      trace?.removed(child, reason);
      const choices = /^(?:form|select)$/.test(child.name) && !isHiddenFromAll(child, level) && pricedChoices(child);
      if (choices) kept.push(choices);
    }
    if (kept.length < parent.children.length || kept.some((child, i) => child !== parent.children[i]))
      parent.children = kept;
    for (const child of kept) if (isElement(child) && child.children.length > 0) levels.push(below(child, level));
  }
  return [...notes];
}

/** Elements that say again what another one says, with the reason. */
function duplicatesOf(
  root: HtmlParent,
  elements: readonly HtmlElement[],
  sheets: Level['sheets'],
): ReadonlyMap<HtmlElement, string> {
  const because = (found: Iterable<HtmlElement>, reason: string) => [...found].map((one) => [one, reason] as const);
  return new Map([
    ...because(repeatedRows(elements), 'repeats the row before it'),
    ...because(responsiveDuplicates(root, elements, sheets), 'duplicate for narrow screens'),
  ]);
}

function below(element: HtmlElement, level: Level): Level {
  completeCounter(element);
  // A drawing keeps its title only.
  if (element.name === 'svg')
    element.children = element.children.filter((child) => isElement(child) && child.name === 'title');
  return {
    parent: element,
    source: level.source,
    sheets: level.sheets,
    names: `${namesOf(element)} ${level.names}`.slice(0, MAX_NAMES),
    ground: groundOf(element, level.ground),
    opened: level.opened,
    inQuote: level.inQuote || /^(?:blockquote|figure|li)$/.test(element.name),
    inSection: level.inSection || /^(?:article|aside|main|nav|section)$/.test(element.name),
    inDisclosure: level.inDisclosure || isDisclosure(element, level),
    inHeading: level.inHeading || /^(?:h[1-6]|summary|dt)$/.test(element.name),
  };
}

/** Attributes whose text becomes part of the page's. */
const TEXTS = ['alt', 'title', 'aria-label'];

function cleanAttributes(element: HtmlElement): void {
  for (const name of TEXTS) {
    const text = element.attribs[name];
    if (text !== undefined) element.attribs[name] = cleanText(text);
  }
}

function excerpt(text: string): string {
  const folded = cleanText(text).replace(/\s+/g, ' ').trim();
  return folded.length > 80 ? `${folded.slice(0, 79)}…` : folded;
}
