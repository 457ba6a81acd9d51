/** Pairs tab titles with their tab panels, because builders write all titles before all panels. */
import { allBuilders } from '../builders.ts';
import { memoryOfObjects } from '../memory.ts';
import { classMatcher, classTest } from '../parse/class-names.ts';
import {
  attribute,
  elementsBelow,
  hasAncestor,
  isAmong,
  isBlank,
  isElement,
  lineOf,
  previousElement,
  textOf,
} from '../parse/html.ts';
import { createElement, detach, insertBefore, type HtmlElement } from '../parse/tree.ts';

const listClass = classMatcher(`wc-tabs su-tabs-nav ${allBuilders('tabLists')}`);
const titleClass = classMatcher(allBuilders('tabs'));
const panelClass = classMatcher(`woocommerce-tabs-panel wc-tab tab-pane su-tabs-pane ${allBuilders('tabPanels')}`);
// Names of further widgets, such as `sow-tabs-tab` and `sow-tabs-panel`.
const NAME = /(?:^|[\s_-])(?:tab|tabs|tabbed|switcher)(?=$|[\s_-])/;
const namesTabs = classTest(NAME);
const isTabName = (name: string): boolean => NAME.test(name);

// Maximum lists in a page, titles in a list, ancestors of a list with its panels, and elements searched in an ancestor.
const [MAX_LISTS, MAX_TABS, MAX_ANCESTORS, MAX_SOUGHT] = [100, 100, 6, 300];
// Maximum characters and elements of a title, and maximum children of an element with titles or panels.
const [MAX_TITLE, MAX_PARTS, MAX_CHILDREN] = [120, 20, 200];
// Maximum elements of an id in the index that are compared.
const MAX_SAME = 20;
// Elements that a title cannot contain.
const TEXTS = /^(?:p|ul|ol|dl|table|form|section|article)$/;

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
  const page = createPage(elements, lists);
  let hasMoved = false;
  for (const [list, tabs] of [...lists].slice(0, MAX_LISTS)) {
    if (tabs.length > MAX_TABS) continue;
    for (const [index, panel] of panelsOf(list, tabs, page).entries()) {
      const tab = tabs[index];
      if (tab) hasMoved = moveTitle(tab, panel) || hasMoved;
    }
  }
  return hasMoved;
}

