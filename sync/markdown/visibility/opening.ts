/** What is hidden at first and opens later: by a click, by time, by scrolling, or by a script of the page. */
import { attribute, isText } from '../parse/html.ts';
import { NO_ATTRIBUTES, type HtmlElement } from '../parse/tree.ts';
import type { Cascade, Declarations, Declared } from './cascade.ts';

/** A pattern of whole words, given with spaces between them; each may have a number behind it. */
const word = (list: string) => new RegExp(`^(?:${list.trim().replace(/\s+/g, '|')})\\d*$`);

/** Parts of a name by which an element opens, or turns into view. */
const CONTAINER =
  word(`tab tabs tabbed tabpan\\w* tabcontents? tablist tabset accord[ie]on\\w* acorde[oó]n\\w* toggle\\w* toggler collaps\\w* faqs?
  panels? spoilers? expand expand(?:s|ed|er|ers|able|ing) answers? respuestas? details questions? preguntas? callouts?
  slid(?:e|es|er|ers|eshow|eshows|ing) slide(?:in|up|down|left|right)\\w* carous\\w* carrusel\\w* rev tp swiper\\w* slick\\w* flickity\\w* owl
  splide\\w* glide\\w* flexslider\\w*`);
/** Rows, cells and widgets of SiteOrigin are all panels, and none of them opens. */
const LAYOUT_PANELS =
  /(?<!\S)(?:so-panel|panel-(?:layout|grid|grid-cell|(?:row|cell|widget)-style(?:-for-[\w-]+)?|(?:has|no)-style|(?:first|last)-child|(?:\d+|w[\da-z]+|gb\d+-[\da-f]+)(?:-\d+){3}))(?!\S)/g;
/** Parts of a name by which an element comes in. */
const ENTRANCE =
  word(`wow aos anims? animat(?:e|es|ed|ion|ions|ing|or) fade(?:s|d|in|out)? fadein\\w* fading reveal(?:s|ed|er|ing)?
  appear(?:s|ed|ing)? viewport waypoints? inview`);
/** Grids and sliders become visible when their script has laid them out. */
const LAYOUT =
  word(`isotopes? masonry\\w* grids? portfolios? galler(?:y|ies) load(?:ed|er|ing)? lazy\\w* preload\\w* rs sr7 n2 smartslider\\w* ls
  sticky parallax\\w* scroll\\w* onscroll`);
/** A rule that ends to hold when a visitor points at an element around, or goes into it. */
const UNTIL_STATE = /:not\(\s*:(?:hover|active|target|focus)[^()]*\)[^,]*[\s>+~]/i;

/** Ancestors whose names count, and the length of all their names. */
const [NEAREST, FARTHEST_NAME] = [2, 240];
/** Rules for one name that are searched for one that shows it. */
const MOST_RULES = 200;

