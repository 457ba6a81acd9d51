/** Pairs tab titles with their tab panels, because builders write all titles before all panels. */
import { allBuilders } from '../builders.ts';
import { classMatcher } from '../parse/class-names.ts';
import { attribute, elementsBelow, isElement, isText, previousElement, textOf } from '../parse/html.ts';
import { createNamedTitles, panelsByName } from './named-tabs.ts';
import { createElement, detach, insertBefore, NO_ATTRIBUTES, type HtmlElement, type HtmlNode } from '../parse/tree.ts';

const listClass = classMatcher(`wc-tabs su-tabs-nav ${allBuilders('tabLists')}`);
const titleClass = classMatcher(allBuilders('tabs'));
const panelClass = classMatcher(`woocommerce-tabs-panel wc-tab tab-pane su-tabs-pane ${allBuilders('tabPanels')}`);

// Maximum lists in a page, titles in a list, panels in a page, and ancestors of a list with its panels.
const MAX_LISTS = 100;
const MAX_TABS = 100;
const MAX_PANELS = 500;
const MAX_ANCESTORS = 6;

type Tab = {
  /** Element whose content is the title. */
  readonly title: HtmlElement;
  /** Child of the list that contains the title. */
  readonly item: HtmlElement;
};

/**
 * Moves every tab title before its panel, and removes a title that is already there. Returns whether it moved a title.
 */
export function pairTabs(elements: readonly HtmlElement[]): boolean {
  const lists = tabLists(elements);
  if (lists.size === 0) return false;
  const page = createPage(elements);
  const starts = [...lists.values()].map(([first]) => (first ? (page.positions.get(first.item) ?? 0) : 0));
  let hasMoved = false;
  for (const [list, tabs] of [...lists].slice(0, MAX_LISTS)) {
    if (tabs.length > MAX_TABS) continue;
    const named = panelsOf(list, tabs, page);
    for (const { tab, panel } of named.length > 0 ? named : panelsOfClass(list, tabs, { ...page, starts }))
      hasMoved = moveTitle(tab, panel) || hasMoved;
  }
  return hasMoved;
}

// Lists of titles in document order, with their tabs.
function tabLists(elements: readonly HtmlElement[]): ReadonlyMap<HtmlElement, readonly Tab[]> {
  const lists = new Map<HtmlElement, Tab[]>();
  const titles = new Set<HtmlElement>();
  const isNamedTitle = createNamedTitles();
  for (const element of elements.filter((candidate) => isTitle(candidate) || isNamedTitle(candidate))) {
    if (isWithin(element, titles)) continue;
    titles.add(element);
    let item = element;
    while (item.parent && isWrapper(item.parent, item)) item = item.parent;
    if (!item.parent) continue;
    const tabs = lists.get(item.parent);
    if (tabs) tabs.push({ title: element, item });
    else lists.set(item.parent, [{ title: element, item }]);
  }
  return lists;
}

// Evidence: ARIA roles, Bootstrap attributes, builder classes, and hash links of jQuery UI.
function isTitle(element: HtmlElement): boolean {
  const { parent } = element;
  if (element.attribs !== NO_ATTRIBUTES && hasTitleAttribute(element)) return true;
  if (!parent) return false;
  return listClass(parent.classes) !== undefined || (element.name === 'li' && isHashItem(element, parent));
}

function hasTitleAttribute(element: HtmlElement): boolean {
  if (attribute(element, 'role') === 'tab') return true;
  const toggles = attribute(element, 'data-toggle') || attribute(element, 'data-bs-toggle');
  return toggles === 'tab' || toggles === 'pill' || titleClass(element.classes) !== undefined;
}