// Lists of titles in document order, with their tabs.
function tabLists(elements: readonly HtmlElement[]): ReadonlyMap<HtmlElement, readonly Tab[]> {
  const lists = new Map<HtmlElement, Tab[]>();
  const titles = new Set<HtmlElement>();
  const namedTitles = memoryOfObjects(namedTitlesIn);
  const isNamedTitle = (element: HtmlElement): boolean =>
    element.parent !== null && namesTabs(element.classes) && namedTitles(element.parent).has(element);
  for (const element of elements.filter((candidate) => isTitle(candidate) || isNamedTitle(candidate))) {
    if (isAmong(element, titles)) continue;
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

// Evidence: ARIA roles, Bootstrap attributes, and builder classes.
function isTitle(element: HtmlElement): boolean {
  const { parent, attribs, classes } = element;
  const toggles = attribute(element, 'data-toggle') || attribute(element, 'data-bs-toggle');
  if (attribs['role'] === 'tab' || /^(?:tab|pill)$/.test(toggles) || titleClass(classes) !== undefined) return true;
  return parent !== null && listClass(parent.classes) !== undefined;
}

// Titles that only their names identify: all children of an element, if they are short and share a name of tabs.
function namedTitlesIn(parent: HtmlElement): ReadonlySet<HtmlElement> {
  if (parent.children.length > MAX_CHILDREN) return new Set();
  const children = parent.children.filter(isElement);
  const [first, ...others] = children;
  const isAlone = parent.children.every((child) => isElement(child) || isBlank(child));
  const areNamed = first?.classes.some(
    (name) => isTabName(name) && others.every(({ classes }) => classes.includes(name)),
  );
  return new Set(isAlone && areNamed && others.length > 0 && children.every(isShortTitle) ? children : []);
}

// A link to a different page belongs to a menu, not to a tab.
function isShortTitle(element: HtmlElement): boolean {
  const parts = [element, ...elementsBelow(element)];
  const isPart = (part: HtmlElement) =>
    !TEXTS.test(part.name) && /^$|#|^javascript:/i.test(attribute(part, 'href').trim());
  const { length } = textOf(element).trim();
  return parts.length <= MAX_PARTS && parts.every(isPart) && length > 0 && length <= MAX_TITLE;
}

// Whether an element only contains a single title.
function isWrapper(element: HtmlElement, title: HtmlElement): boolean {
  if (!/^(?:li|h[1-6])$/.test(element.name) && !/^(?:presentation|none)$/.test(attribute(element, 'role')))
    return false;
  return element.children.every((child) => child === title || isBlank(child));
}

export function isPanel(element: HtmlElement): boolean {
  return attribute(element, 'role') === 'tabpanel' || panelClass(element.classes) !== undefined;
}

// Creates an index of the elements of a page by id and position, and of the positions of its lists of titles.
function createPage(elements: readonly HtmlElement[], lists: ReadonlyMap<HtmlElement, readonly Tab[]>) {
  const ids = Map.groupBy(elements, (element) => attribute(element, 'id'));
  const positions = new Map(elements.map((element, position) => [element, position]));
  const positionOf = (element: HtmlElement | undefined): number => (element && positions.get(element)) ?? 0;
  return { ids, positionOf, starts: [...lists.values()].map(([first]) => positionOf(first?.item)) };
}
type Page = ReturnType<typeof createPage>;

// Panels of all titles in their order, from the nearest ancestor of the list that has them; empty by default.
function panelsOf(list: HtmlElement, tabs: readonly Tab[], page: Page): readonly HtmlElement[] {
  let scope: HtmlElement | null = list;
  for (let level = 0; scope && level < MAX_ANCESTORS; level++, scope = scope.parent) {
    const panels = namedPanels(list, tabs, scope, page) ?? nthPanels(list, tabs, scope, page);
    if (panels) return panels;
  }
  return [];
}

// Panels by the ids in the titles: ARIA, Bootstrap, hash links. All panels must exist and be distinct.
function namedPanels(
  list: HtmlElement,
  tabs: readonly Tab[],
  scope: HtmlElement,
  { ids }: Page,
): readonly HtmlElement[] | undefined {
  const items = new Set(tabs.map(({ item }) => item));
  const panels = tabs.flatMap(
    ({ item }) =>
      targetsOf(item)
        .flatMap((id) => ids.get(id)?.slice(0, MAX_SAME) ?? [])
        .find((target) => contains(scope, target) && !contains(target, list) && !isAmong(target, items)) ?? [],
  );
  return new Set(panels).size === tabs.length ? panels : undefined;
}

// Ids that a title opens, most reliable first.
function targetsOf(item: HtmlElement): string[] {
  const inner = [item, ...elementsBelow(item)];
  return ['aria-controls', 'data-bs-target', 'data-target', 'href']
    .flatMap((name) => inner.map((element) => attribute(element, name)))
    .map((value) => value.replace(/^#/, ''))
    .filter((id) => id !== '');
}

// Panels by the index of their title: siblings after the list, as many as titles. They are marked as panels, or share a
// class name, and that name or the name of their parent is of tabs. Panels after the next list belong to that list.
function nthPanels(
  list: HtmlElement,
  tabs: readonly Tab[],
  scope: HtmlElement,
  { positionOf, starts }: Page,
): readonly HtmlElement[] | undefined {
  const items = new Set(tabs.map(({ item }) => item));
  const titleNames = new Set(tabs.flatMap(({ title }) => title.classes.filter(isTabName)));
  const last = Math.max(...tabs.map(({ item }) => positionOf(item)));
  const next = Math.min(...starts.filter((start) => start > last));
  const isBefore = (element: HtmlElement) => positionOf(element) <= last && !contains(element, list);
  let sought = 0;
  for (const around of [scope, ...elementsBelow(scope, isBefore)]) {
    if (isBefore(around) || around.children.length > MAX_CHILDREN) continue;
    if (++sought > MAX_SOUGHT) return undefined;
    const children = around.children
      .filter(isElement)
      .filter((one) => positionOf(one) > last && !isAmong(one, items) && !contains(one, list));
    if (children.length < tabs.length) continue;
    const isOfTabs = tabs.length > 1 && isCalledTabs(around);
    const kinds = children.flatMap((child): (readonly [string, HtmlElement])[] => {
      const names = child.classes.some((name) => titleNames.has(name)) ? [] : [...new Set(child.classes)];
      return [...(isPanel(child) ? [''] : []), ...names].map((name) => [name, child]);
    });
    for (const [kind, panels] of Map.groupBy(kinds, ([name]) => name)) {
      const arePanels = kind === '' || isOfTabs || (tabs.length > 1 && isTabName(kind));
      if (panels.length !== tabs.length || !arePanels) continue;
      return positionOf(panels[0]?.[1]) > next ? undefined : panels.map(([, panel]) => panel);
    }
  }
  return undefined;
}

// Whether an element is named as tabs, or is the only child of a named element.
function isCalledTabs({ classes, parent }: HtmlElement): boolean {
  if (namesTabs(classes)) return true;
  return parent !== null && namesTabs(parent.classes) && parent.children.filter(isElement).length === 1;
}

// Writes the title as a term before its panel, and opens the panel.
function moveTitle({ title, item }: Tab, panel: HtmlElement): boolean {
  const around = panel.parent;
  const before = previousElement(panel);
  if (!around || before === item) return false;
  open(panel);
  const text = lineOf(item);
  detach(item);
  // The title is also before the panel, for narrow screens, or its first heading.
  const heading = elementsBelow(panel).find(({ name }) => /^h[1-6]$/.test(name));
  const isRepeated = heading && lineOf(heading) === text && lineOf(panel).startsWith(text);
  if (text === '' || isRepeated || (before && lineOf(before) === text)) return true;
  const isLink = item === title && title.name === 'a';
  insertBefore(around, createElement('dt', isLink ? [title] : item.children), panel);
  return true;
}

// Removes the attributes that hide a panel until its title is clicked.
function open(panel: HtmlElement): void {
  const { hidden: _hidden, 'aria-hidden': _silent, ...attribs } = panel.attribs;
  panel.attribs = { ...attribs, role: 'tabpanel' };
  const style = attribute(panel, 'style');
  if (style !== '') panel.attribs['style'] = style.replace(/(?:^|;)\s*display\s*:\s*none[^;]*/i, '');
}

const contains = (outer: HtmlElement, inner: HtmlElement): boolean =>
  outer === inner || hasAncestor(inner, (around) => around === outer);
