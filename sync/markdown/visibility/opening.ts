/** Detects content that is hidden at first and opens later: by a click, a timer, scrolling, or a script of the page. */
import { attribute, isText } from '../parse/html.ts';
import { NO_ATTRIBUTES, type HtmlElement } from '../parse/tree.ts';
import WORDS from '../words/opening.json' with { type: 'json' };
import type { Cascade, Declarations, Declared } from './cascade.ts';
import type { Rule } from './style-sheets.ts';

// Pattern of the whole words in an array of strings. A number may follow a word.
const word = (list: readonly string[]) => new RegExp(`^(?:${list.join(' ').replaceAll(' ', '|')})\\d*$`);

// Words in names of elements that open, or slide into view.
const CONTAINER = word(WORDS.container);
// Words in names of entrance animations.
const ENTRANCE = word(WORDS.entrance);
// Words in names of grids and sliders, which become visible after their script has run.
const LAYOUT = word(WORDS.layout);
// Layout classes of SiteOrigin: rows, cells and widgets are named panels, but do not open.
const LAYOUT_PANELS =
  /(?<!\S)(?:so-panel|panel-(?:layout|grid|grid-cell|(?:row|cell|widget)-style(?:-for-[\w-]+)?|(?:has|no)-style|(?:first|last)-child|(?:\d+|w[\da-z]+|gb\d+-[\da-f]+)(?:-\d+){3}))(?!\S)/g;
// Selectors that stop matching when the visitor hovers, focuses or enters an ancestor.
const UNTIL_STATE = /:not\(\s*:(?:hover|active|target|focus)[^()]*\)[^,]*[\s>+~]/i;
const isEntrance = (animation = 'none'): boolean => !/^(?:none|initial|unset|revert)(?![\w-])/.test(animation);

// Ancestors whose names count for an entrance, and the total length of all names in characters.
const [NEAREST, FARTHEST_NAME] = [2, 240];
// Maximum number of rules for a name that are searched for a rule that shows the element.
const MOST_RULES = 200;

