/** Boxes that only contain links to share a page, and a title in any language. */
import { linkAction } from '../action-links.ts';
import { attribute, elementsBelow, isText } from '../parse/html.ts';
import type { HtmlElement, HtmlNode } from '../parse/tree.ts';

// Maximum characters beside the links of a box, elements of a box, and ancestors of a link.
const MAX_TITLE = 60;
const MAX_ELEMENTS = 120;
const MAX_LEVELS = 6;

/** Returns the largest elements that only contain share links, at least two. */
export function shareBoxes(elements: readonly HtmlElement[]): ReadonlySet<HtmlElement> {
  const boxes = new Set<HtmlElement>();
  for (const link of elements) {
    if (link.name !== 'a' || linkAction(attribute(link, 'href')) !== 'share') continue;
    let box: HtmlElement | undefined;
    let around = link.parent;
    for (
      let i = 0;
      around && i < MAX_LEVELS && around.name !== 'body' && !boxes.has(around);
      i++, around = around.parent
    ) {
      const links = shareLinks(around);
      if (links === undefined) break;
      if (links > 1) box = around;
    }
    if (box) boxes.add(box);
  }
  return boxes;
}

// Number of share links in an element; `undefined` if it contains different links, tables, media or more text.
function shareLinks(element: HtmlElement): number | undefined {
  if (element.children.length > MAX_ELEMENTS) return undefined;
  let links = 0;
  let seen = 0;
  let room = MAX_TITLE;
  for (const inner of elementsBelow(element, ({ name }) => name === 'a')) {
    if (++seen > MAX_ELEMENTS || /^(?:table|form|iframe|video)$/.test(inner.name)) return undefined;
    if (inner.name === 'a') {
      const target = attribute(inner, 'href').trim();
      if (linkAction(target) === 'share') links += 1;
      else if (!/^$|^#$|^javascript:/i.test(target)) return undefined;
    } else room -= ownLength(inner.children);
  }
  return room - ownLength(element.children) < 0 ? undefined : links;
}

const ownLength = (children: readonly HtmlNode[]): number =>
  children.reduce((sum, child) => sum + (isText(child) ? child.data.trim().length : 0), 0);
