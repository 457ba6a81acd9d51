/** Removes everything but content from a parsed page in a single pass, before the conversion. */
import { classTest } from '../parse/class-names.ts';
import { allElements, attribute, chainOf, elementsBelow, isElement, isText, parseHtml, textOf } from '../parse/html.ts';
import { cleanLine, cleanText, hasSmugglingCharacters, isSuspect } from './characters.ts';
import { markOfSign } from './icon-names.ts';
import { writeMarks } from './marks.ts';
import { isUnannounced, noiseReason, type Position } from './noise.ts';
import { pricedChoices, variationTable } from './form-choices.ts';
import { writePrices } from './prices.ts';
import { responsiveDuplicates } from './responsive-duplicates.ts';
import { shareBoxes } from './share-boxes.ts';
import { removeShortcodes } from './shortcodes.ts';
import { pairTabs } from './tabs.ts';
import type { Trace } from './main-content.ts';
import { examine } from '../visibility/hidden.ts';
import { writeTypography } from './typography.ts';
import { NO_ATTRIBUTES, setChildren, type HtmlElement, type HtmlNode, type HtmlText } from '../parse/tree.ts';

type Page = {
  readonly source: Position['source'];
  /** All elements of the document, whose style sheets and scripts also apply to the tree. */
  readonly document: readonly HtmlElement[];
  /** All elements of the tree, in document order. */
  readonly elements: readonly HtmlElement[];
  readonly trace?: Trace | undefined;
};

/**
 * Removes everything but content from a tree. Returns sentences about hidden text; `undefined` if an ancestor of the
 * tree is not content.
 */
export function clean(root: HtmlElement, { source, document, elements: all, trace }: Page): string[] | undefined {
  const parsed = removeShortcodes(root, trace) ? allElements(root) : all;
  const visibility = examine(root, document, parsed);
  const { hidden } = visibility;
  // The style sheets of a page are not part of a fragment.
  const position = { source, hasUnreadSheets: source === 'rest' || visibility.hasUnreadSheets };
  if (isWithinNoise(root, position, hidden)) return undefined;
  writeTypography(document, parsed, hidden, markOfSign);
  writePrices(parsed, hidden);
  writeMarks(parsed, hidden);
  const elements = pairTabs(parsed) ? allElements(root) : parsed;
  const sweep: Sweep = {
    hidden,
    duplicates: responsiveDuplicates(root, elements, visibility),
    shares: shareBoxes(elements),
    notes: new Set(),
    trace,
    position,
  };
  const parents = [root];
  for (let parent = parents.pop(); parent; parent = parents.pop()) {
    sweepChildren(parent, sweep);
    for (const child of parent.children)
      if (isElement(child) && child.children.length > 0) {
        prepare(child);
        parents.push(child);
      }
  }
  if (visibility.isExhausted())
    sweep.notes.add('The style sheets of this page exceed the limit of matching steps. Hidden text may remain.');
  return [...sweep.notes];
}

// State of a cleaning: findings about the page, and the notes so far.
type Sweep = {
  readonly hidden: ReadonlySet<HtmlNode>;
  readonly duplicates: ReadonlySet<HtmlElement>;
  readonly shares: ReadonlySet<HtmlElement>;
  readonly notes: Set<string>;
  readonly trace: Trace | undefined;
  readonly position: Position;
};

// Whether a root, or an element around it, is not content.
function isWithinNoise(root: HtmlElement, position: Position, hidden: ReadonlySet<HtmlNode>): boolean {
  for (const element of chainOf(root)) {
    if (element.name === 'html' || element.name === 'body') continue;
    const isRemoved = noiseReason(element, position) !== undefined || isUnannounced(element, position);
    if (isRemoved || hidden.has(element)) return true;
    prepare(element);
  }
  return false;
}

// Removes the children of a parent that are not content.
function sweepChildren(parent: HtmlElement, sweep: Sweep): void {
  const given = parent.children;
  const left = given.flatMap((child) => (isText(child) ? sweepText(child, sweep) : sweepElement(child, sweep)) ?? []);
  // Most parents retain all children, and their array needs less memory.
  if (left.length < given.length || left.some((child, at) => child !== given[at])) parent.children = left;
}

