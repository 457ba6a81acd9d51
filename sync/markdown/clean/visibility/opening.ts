/** Content that is hidden at first and opens later: accordions, tabs, sliders, things that fade in, and what a script names. */
import { attribute } from '../../parse/html.ts';
import { NO_ATTRIBUTES, type HtmlElement } from '../../parse/tree.ts';
import type { Declared } from './cascade.ts';
import { partsOf, word } from './names.ts';
import type { StyleSheets } from './style-sheets.ts';
import { createSwitching } from './switching.ts';

/** Parts of a name that say that somebody opens or turns it. */
const CONTAINER =
  word(`tab tabs tabbed tabpan\\w* tabcontents? tablist tabset accord[ie]on\\w* acorde[oó]n\\w* toggle\\w* toggler collaps\\w* faqs?
  panels? spoilers? expand expand(?:s|ed|er|ers|able|ing) answers? respuestas? details questions? preguntas? callouts?
  slid(?:e|es|er|ers|eshow|eshows|ing) slide(?:in|up|down|left|right)\\w* carous\\w* carrusel\\w* rev tp swiper\\w* slick\\w* flickity\\w* owl
  splide\\w* glide\\w* flexslider\\w*`);
/** SiteOrigin's rows, cells and widgets, on pages, in its widget (`w…`) and in its block (`gb…`), are all panels, which nobody opens. */
const LAYOUT_PANELS =
  /(?<!\S)(?:so-panel|panel-(?:layout|grid|grid-cell|(?:row|cell|widget)-style(?:-for-[\w-]+)?|(?:has|no)-style|(?:first|last)-child|(?:\d+|w[\da-z]+|gb\d+-[\da-f]+)(?:-\d+){3}))(?!\S)/g;
/** And that it comes in by itself. */
const ENTRANCE =
  word(`wow aos anims? animat(?:e|es|ed|ion|ions|ing|or) fade(?:s|d|in|out)? fadein\\w* fading reveal(?:s|ed|er|ing)?
  appear(?:s|ed|ing)? viewport waypoints? inview`);
/** Grids, sliders and the like become visible when their script has laid them out. */
const LAYOUT =
  word(`isotopes? masonry\\w* grids? portfolios? galler(?:y|ies) load(?:ed|er|ing)? lazyload\\w* preload\\w* rs sr7 n2 smartslider\\w* ls
  sticky parallax\\w* scroll\\w* onscroll`);

/** A rule that no longer holds once somebody points at an element around, or goes into it. */
const UNTIL_STATE = /:not\(\s*:(?:hover|active|target|focus)[^()]*\)[^,]*[\s>+~]/i;

/** Ancestors whose names count, and how much of them. */
const FARTHEST_NAME = 240;
const NEAREST = 2;
/** So much of the names of one element is looked at, those of a layout among them. */
const MOST_NAMES = 10 * FARTHEST_NAME;
/** Rules about one name that are looked through for one that shows it. */
const MOST_RULES = 200;

/** Class, id and role of an element. */
export function namesOf(element: HtmlElement): string {
  const { class: classes, id, role } = element.attribs;
  return classes === undefined && id === undefined && role === undefined
    ? ''
    : `${classes ?? ''} ${id ?? ''} ${role ?? ''}`.trim();
}

const withoutLayout = (names: string): string => names.replace(LAYOUT_PANELS, ' ');

/** Elementor's mark of what comes in by an animation, and that of Animate On Scroll. */
function isEntering({ attribs }: HtmlElement): boolean {
  return 'data-aos' in attribs || /(?:^|\s)elementor-invisible(?:\s|$)/.test(attribs['class'] ?? '');
}

/** True for names by which something opens by a click, by time or by scrolling. */
export function saysOpened(names: string): boolean {
  return partsOf(withoutLayout(names)).some((part) => CONTAINER.test(part) || ENTRANCE.test(part));
}

export type Cause = { readonly property: string; readonly declared: Declared | undefined };

/** Says of one page's hidden elements which open later. */
export function createOpening(sheets: StyleSheets, elements: readonly HtmlElement[]) {
  let opened: ReadonlySet<string> | undefined;
  const maySwitch = createSwitching(sheets, elements);
  /** A rule that does not apply now, for a state of the element or of one around it, would show it. */
  const hasOpener = (element: HtmlElement, { property, declared }: Cause) => {
    if (!declared?.by) return false;
    if (UNTIL_STATE.test(declared.by.rule.selector)) return true;
    const matching = new Set(sheets.matchesOf(element).map(({ rule }) => rule));
    return declared.by.selector.names.some((name) =>
      sheets
        .rulesNaming(name)
        .slice(0, MOST_RULES)
        .some(
          (rule) =>
            !matching.has(rule) &&
            rule.on.wide &&
            rule
              .contents()
              .declarations.some(
                (one) =>
                  property.split(' ').includes(one.property) &&
                  one.value.toLowerCase() !== declared.value.toLowerCase(),
              ),
        ),
    );
  };

  const isNamedByScript = ({ attribs, classes }: HtmlElement) =>
    sheets.isNamedByScript(`#${attribs['id'] ?? ''}`) || classes.some((name) => sheets.isNamedByScript(`.${name}`));

  return (element: HtmlElement, cause: Cause): boolean => {
    if ((opened ??= openedIds(elements)).has(attribute(element, 'id')) || isEntering(element)) return true;
    if (cause.declared?.by?.rule.isTheme && maySwitch(element, cause.declared.by)) return true;
    // What hides itself, and is named by what a click calls.
    if (cause.declared && !cause.declared.by && isNamedByScript(element)) return true;
    const names = cause.declared?.by?.selector.names ?? [];
    if (cause.declared?.by?.rule.isScript) {
      if (names.some((name) => sheets.isScriptedByTheme(name.slice(1)))) return true;
    } else if (names.some((name) => sheets.isScripted(name.slice(1)))) return true;
    let far = '';
    let distance = 0;
    for (let one: HtmlElement | null = element; one && far.length < FARTHEST_NAME; one = one.parent) {
      const around = namesOf(one);
      if (around === '') continue;
      const parts = partsOf(withoutLayout(around.slice(0, MOST_NAMES)).slice(0, FARTHEST_NAME));
      if (parts.some((part) => CONTAINER.test(part))) return true;
      if (distance <= NEAREST && parts.some((part) => ENTRANCE.test(part))) return true;
      if (cause.property === 'opacity' && parts.some((part) => LAYOUT.test(part))) return true;
      far += `${around} `;
      distance++;
    }
    return hasOpener(element, cause);
  };
}
export type Opening = ReturnType<typeof createOpening>;

/** The ids that something on the page opens. */
function openedIds(elements: readonly HtmlElement[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { attribs } of elements) {
    if (attribs === NO_ATTRIBUTES) continue;
    const controls = attribs['aria-controls'];
    if (controls !== undefined) for (const id of controls.split(/\s+/)) ids.add(id);
    if (attribs['popovertarget'] !== undefined) ids.add(attribs['popovertarget']);
    const clicked = attribs['onclick'];
    if (clicked !== undefined) for (const [, id = ''] of clicked.matchAll(/["']#?([\w-]+)["']/g)) ids.add(id);
    for (const name of ['data-target', 'data-bs-target', 'data-toggle-target', 'href']) {
      const target = attribs[name];
      if (target?.startsWith('#')) ids.add(target.slice(1));
    }
  }
  ids.delete('');
  return ids;
}