// Calls and assignments in scripts that show hidden elements.
const SHOWING =
  /\b(?:(?:show|toggle\w*|slide(?:Down|Toggle)|fade(?:In|To|Toggle)|animate|open\w*|removeClass|addClass|removeAttribute)\s*\(|classList|className|(?:display|visibility|opacity)["'`]?\s*[=:,](?!\s*(?:=|["'`]?(?:none|hidden|0(?:["'`;\s]|$))))|hidden\s*=\s*(?:false|!(?!0)))/;

// Properties that may undo the effect of a property.
const UNDONE_BY: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(WORDS.undoneBy));

/** Returns class, id and role of an element. */
export function namesOf({ attribs }: HtmlElement): string {
  const { class: classes, id, role } = attribs;
  return (classes ?? id ?? role) === undefined ? '' : `${classes ?? ''} ${id ?? ''} ${role ?? ''}`.trim();
}

// Splits names at hyphens, underscores and capitals, because a word inside a longer word is not evidence.
const partsOf = (names: string): readonly string[] =>
  names
    .replace(LAYOUT_PANELS, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

/** Tests for names of elements that open by a click, a timer or scrolling. */
export const isNamedForOpening = (names: string): boolean =>
  partsOf(names).some((part) => CONTAINER.test(part) || ENTRANCE.test(part));

/** Creates a test of the hidden elements of a page. */
export function createOpening(elements: readonly HtmlElement[], cascade: Cascade) {
  let opened: ReadonlySet<string> | undefined;
  let script: string | undefined;
  let words: ReadonlySet<string> | undefined;
  const showingScript = () => (script ??= scriptsOf(elements));
  const isScripted = (name: string) => (words ??= new Set(showingScript().match(/[\w-]+/g))).has(name.slice(1));

  // Whether a visitor may see an element, hidden by `property`, without leaving the page.
  return function opensLater(element: HtmlElement, property: string, declared: Declarations): boolean {
    const causes = (UNDONE_BY.get(property) ?? [property]).flatMap((name) => declared.get(name) ?? []);
    if (isEntrance(declared.get('animation-name')?.value) && !/^(?:display|height)$/.test(property)) return true;
    if (ownNames(element).some((name) => (opened ??= openedNames(elements)).has(name))) return true;
    if ('data-aos' in element.attribs || /(?:^|\s)elementor-invisible(?:\s|$)/.test(attribute(element, 'class')))
      return true;
    const names = causes.flatMap(({ rule }) => rule?.names ?? ownNames(element));
    if ((causes.length === 0 ? ownNames(element) : names).some(isScripted)) return true;
    return isNamed(element, property) || causes.some((cause) => hasOpener(element, property, cause));
  };

  // Whether a rule for a different state of the element, or of an ancestor, would show it. A rule for a type, and an
  // animation, need a script with the name of the state: `li { opacity: 0 } .visible li { animation: enter 1s forwards }`.
  function hasOpener(element: HtmlElement, property: string, { rule, value }: Declared): boolean {
    if (!rule || UNTIL_STATE.test(rule.selector)) return rule !== undefined;
    const matching = new Set(cascade.rulesFor(element));
    const properties = UNDONE_BY.get(property) ?? [property];
    const isByType = rule.names.length === 0;
    const opens = ({ needs, declarations }: Rule): boolean => {
      const isState = needs.some(isScripted);
      if (isByType && !isState) return false;
      const mayEnter = isState && !/^(?:display|height)$/.test(property);
      return declarations.some(({ property: changed, value: given }) =>
        changed === 'animation-name' ? mayEnter && isEntrance(given) : properties.includes(changed) && given !== value,
      );
    };
    return (isByType ? [rule.key] : rule.names).some((name) =>
      cascade
        .rulesNaming(name)
        .slice(0, MOST_RULES)
        .some((other) => !matching.has(other) && opens(other)),
    );
  }
}
export type Opening = ReturnType<typeof createOpening>;

// Whether the name of the element, or of an ancestor, indicates that it opens or enters.
function isNamed(element: HtmlElement, property: string): boolean {
  let length = 0;
  let distance = 0;
  for (let ancestor: HtmlElement | null = element; ancestor && length < FARTHEST_NAME; ancestor = ancestor.parent) {
    const names = namesOf(ancestor);
    if (names === '') continue;
    const parts = partsOf(names.slice(0, 10 * FARTHEST_NAME)).slice(0, 40);
    if (parts.some((part) => CONTAINER.test(part))) return true;
    if (distance <= NEAREST && parts.some((part) => ENTRANCE.test(part))) return true;
    if (property === 'opacity' && parts.some((part) => LAYOUT.test(part))) return true;
    length += names.length;
    distance++;
  }
  return false;
}

function ownNames({ attribs }: HtmlElement): readonly string[] {
  const classes = (attribs['class'] ?? '').match(/\S+/g) ?? [];
  return [...(attribs['id'] ? [`#${attribs['id']}`] : []), ...classes.map((name) => `.${name}`)];
}

// Attributes with the id or the selector of an element that a click opens.
const CONTROLS = /^(?:aria-controls|popovertarget|commandfor|href|data-[\w-]*)$/;

// Ids and classes (`#x`, `.x`) that a control of the page opens.
function openedNames(elements: readonly HtmlElement[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { attribs } of elements) {
    if (attribs === NO_ATTRIBUTES) continue;
    for (const [name, value] of Object.entries(attribs)) {
      if (name === 'onclick') for (const [, id = ''] of value.matchAll(/["']#?([\w-]+)["']/g)) names.add(`#${id}`);
      else if (value !== '' && value.length < 100 && CONTROLS.test(name))
        for (const target of value.split(/\s+/)) names.add(/^[#.]/.test(target) ? target : `#${target}`);
    }
  }
  return names;
}

// Source of inline scripts that show elements.
function scriptsOf(elements: readonly HtmlElement[]): string {
  let source = '';
  for (const element of elements) {
    if (element.name !== 'script' || !/^\s*(?:module|\S*script\S*)?\s*$/i.test(attribute(element, 'type'))) continue;
    const text = element.children.map((child) => (isText(child) ? child.data : '')).join('');
    if (SHOWING.test(text)) source += `${text}\n`;
  }
  return source;
}