function isHashItem(item: HtmlElement, list: HtmlElement): boolean {
  const link = item.children.find(isElement);
  if (link?.name !== 'a' || !/^#./.test(attribute(link, 'href'))) return false;
  const names = [list, list.parent].map((candidate) =>
    candidate ? `${attribute(candidate, 'class')} ${attribute(candidate, 'id')}` : '',
  );
  return /(?:^|[\s_-])tab(?:s|bed)?(?:[\s_-]|$)/i.test(names.join(' '));
}

// Whether an element only contains a single title.
function isWrapper(element: HtmlElement, title: HtmlElement): boolean {
  if (!/^(?:li|h[1-6])$/.test(element.name) && !/^(?:presentation|none)$/.test(attribute(element, 'role')))
    return false;
  return element.children.every((child) => child === title || (isText(child) && child.data.trim() === ''));
}

/** Tests for a tab panel. */
export function isPanel(element: HtmlElement): boolean {
  return attribute(element, 'role') === 'tabpanel' || panelClass(element.classes) !== undefined;
}

// Indexes the elements of a page by id and position, and its panels.
function createPage(elements: readonly HtmlElement[]) {
  const ids = new Map<string, HtmlElement[]>();
  const positions = new Map<HtmlElement, number>();
  for (const [position, element] of elements.entries()) {
    positions.set(element, position);
    const id = attribute(element, 'id');
    if (id !== '') ids.set(id, [...(ids.get(id) ?? []).slice(0, 20), element]);
  }
  return { ids, positions, panels: elements.filter(isPanel).slice(0, MAX_PANELS) };
}
type Page = ReturnType<typeof createPage>;
type Pair = { readonly tab: Tab; readonly panel: HtmlElement };

// Pairs of a widget, from the nearest ancestor of the list with panels for all titles; empty by default.
function panelsOf(list: HtmlElement, tabs: readonly Tab[], page: Page): readonly Pair[] {
  let scope: HtmlElement | null = list;
  for (let level = 0; scope && level < MAX_ANCESTORS; level++, scope = scope.parent) {
    const found = namedPanels(list, tabs, scope, page) ?? nthPanels(list, tabs, scope, page);
    if (found) return found;
  }
  return [];
}

// As `nthPanels`, but only by class names. `starts` are the positions of the lists of titles.
function panelsOfClass(
  list: HtmlElement,
  tabs: readonly Tab[],
  { positions, starts }: Pick<Page, 'positions'> & { readonly starts: readonly number[] },
): readonly Pair[] {
  if (tabs.length < 2) return [];
  const items = new Set(tabs.map(({ item }) => item));
  const titles = tabs.map(({ title }) => title);
  const positionOf = (element: HtmlElement) => positions.get(element) ?? 0;
  const last = Math.max(...tabs.map(({ item }) => positionOf(item)));
  const next = Math.min(...starts.filter((start) => start > last));
  const isAfterList = (element: HtmlElement) =>
    positionOf(element) > last && !contains(element, list) && !isWithin(element, items);
  let scope: HtmlElement | null = list;
  for (let level = 0; scope && level < MAX_ANCESTORS; level++, scope = scope.parent) {
    const panels = panelsByName(scope, titles, isAfterList);
    const [first] = panels ?? [];
    // Panels after the next list of titles belong to that list.
    if (first && positionOf(first) > next) return [];
    if (panels) return tabs.flatMap((tab, index): Pair[] => (panels[index] ? [{ tab, panel: panels[index] }] : []));
  }
  return [];
}

// Panels by the ids in the titles: ARIA, Bootstrap, hash links. All panels must exist and be distinct.
function namedPanels(list: HtmlElement, tabs: readonly Tab[], scope: HtmlElement, { ids }: Page): Pair[] | undefined {
  const items = new Set(tabs.map(({ item }) => item));
  const pairs = new Map<HtmlElement, Tab>();
  for (const tab of tabs) {
    const panel = targetsOf(tab.item)
      .flatMap((id) => ids.get(id) ?? [])
      .find((target) => contains(scope, target) && !contains(target, list) && !isWithin(target, items));
    if (!panel || pairs.has(panel)) return undefined;
    pairs.set(panel, tab);
  }
  return [...pairs].map(([panel, tab]) => ({ tab, panel }));
}

// Ids that a title opens, most reliable first.
function targetsOf(item: HtmlElement): string[] {
  const inner = [item, ...elementsBelow(item)];
  return ['aria-controls', 'data-bs-target', 'data-target', 'href']
    .flatMap((name) => inner.map((element) => attribute(element, name)))
    .map((value) => value.replace(/^#/, ''))
    .filter((id) => id !== '');
}

// The n-th panel for the n-th title, if their numbers are equal.
function nthPanels(list: HtmlElement, tabs: readonly Tab[], scope: HtmlElement, page: Page): Pair[] | undefined {
  const from = page.positions.get(list) ?? 0;
  const items = new Set(tabs.map(({ item }) => item));
  const outer = page.panels.filter(
    (panel) => (page.positions.get(panel) ?? 0) > from && contains(scope, panel) && !isWithin(panel, items),
  );
  const first = outer[0];
  const panels = outer.filter(({ parent }) => parent === first?.parent);
  const pairs = tabs.flatMap((tab, index): Pair[] => {
    const panel = panels[index];
    return panel ? [{ tab, panel }] : [];
  });
  return panels.length === tabs.length && pairs.length > 0 ? pairs : undefined;
}

// Writes the title as a term before its panel, and opens the panel.
function moveTitle({ title, item }: Tab, panel: HtmlElement): boolean {
  const around = panel.parent;
  if (!around || previousElement(panel) === item) return false;
  open(panel);
  const text = collapse(textOf(item));
  detach(item);
  if (text === '' || isTitleRepeated(text, panel)) return true;
  const isLink = item === title && title.name === 'a';
  insertBefore(around, createElement('dt', isLink ? [title] : item.children), panel);
  return true;
}

// Removes the attributes that hide a panel until its title is clicked.
function open(panel: HtmlElement): void {
  const attribs = { ...panel.attribs, role: 'tabpanel' };
  Reflect.deleteProperty(attribs, 'hidden');
  Reflect.deleteProperty(attribs, 'aria-hidden');
  panel.attribs = attribs;
  const style = attribute(panel, 'style');
  if (style !== '') panel.attribs['style'] = style.replace(/(?:^|;)\s*display\s*:\s*none[^;]*/i, '');
}

// Whether a panel has its title before it, for narrow screens, or begins with it.
function isTitleRepeated(title: string, panel: HtmlElement): boolean {
  const before = previousElement(panel);
  if (before && collapse(textOf(before)) === title) return true;
  let block: HtmlNode | null = firstText(panel);
  while (block && block !== panel && (isText(block) || INLINE.test(block.name))) block = block.parent;
  return block !== null && block !== panel && collapse(textOf({ children: [block] })) === title;
}

const INLINE = /^(?:a|abbr|b|em|i|small|span|strong|u)$/;

function firstText(root: HtmlElement): HtmlNode | null {
  const stack: HtmlNode[] = root.children.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isText(node)) {
      if (node.data.trim() !== '') return node;
    } else if (!/^(?:script|style|svg)$/.test(node.name)) {
      for (const child of node.children.toReversed()) stack.push(child);
    }
  }
  return null;
}

function isWithin(inner: HtmlElement, outer: ReadonlySet<HtmlElement>): boolean {
  for (let element: HtmlElement | null = inner; element; element = element.parent) if (outer.has(element)) return true;
  return false;
}

function contains(outer: HtmlElement, inner: HtmlElement): boolean {
  return isWithin(inner, new Set([outer]));
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
