/** Signs that what a theme hides is shown by a click or a script: then it is not hidden for certain. */
import { attribute, elementsBelow, isElement, isText, previousElement } from '../../parse/html.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { partsOf, word } from './names.ts';
import { selectorsIn } from './rules.ts';
import type { Match } from './match.ts';
import type { StyleSheets } from './style-sheets.ts';

/** Parts of the names of what is opened, turned or loaded. */
const SWITCHED =
  word(`more less mas menos leer read extra open\\w* clos\\w* activ\\w* current on off js show\\w* shown items? body contents? inner
  wrap\\w* modal\\w* popup\\w* dialog\\w* lightbox overlay drop\\w* sub\\w* menu\\w* nav\\w* tooltip\\w* tip hover\\w* flip\\w* back front
  steps? wizard pas[oa]s? load\\w* lazy\\w* filter\\w* sort\\w* messages? mensajes? success error forms? search\\w* sticky mobile desktop`);
/** Attributes that no script finds an element by. */
const PLAIN_ATTRIBUTES: ReadonlySet<string> = new Set('class style href rel target lang dir title align'.split(' '));
const CONTROL = /^(?:button|summary|details|label|input|select)$/;
/** Attributes of what can be clicked. */
const CLICKED = [
  'onclick',
  'aria-expanded',
  'aria-controls',
  'tabindex',
  'data-toggle',
  'data-bs-toggle',
  'data-target',
];
/** Elements next to one, on either side, that may open it, and how many are looked at within them. */
const NEAR = 3;
const MOST_WITHIN = 200;
/** Hiding so much of a page would leave its visitors little. */
const MOST_HIDDEN = 0.5;

/** Judges elements that a rule of the theme hides; `elements` are all of the text. */
export function createSwitching(sheets: StyleSheets, elements: readonly HtmlElement[]) {
  let counts: ReadonlyMap<string, number> | undefined;
  let letters: number | undefined;

  /** Panels of an accordion come several times, each below what opens it, and one rule hides them all. */
  const isRow = (element: HtmlElement, { selector }: Match) => {
    counts ??= countsOf(elements);
    const named = element.classes.filter((name) => selector.names.includes(`.${name}`));
    const classes = named.length > 0 ? named : element.classes;
    return previousElement(element) !== undefined && classes.some((name) => (counts?.get(name) ?? 0) > 1);
  };

  /** A rule shows such an element in another place or state. */
  const isShownElsewhere = (element: HtmlElement, names: readonly string[]) => {
    const matching = new Set(sheets.matchesOf(element).map(({ rule }) => rule));
    return names
      .flatMap((name) => sheets.rulesNaming(name))
      .some(
        (rule) =>
          !matching.has(rule) && Object.values(rule.on).includes(true) && rule.contents().declarations.some(shows),
      );
  };

  const isMost = (element: HtmlElement) => {
    letters ??= lettersOf(elements);
    return lettersOf([element, ...elementsBelow(element)]) > letters * MOST_HIDDEN;
  };

  /** True when something may show an element again that a rule of the theme hides. */
  return (element: HtmlElement, match: Match): boolean => {
    const { rule, selector } = match;
    const id = attribute(element, 'id');
    const isById = id !== '' && selector.names.includes(`#${id}`);
    const classes = attribute(element, 'class').match(/\S+/g) ?? [];
    const names = isById ? [...classes, id] : classes;
    return (
      selector.names.length === 0 ||
      selectorsIn(rule.selector).some((one) => /[:[~+\\]/.test(one)) ||
      Object.keys(element.attribs).some((name) => !PLAIN_ATTRIBUTES.has(name) && !(isById && name === 'id')) ||
      partsOf(names.join(' ')).some((part) => SWITCHED.test(part)) ||
      names.some((name) => sheets.isScriptedByTheme(name)) ||
      isShownElsewhere(element, [...classes.map((name) => `.${name}`), ...(isById ? [`#${id}`] : [])]) ||
      isRow(element, match) ||
      isMost(element) ||
      isNearControl(element)
    );
  };
}

const shows = ({ property, value }: { readonly property: string; readonly value: string }) =>
  /^(?:display|visibility)$/.test(property) && !/^(?:none|hidden|collapse)$/i.test(value);

function countsOf(elements: readonly HtmlElement[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { classes } of elements) for (const name of classes) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function lettersOf(elements: readonly HtmlElement[]): number {
  let sum = 0;
  for (const { name, children } of elements)
    if (!/^(?:script|style)$/.test(name))
      for (const child of children) if (isText(child)) sum += child.data.trim().length;
  return sum;
}

function neighbours(element: HtmlElement): HtmlElement[] {
  const found: HtmlElement[] = [];
  for (const side of ['prev', 'next'] as const) {
    let left = NEAR;
    for (let one = element[side]; one && left > 0; one = one[side]) {
      if (!isElement(one)) continue;
      found.push(one);
      left--;
    }
  }
  return found;
}

/** True for an element near which, or near whose parent, something can be clicked. */
export function isNearControl(element: HtmlElement): boolean {
  return [element, element.parent].some((one) => one && neighbours(one).some(holdsControl));
}

function holdsControl(near: HtmlElement): boolean {
  let left = MOST_WITHIN;
  if (isControl(near)) return true;
  for (const one of elementsBelow(near)) if (--left < 0 || isControl(one)) return true;
  return false;
}

function isControl({ name, attribs }: HtmlElement): boolean {
  if (
    CONTROL.test(name) ||
    CLICKED.some((one) => one in attribs) ||
    /^(?:button|tab|switch)$/.test(attribs['role'] ?? '')
  )
    return true;
  return name === 'a' && /^\s*(?:#|javascript:|$)/i.test(attribs['href'] ?? '');
}
