import { cleanLine } from '../../markdown/clean/characters.ts';
import { attribute, elementsBelow, isElement, isText, textsOf } from '../../markdown/parse/html.ts';
import type { HtmlElement } from '../../markdown/parse/tree.ts';
import type { MenuItem } from '../evidence.ts';

const MOST_ITEMS = 60;
const DEEPEST = 4;
const LONGEST_NAME = 80;

/** Returns the menu of a page: the list with the most links outside the footer, with the drop-downs of smaller lists. */
export function mainMenu(elements: readonly HtmlElement[], url: string): readonly MenuItem[] {
  const lists = elements.filter(
    (element) =>
      element.name === 'ul' && isMenu(element) && !hasAround(element, isListItem) && !hasAround(element, isFooter),
  );
  const all = lists.map((list) => itemsOf(list, url, DEEPEST));
  const menus = all.filter((items) => items.length >= 2);
  const best = menus.reduce<readonly MenuItem[]>((most, items) => (count(items) > count(most) ? items : most), []);
  // A header may divide its menu by the logo.
  const known = new Set(best.map(({ name }) => name));
  const others = all.filter((items) => items !== best).flat();
  const further = others.filter(({ name, below }) => below.length > 0 && !known.has(name));
  return [...best, ...further.slice(0, MOST_ITEMS), ...dropDowns(elements, url)];
}

// Returns entries with a drop-down in a menu without lists: `<div class="dropdown"><a>Services</a><div>…`.
function dropDowns(elements: readonly HtmlElement[], url: string): MenuItem[] {
  const labels = elements.filter(
    (element) =>
      /^(?:a|button|summary)$/.test(element.name) &&
      hasAround(element, ({ name }) => name === 'nav') &&
      !hasAround(element, isListItem) &&
      !hasAround(element, isFooter),
  );
  return labels.slice(0, MOST_ITEMS).flatMap((label) => {
    const entry = label.parent;
    if (!entry || !isElement(entry) || !opens(label, entry)) return [];
    const inside = [...elementsBelow(entry, ({ name }) => name === 'a' || name === label.name)];
    const name = nameOf(titleOf(label));
    const below = inside[0] === label && name !== '' ? inPanel(inside, label, url) : [];
    const target = pageAddress(attribute(label, 'href'), url) ?? '';
    return below.length > 0 ? [{ name, url: target, below }] : [];
  });
}

// True for the label of a drop-down, by its attributes or by classes of the element around both.
function opens(label: HtmlElement, entry: HtmlElement): boolean {
  return (
    label.name === 'summary' ||
    attribute(label, 'aria-haspopup') !== '' ||
    attribute(label, 'aria-expanded') !== '' ||
    [entry, ...entry.children.filter(isElement)].some((element) => DROP_DOWN.test(namesOf(element)))
  );
}
const DROP_DOWN = /drop-?down|sub-?(?:menu|nav)|mega-?menu|fly-?out|group-hover/i;

const MENU = /(?:^|[\s_-])(?:menu|nav|navigation|navbar-nav)(?:[\s_-]|$)/i;

function isMenu(list: HtmlElement): boolean {
  return (
    MENU.test(namesOf(list)) ||
    hasAround(list, (around) => around.name === 'nav' || attribute(around, 'role') === 'navigation')
  );
}

const isListItem = (element: HtmlElement): boolean => element.name === 'li';
const isFooter = (element: HtmlElement): boolean =>
  element.name === 'footer' ||
  attribute(element, 'role') === 'contentinfo' ||
  // Page builders add a class to the body that names their footer: `ehf-footer`.
  (element.name !== 'body' && /(?:^|[\s_-])footer(?:[\s_-]|$)|colophon/i.test(namesOf(element)));
const namesOf = (element: HtmlElement): string => `${attribute(element, 'class')} ${attribute(element, 'id')}`;

function hasAround(element: HtmlElement, is: (around: HtmlElement) => boolean): boolean {
  for (let around = element.parent; around; around = around.parent) if (is(around)) return true;
  return false;
}

function count(items: readonly MenuItem[]): number {
  return items.reduce((sum, { below }) => sum + 1 + count(below), 0);
}