// Returns the cleaned text; `undefined` if it is hidden.
function sweepText(text: HtmlText, { hidden, notes }: Sweep): HtmlNode | undefined {
  if (hidden.has(text)) {
    noteHidden(text.data, notes);
    return undefined;
  }
  if (isSuspect(text.data)) {
    if (hasSmugglingCharacters(text.data))
      notes.add(`Removed characters that reorder or hide text in “${excerpt(text.data)}”.`);
    text.data = cleanText(text.data);
  }
  return text;
}

// Returns the element, a list of the choices of a form, or `undefined` if it is removed.
function sweepElement(element: HtmlElement, sweep: Sweep): HtmlNode | undefined {
  const reason = reasonToRemove(element, sweep);
  if (reason === undefined) {
    cleanAttributes(element);
    return element;
  }
  sweep.trace?.removed(element, reason);
  if (!/^(?:form|select)$/.test(element.name) || isHidden(element, sweep)) return undefined;
  const choices = variationTable(element, sweep.hidden) ?? pricedChoices(element, sweep.hidden);
  if (choices) choices.parent = element.parent;
  return choices;
}

function reasonToRemove(element: HtmlElement, sweep: Sweep): string | undefined {
  if (sweep.duplicates.has(element)) return 'duplicate for narrow screens';
  if (sweep.shares.has(element)) return 'links to share the page';
  const noise = noiseReason(element, sweep.position);
  if (noise !== undefined || !isHidden(element, sweep)) return noise;
  // Visitors may see the decoration that `aria-hidden` marks.
  if (sweep.hidden.has(element)) noteHidden(textOf(element), sweep.notes);
  return 'hidden from all visitors';
}

const isHidden = (element: HtmlElement, { hidden, position }: Sweep): boolean =>
  hidden.has(element) || isUnannounced(element, position);

function noteHidden(written: string, notes: Set<string>): void {
  const text = excerpt(written);
  if (/[\p{L}\p{N}]/u.test(text)) notes.add(`Removed text that no visitor can see: “${text}”.`);
}

// Changes the content of an element before its children are examined.
function prepare(element: HtmlElement): void {
  completeCounter(element);
  // Only the title of a drawing is content.
  if (element.name === 'svg')
    element.children = element.children.filter((child) => isElement(child) && child.name === 'title');
}

const isCounter = classTest(/count(?!down)|number|percent|odometer|pie_chart/);
// Attributes with the target number of a counter animation: `data-to-value`, `data-count`, `data-pie-value`, …
const TARGET = /^data-(?:to-value|(?:number|counter|pie)-value|value|count|number|end|[\w-]*options)$/;
// Number, alone or as a JSON field.
const NUMBER = /^[\d.,]+$|(?<="countTo":"?)[\d.]+/;

// Sets an animated counter to its final number.
function completeCounter(element: HtmlElement): void {
  if (!isCounter(element.classes)) return;
  const targets = Object.entries(element.attribs).flatMap(([name, value]) =>
    TARGET.test(name) ? (NUMBER.exec(value) ?? []) : [],
  );
  // A value of 0 may be the start of the animation.
  const target = targets.find((value) => /[1-9]/.test(value)) ?? targets[0];
  const showsNumber = (inner: HtmlElement) => inner.children.every(isText) && /^[\s\d.,]*$/.test(textOf(inner));
  const isNumber = ({ attribs }: HtmlElement) =>
    /percent-value|number|pie_chart_value|^count$/.test(attribs['class'] ?? '');
  const place =
    target !== undefined &&
    [element, ...elementsBelow(element)].find((one) => (one === element || isNumber(one)) && showsNumber(one));
  if (!place) return;
  const shown = `${attribute(element, 'data-prefix')}${target}${attribute(element, 'data-suffix')}`;
  setChildren(place, parseHtml(shown).children);
}

// Attributes whose value becomes text of the page.
const TEXTS = ['alt', 'title', 'aria-label'];

function cleanAttributes({ attribs }: HtmlElement): void {
  if (attribs === NO_ATTRIBUTES) return;
  for (const name of TEXTS) {
    const text = attribs[name];
    if (text !== undefined) attribs[name] = cleanText(text);
  }
}

/** Returns the beginning of a string in a line of at most `most` characters. */
export function excerpt(text: string, most = 80): string {
  const line = cleanLine(text.slice(0, 25 * most));
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