/** Calls and assignments by which scripts show what was hidden. */
const SHOWING =
  /\b(?:(?:show|toggle\w*|slide(?:Down|Toggle)|fade(?:In|To|Toggle)|animate|open\w*|removeClass|addClass|removeAttribute)\s*\(|classList|className|(?:display|visibility|opacity)["'`]?\s*[=:,](?!\s*(?:=|["'`]?(?:none|hidden|0(?:["'`;\s]|$))))|hidden\s*=\s*(?:false|!(?!0)))/;

/** Properties any of which undoes what one of them does. */
const UNDONE_BY: Readonly<Record<string, readonly string[]>> = {
  height: ['height', 'max-height', 'width', 'max-width', 'overflow-x', 'overflow-y'],
  position: ['position', 'left', 'right', 'top', 'bottom'],
  margin: ['margin-left', 'margin-top'],
  transform: ['transform', 'scale', 'translate', 'rotate', 'zoom'],
  'clip-path': ['clip', 'clip-path', 'position'],
};

/** Class, id and role of an element. */
export function namesOf({ attribs }: HtmlElement): string {
  const { class: classes, id, role } = attribs;
  return classes === undefined && id === undefined && role === undefined
    ? ''
    : `${classes ?? ''} ${id ?? ''} ${role ?? ''}`.trim();
}

const withoutLayout = (names: string): string => names.replace(LAYOUT_PANELS, ' ');

/** Names split at hyphens, underscores and capitals: a word in the midst of another is no sign. */
const partsOf = (names: string): readonly string[] =>
  withoutLayout(names)
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

/** True for names by which something opens by a click, by time or by scrolling. */
export const isNamedForOpening = (names: string): boolean =>
  partsOf(names).some((part) => CONTAINER.test(part) || ENTRANCE.test(part));

/** Judges the hidden elements of one page. */
export function createOpening(elements: readonly HtmlElement[], cascade: Cascade) {
  let opened: ReadonlySet<string> | undefined;
  let script: string | undefined;
  let words: ReadonlySet<string> | undefined;
  const showingScript = () => (script ??= scriptsOf(elements));
  const isScripted = (name: string) => (words ??= new Set(showingScript().match(/[\w-]+/g))).has(name.slice(1));

  /** True for an element that a property hides now, and that a visitor may see without leaving the page. */
  return function opensLater(element: HtmlElement, property: string, declared: Declarations): boolean {
    const causes = (UNDONE_BY[property] ?? [property]).flatMap((name) => declared.get(name) ?? []);
    const animation = declared.get('animation-name')?.value ?? 'none';
    if (animation !== 'none' && property !== 'display' && property !== 'height') return true;
    const isOpened = (opened ??= openedNames(elements));
    if (ownNames(element).some((name) => isOpened.has(name))) return true;
    if ('data-aos' in element.attribs || /(?:^|\s)elementor-invisible(?:\s|$)/.test(attribute(element, 'class')))
      return true;
    const names = causes.flatMap(({ rule }) => rule?.names ?? ownNames(element));
    if ((causes.length === 0 ? ownNames(element) : names).some(isScripted)) return true;
    return isNamed(element, property) || causes.some((cause) => hasOpener(element, property, cause));
  };

  /** A rule that holds in another state of the element, or of one around it, would show it. */
  function hasOpener(element: HtmlElement, property: string, { rule, value }: Declared): boolean {
    if (!rule) return false;
    if (UNTIL_STATE.test(rule.selector)) return true;
    const matching = new Set(cascade.rulesFor(element));
    const properties = UNDONE_BY[property] ?? [property];
    return rule.names.some((name) =>
      cascade
        .rulesNaming(name)
        .slice(0, MOST_RULES)
        .some(
          (other) =>
            !matching.has(other) &&
            other.declarations.some((one) => properties.includes(one.property) && one.value !== value),
        ),
    );
  }
}
export type Opening = ReturnType<typeof createOpening>;

/** Its own name, or that of an element around it, says that it opens or comes in. */
function isNamed(element: HtmlElement, property: string): boolean {
  let length = 0;
  let distance = 0;
  for (let one: HtmlElement | null = element; one && length < FARTHEST_NAME; one = one.parent) {
    const names = namesOf(one);
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

/** Attributes whose value is the id or the selector of what a click opens. */
const CONTROLS = /^(?:aria-controls|popovertarget|commandfor|href|data-[\w-]*)$/;

/** The ids and classes (`#x`, `.x`) that something on the page opens. */
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

/** Scripts in the page that show something. */
function scriptsOf(elements: readonly HtmlElement[]): string {
  let source = '';
  for (const element of elements) {
    if (element.name !== 'script' || !/^\s*(?:module|\S*script\S*)?\s*$/i.test(attribute(element, 'type'))) continue;
    const text = element.children.map((child) => (isText(child) ? child.data : '')).join('');
    if (SHOWING.test(text)) source += `${text}\n`;
  }
  return source;
}
