/** Tabs that only class names identify, such as `sow-tabs-tab` and `sow-tabs-panel`, and tabs of radio buttons. */
import { classTest } from '../parse/class-names.ts';
import { attribute, elementsBelow, isElement, isText, textOf } from '../parse/html.ts';
import { NO_ATTRIBUTES, type HtmlElement, type HtmlParent } from '../parse/tree.ts';

const NAME = /(?:^|[\s_-])(?:tab|tabs|tabbed|switcher)(?=$|[\s_-])/;
const namesTabs = classTest(NAME);

// Maximum characters and elements of a title, and maximum children of an element with titles or panels.
const MAX_TITLE = 120;
const MAX_PARTS = 20;
const MAX_CHILDREN = 200;
// Maximum number of elements that are searched for the panels of a list.
const MAX_SOUGHT = 300;

// Attributes of UIkit, and of builders based on UIkit, for a list of tabs.
const TAB_LISTS = ['uk-tab', 'uk-switcher', 'data-uk-tab', 'data-uk-switcher'];
// Elements that a title cannot contain.
const TEXTS = /^(?:p|ul|ol|dl|table|form|section|article)$/;

/** Creates a test for tab titles by their names. Results are cached by parent. */
export function createNamedTitles() {
  const cache = new Map<HtmlParent, ReadonlySet<HtmlElement>>();

  // Whether an element is a tab title: all children are short and named as tabs, or are labels of radio buttons.
  return function isNamedTitle(element: HtmlElement): boolean {
    const { parent } = element;
    if (!parent || !(element.name === 'label' || isListed(parent) || namesTabs(element.classes))) return false;
    const titles = cache.get(parent) ?? titlesIn(parent);
    cache.set(parent, titles);
    return titles.has(element);
  };
}

function titlesIn(parent: HtmlElement): ReadonlySet<HtmlElement> {
  if (parent.children.length > MAX_CHILDREN) return new Set();
  const children = parent.children.filter(isElement);
  const labels = children.filter(({ name }) => name === 'label');
  if (labels.length > 0) return new Set(labels.every(isOfRadioButton) ? labels : []);
  const isAlone = parent.children.every((child) => !isText(child) || child.data.trim() === '');
  const areTabs = isListed(parent) || (children.length > 1 && sharedNames(children).some(isTabName));
  return new Set(isAlone && areTabs && children.every(isTitle) ? children : []);
}

const isListed = ({ attribs }: HtmlElement): boolean =>
  attribs !== NO_ATTRIBUTES && TAB_LISTS.some((name) => name in attribs);

// The radio button is beside its label, or beside the list of the labels.
function isOfRadioButton(label: HtmlElement): boolean {
  const id = attribute(label, 'for');
  const beside = [label.parent, label.parent?.parent].flatMap(
    (around) => around?.children.slice(0, MAX_CHILDREN) ?? [],
  );
  const input = beside.find((one) => isElement(one) && one.name === 'input' && attribute(one, 'id') === id);
  return id !== '' && input !== undefined && isElement(input) && attribute(input, 'type') === 'radio';
}

const isTabName = (name: string): boolean => NAME.test(name);

function isTitle(element: HtmlElement): boolean {
  let parts = 0;
  if (!isPartOfTitle(element)) return false;
  for (const part of elementsBelow(element)) if (++parts > MAX_PARTS || !isPartOfTitle(part)) return false;
  const { length } = textOf(element).trim();
  return length > 0 && length <= MAX_TITLE;
}

// A link to a different page belongs to a menu, not to a tab.
const isPartOfTitle = (element: HtmlElement): boolean =>
  !TEXTS.test(element.name) && /^$|#|^javascript:/i.test(attribute(element, 'href').trim());

/**
 * Finds siblings after the list of titles, a panel for each title. They share a class name. Their names, or the names
 * of their parents, identify them as tabs.
 */
export function panelsByName(
  scope: HtmlElement,
  titles: readonly HtmlElement[],
  isAfterList: (element: HtmlElement) => boolean,
): readonly HtmlElement[] | undefined {
  const count = titles.length;
  const namesOfTitles = new Set(titles.flatMap(({ classes }) => classes.filter(isTabName)));
  let sought = 0;
  for (const around of [scope, ...elementsBelow(scope)]) {
    if (++sought > MAX_SOUGHT) return undefined;
    if (around.children.length > MAX_CHILDREN) continue;
    const children = around.children
      .filter(isElement)
      .filter((one) => isAfterList(one) && !one.classes.some((name) => namesOfTitles.has(name)));
    if (children.length < count) continue;
    const isOfTabs = isCalledTabs(around);
    if (isOfTabs && children.length === count && children.every(({ name }) => name === 'li')) return children;
    for (const [name, panels] of Map.groupBy(withNames(children), ([one]) => one)) {
      if (panels.length === count && (isOfTabs || isTabName(name))) return panels.map(([, panel]) => panel);
    }
  }
  return undefined;
}

// Class names of elements, each with its element.
function withNames(elements: readonly HtmlElement[]): (readonly [string, HtmlElement])[] {
  return elements.flatMap((element) => [...new Set(element.classes)].map((name) => [name, element] as const));
}

// Whether an element is named as tabs, or is the only child of a named element.
function isCalledTabs(element: HtmlElement): boolean {
  const { parent } = element;
  if (namesTabs(element.classes)) return true;
  return parent !== null && namesTabs(parent.classes) && parent.children.filter(isElement).length === 1;
}

// Class names that all elements share.
function sharedNames([first, ...others]: readonly HtmlElement[]): readonly string[] {
  return (first?.classes ?? []).filter((name) => others.every(({ classes }) => classes.includes(name)));
}
