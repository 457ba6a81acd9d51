/** One pass over the parsed page that takes out what is not content, before anything is made of the rest. */
import { allElements, attribute, elementsBelow, isElement, isText, parseHtml, textOf } from '../parse/html.ts';
import { cleanText, hasSmuggling } from './characters.ts';
import { groundOf, isDecoration, isHiddenFromAll, namesOf, openedIds, type Surroundings } from './hidden.ts';
import { isNoise, type Position } from './noise.ts';
import { removeShortcodes } from './shortcodes.ts';
import { responsiveDuplicates } from './responsive-duplicates.ts';
import type { HtmlElement, HtmlParent } from '../parse/tree.ts';

type Level = Position & Surroundings & { readonly parent: HtmlParent };

const FARTHEST_NAME = 240;

/** Takes out of a tree what is not content; returns, in sentences, what was hidden from everybody. */
export function clean(root: HtmlParent, page: Pick<Level, 'source' | 'sheets'>): string[] {
  removeShortcodes(root);
  const notes = new Set<string>();
  const elements = allElements(root);
  const again = responsiveDuplicates(root, elements, page.sheets);
  const opened = openedIds(elements);
  const levels: Level[] = [
    { ...page, parent: root, names: '', ground: undefined, opened, inQuote: false, inHeading: false, inSection: false },
  ];
  for (let level = levels.pop(); level; level = levels.pop()) {
    const { parent } = level;
    const kept = parent.children.filter((child) => {
      if (isText(child)) {
        if (hasSmuggling(child.data))
          notes.add(`Removed characters that reorder or hide text in “${excerpt(child.data)}”.`);
        child.data = cleanText(child.data);
        return true;
      }
      if (!isElement(child) || again.has(child) || isDecoration(child, level) || isNoise(child, level)) return false;
      if (!isHiddenFromAll(child, level)) {
        for (const name of TEXTS) {
          const text = child.attribs[name];
          if (text !== undefined) child.attribs[name] = cleanText(text);
        }
        return true;
      }
      const text = excerpt(textOf(child));
      if (/[\p{L}\p{N}]/u.test(text)) notes.add(`Removed text hidden from everybody: “${text}”.`);
      return false;
    });
    if (kept.length < parent.children.length) parent.children = kept;
    for (const child of kept) if (isElement(child) && child.children.length > 0) levels.push(below(child, level));
  }
  return [...notes];
}

function below(element: HtmlElement, level: Level): Level {
  settle(element);
  return {
    parent: element,
    source: level.source,
    sheets: level.sheets,
    names: `${namesOf(element)} ${level.names}`.slice(0, FARTHEST_NAME),
    ground: groundOf(element, level.ground),
    opened: level.opened,
    inQuote: level.inQuote || /^(?:blockquote|figure|li)$/.test(element.name),
    inSection: level.inSection || /^(?:article|aside|main|nav|section)$/.test(element.name),
    inHeading: level.inHeading || /^(?:h[1-6]|summary|dt)$/.test(element.name),
  };
}

/** Attributes whose text becomes part of the page's. */
const TEXTS = ['alt', 'title', 'aria-label'];

/** Things that a script completes: a drawing keeps its title only, a counter shows the number it will count to. */
function settle(element: HtmlElement): void {
  if (element.name === 'svg')
    element.children = element.children.filter((child) => isElement(child) && child.name === 'title');
  const target = COUNTED.map((name) => attribute(element, name)).find((value) => /^[\d.,]+$/.test(value));
  if (target === undefined || !/count(?!down)|number|percent|odometer|pie_chart/i.test(attribute(element, 'class')))
    return;
  const shown = `${attribute(element, 'data-prefix')}${target}${attribute(element, 'data-suffix')}`;
  const place = [element, ...elementsBelow(element)].find((inner) =>
    inner === element
      ? isEmptyCount(inner)
      : /percent-value|number|pie_chart_value/.test(attribute(inner, 'class')) && isEmptyCount(inner),
  );
  if (place) place.children = parseHtml(shown).children;
}

const COUNTED = [
  'data-to-value',
  'data-number-value',
  'data-counter-value',
  'data-value',
  'data-count',
  'data-pie-value',
  'data-number',
  'data-end',
];

function isEmptyCount(element: HtmlElement): boolean {
  return element.children.every(isText) && /^[\s\d.,]*$/.test(textOf(element));
}

function excerpt(text: string): string {
  const folded = cleanText(text).replace(/\s+/g, ' ').trim();
  return folded.length > 80 ? `${folded.slice(0, 79)}…` : folded;
}
