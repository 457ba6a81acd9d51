/** One pass over the parsed page that takes out what is not content, before anything is made of the rest. */
import { allElements, isElement, isText, textOf } from '../parse/html.ts';
import { isDecoration, isSilent } from './aria-hidden.ts';
import { cleanText, hasSmugglingCharacters } from './characters.ts';
import { completeCounter } from './counters.ts';
import { isDisclosure, isDisclosureSign } from './disclosure.ts';
import { noiseReason, type Position } from './noise.ts';
import { pricedChoices } from './priced-choices.ts';
import { repeatedRows } from './repeated-rows.ts';
import { responsiveDuplicates } from './responsive-duplicates.ts';
import { removeShortcodes } from './shortcodes.ts';
import { pairTabs } from './tabs.ts';
import type { Trace } from './trace.ts';
import { findHidden } from './visibility/hidden.ts';
import { namesOf } from './visibility/opening.ts';
import type { StyleSheets } from './visibility/style-sheets.ts';
import type { HtmlElement, HtmlNode, HtmlParent } from '../parse/tree.ts';

/** A parent, with the context of its children. */
type Level = Position & { readonly parent: HtmlParent; readonly inDisclosure: boolean };
type Page = Pick<Level, 'source'> & { readonly sheets: StyleSheets; readonly trace?: Trace | undefined };

const MAX_NAMES = 240;

/** Takes out of a tree what is not content; returns, in sentences, what was hidden from everybody. */
export function clean(root: HtmlParent, { source, sheets, trace }: Page): string[] {
  removeShortcodes(root, trace);
  const notes = new Set<string>();
  const parsed = allElements(root);
  const hidden = findHidden(root, parsed, sheets);
  const elements = pairTabs(parsed) ? allElements(root) : parsed;
  const duplicates = duplicatesOf(root, elements, sheets);
  const noteHidden = (written: string) => {
    const text = excerpt(written);
    if (/[\p{L}\p{N}]/u.test(text)) notes.add(`Removed text hidden from everybody: “${text}”.`);
  };
  const isHidden = (element: HtmlElement, level: Level) => hidden.has(element) || isSilent(element, level);

  const reasonToRemove = (element: HtmlElement, level: Level): string | undefined => {
    const duplicate = duplicates.get(element);
    if (duplicate !== undefined) return duplicate;
    if (isDecoration(element, level)) return 'decoration (aria-hidden)';
    if (isDisclosureSign(element, level)) return 'the sign of a control that opens and closes';
    const noise = noiseReason(element, level);
    if (noise !== undefined || !isHidden(element, level)) return noise;
    noteHidden(textOf(element));
    return 'hidden from everybody';
  };

  const levels: Level[] = [
    {
      source,
      parent: root,
      names: '',
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
        if (hidden.has(child)) {
          noteHidden(child.data);
          continue;
        }
        if (hasSmugglingCharacters(child.data))
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
      const choices = /^(?:form|select)$/.test(child.name) && !isHidden(child, level) && pricedChoices(child);
      if (choices) kept.push(choices);
    }
    if (kept.length < parent.children.length || kept.some((child, i) => child !== parent.children[i]))
      parent.children = kept;
    for (const child of kept) if (isElement(child) && child.children.length > 0) levels.push(below(child, level));
  }
  if (sheets.isExhausted()) notes.add('The style sheets of this page were too laborious to be followed to their end.');
  return [...notes];
}

/** Elements that say again what another one says, with the reason. */
function duplicatesOf(
  root: HtmlParent,
  elements: readonly HtmlElement[],
  sheets: StyleSheets,
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
    names: `${namesOf(element)} ${level.names}`.slice(0, MAX_NAMES),
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
