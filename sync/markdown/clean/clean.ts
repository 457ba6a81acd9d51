/** One pass over the parsed page that takes out what is not content, before anything is made of the rest. */
import { allElements, isElement, isText, textOf } from '../parse/html.ts';
import { isDecoration, isSilent } from './aria-hidden.ts';
import { cleanText, hasSmugglingCharacters, isSuspect } from './characters.ts';
import { completeCounter } from './counters.ts';
import { isDisclosure, isDisclosureSign } from './disclosure.ts';
import { joinDropCaps } from './drop-caps.ts';
import { noiseReason, type Position } from './noise.ts';
import { pricedChoices } from './priced-choices.ts';
import { repeatedRows } from './repeated-rows.ts';
import { responsiveDuplicates } from './responsive-duplicates.ts';
import { removeShortcodes } from './shortcodes.ts';
import { pairTabs } from './tabs.ts';
import type { Trace } from './trace.ts';
import { findHidden } from './visibility/hidden.ts';
import type { StyleSheets } from './visibility/style-sheets.ts';
import { NO_ATTRIBUTES, type HtmlElement, type HtmlNode, type HtmlParent } from '../parse/tree.ts';

/** A parent, with the context of its children. */
type Level = Position & { readonly parent: HtmlParent; readonly inDisclosure: boolean };
type Page = Pick<Level, 'source'> & {
  readonly sheets: StyleSheets;
  /** All elements of the tree, in document order. */
  readonly elements: readonly HtmlElement[];
  readonly trace?: Trace | undefined;
};

/** Takes out of a tree what is not content; returns, in sentences, what was hidden from everybody. */
export function clean(root: HtmlParent, { source, sheets, elements: all, trace }: Page): string[] {
  const parsed = removeShortcodes(root, trace) ? allElements(root) : all;
  const notes = new Set<string>();
  const hidden = findHidden(root, parsed, sheets);
  joinDropCaps(parsed, hidden);
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
      parent: root,
      source,
      around: undefined,
      inQuote: false,
      inSection: false,
      inDisclosure: false,
      inHeading: false,
    },
  ];
  for (let level = levels.pop(); level; level = levels.pop()) {
    const { parent } = level;
    const given = parent.children;
    // Most parents keep all of their children.
    let kept = given;
    const keep = (child: HtmlNode, index: number) => {
      if (kept !== given) kept.push(child);
      else if (child !== given[index]) kept = [...given.slice(0, index), child];
    };
    const leaveOut = (index: number) => {
      if (kept === given) kept = given.slice(0, index);
    };
    for (let index = 0; index < given.length; index++) {
      const child = given[index];
      if (!child) continue;
      if (isText(child)) {
        if (hidden.has(child)) {
          noteHidden(child.data);
          leaveOut(index);
          continue;
        }
        if (isSuspect(child.data)) {
          if (hasSmugglingCharacters(child.data))
            notes.add(`Removed characters that reorder or hide text in “${excerpt(child.data)}”.`);
          child.data = cleanText(child.data);
        }
        if (isDisclosureSign(child, level)) leaveOut(index);
        else keep(child, index);
        continue;
      }
      const reason = reasonToRemove(child, level);
      if (reason === undefined) {
        cleanAttributes(child);
        keep(child, index);
        continue;
      }
      trace?.removed(child, reason);
      const choices = /^(?:form|select)$/.test(child.name) && !isHidden(child, level) && pricedChoices(child);
      if (choices) keep(choices, index);
      else leaveOut(index);
    }
    if (kept !== given) parent.children = kept;
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
    around: { element, outer: level.around },
    inQuote: level.inQuote || QUOTES.has(element.name),
    inSection: level.inSection || SECTIONS.has(element.name),
    inDisclosure: level.inDisclosure || isDisclosure(element, level.around),
    inHeading: level.inHeading || HEADINGS.has(element.name),
  };
}

const QUOTES: ReadonlySet<string> = new Set(['blockquote', 'figure', 'li']);
const SECTIONS: ReadonlySet<string> = new Set(['article', 'aside', 'main', 'nav', 'section']);
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'dt']);

/** Attributes whose text becomes part of the page's. */
const TEXTS = ['alt', 'title', 'aria-label'];

function cleanAttributes({ attribs }: HtmlElement): void {
  if (attribs === NO_ATTRIBUTES) return;
  for (const name of TEXTS) {
    const text = attribs[name];
    if (text !== undefined) attribs[name] = cleanText(text);
  }
}

function excerpt(text: string): string {
  const folded = cleanText(text).replace(/\s+/g, ' ').trim();
  return folded.length > 80 ? `${folded.slice(0, 79)}…` : folded;
}