function itemsOf(list: HtmlElement, url: string, depth: number): MenuItem[] {
  if (depth === 0) return [];
  return list.children
    .filter(isElement)
    .filter(isListItem)
    .slice(0, MOST_ITEMS)
    .flatMap((item) => {
      const inside = [...elementsBelow(item, (element) => element.name === 'ul' || element.name === 'a')];
      const link = inside.find(({ name }) => name === 'a');
      const lists = inside.filter(({ name }) => name === 'ul');
      const below = [...lists.flatMap((inner) => itemsOf(inner, url, depth - 1)), ...inPanel(inside, link, url)];
      const label =
        link ??
        inside.find(
          (element) => (element.name === 'button' || element.name === 'span') && nameOf(titleOf(element)) !== '',
        );
      const name = nameOf(label ? titleOf(label) : ownText(item));
      const target = link ? pageAddress(attribute(link, 'href'), url) : undefined;
      return name === '' || (target === undefined && below.length === 0) ? [] : [{ name, url: target ?? '', below }];
    });
}

// `<li>Services<ul>`: the label of an entry without an element around it.
const ownText = ({ children }: HtmlElement): string =>
  children.flatMap((child) => (isText(child) ? [child.data] : [])).join(' ');

// Returns the links of a drop-down without a list: the links after the link of the entry.
function inPanel(inside: readonly HtmlElement[], entryLink: HtmlElement | undefined, url: string): MenuItem[] {
  const links = inside.filter(
    (element) => element.name === 'a' && element !== entryLink && element.parent !== entryLink?.parent,
  );
  const items = links.slice(0, MOST_ITEMS).flatMap((link): MenuItem[] => {
    const name = nameOf(titleOf(link));
    const target = pageAddress(attribute(link, 'href'), url);
    return name === '' || target === undefined ? [] : [{ name, url: target, below: [] }];
  });
  return items.length >= 2 ? items : [];
}

// Returns the text of an entry without a sentence that style sheets separate: `Drains` and `We clear them all`.
function titleOf(label: HtmlElement): string {
  let title = '';
  for (const [at, part] of textsWithin(label).entries()) {
    const isGlued =
      at > 0 &&
      title.trim().length >= SHORTEST_TITLE &&
      /[\p{Ll}\d)]$/u.test(title) &&
      /^\p{Lu}\p{Ll}*[\s,]/u.test(part);
    if (isGlued) break;
    title += part;
  }
  return title;
}
const SHORTEST_TITLE = 4;

// Returns the texts of an entry without icons and without descriptions of WordPress and themes.
function textsWithin(label: HtmlElement): string[] {
  const descriptions = [...elementsBelow(label)].filter(
    (element) => element.name === 'svg' || DESCRIPTION.test(namesOf(element)),
  );
  const described = new Set(descriptions.flatMap((element) => textsOf(element)));
  return textsOf(label).filter((text) => !described.has(text));
}
const DESCRIPTION = /(?:^|[\s_-])(?:desc|description|nav-content|sub-?title|sub-?text)(?:[\s_-]|$)/i;

/** Removes the arrow of a menu, and the number of a list item or of its contents: `01Tiling`, `Bread (4)`. */
export function nameOf(text: string): string {
  const name = cleanLine(text.slice(0, 300)).replaceAll(
    /^[^\p{L}\d¿¡]+|^0\d[\s.)]*(?=\p{Lu}\p{Ll})|\s*\(\d+\)$|[\s▾▼⌄›»>+→↓]+$/gu,
    '',
  );
  return name.length <= LONGEST_NAME ? name : '';
}

/** Returns the absolute address of a link to a different page of the site; `undefined` if the link leads elsewhere. */
export function pageAddress(href: string, base: string): string | undefined {
  if (href === '' || href.startsWith('#')) return undefined;
  const [from, to] = [URL.parse(base), URL.parse(href, base)];
  if (!from || !to || !/^https?:$/.test(to.protocol) || bare(to) !== bare(from)) return undefined;
  if (/\.(?:pdf|jpe?g|png|webp|zip|docx?)$/i.test(to.pathname) || /\/wp-(?:admin|login|content)/.test(to.pathname))
    return undefined;
  if (to.pathname === from.pathname && to.search === from.search) return undefined;
  to.hash = '';
  return to.href;
}

const bare = (url: URL): string => url.host.replace(/^www\./, '');
