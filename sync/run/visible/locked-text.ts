import { attribute, mainOf } from '../../wordpress/html-tags.ts';
import { namesOf, withoutElements } from './html-elements.ts';
import { asksForMembership, isOnlyNotice } from './members-only.ts';
import { overlapOf, wordsOf } from './text-comparison.ts';

/** What hides an element from everybody, until a script shows it. */
const HIDING = /(?:display\s*:\s*none|visibility\s*:\s*hidden|filter\s*:\s*blur)/i;
const HIDDEN = /\s(?:hidden|inert)(?=[\s=>/])/i;
/** Names of what plugins hide until somebody has paid, or subscribed. */
const LOCK =
  /paywall|lock(?:ed|er)(?:[-_]|$)|premium-(?:content|only|text)|restrict|subscri|members?-only|(?:^|[-_])gated?(?:[-_]|$)/i;
/** Elements that a site shows when it has loaded. */
const LOADING: ReadonlySet<string> = new Set(['html', 'body', 'noscript', 'template']);
const SOME = 0.5;

/**
 * True for a page that has a text within an element which it hides, and which is called after a lock, or asks for a membership beside
 * it: some plugins lock what they give to everybody, and the REST API knows nothing of it.
 */
export function isLockedIn(html: string, given: readonly string[]): boolean {
  const hidden = namesStyledIn(html, (declarations) => HIDING.test(declarations));
  const locks: string[] = [];
  const rest = withoutElements(
    html,
    (name, tag) => {
      if (LOADING.has(name)) return false;
      return (
        HIDING.test(attribute(tag, 'style') ?? '') ||
        HIDDEN.test(tag) ||
        attribute(tag, 'aria-hidden') === 'true' ||
        namesOf(tag).some((one) => hidden.has(one))
      );
    },
    (element) => {
      const tag = element.slice(0, element.indexOf('>') + 1);
      if (namesOf(tag).some((one) => LOCK.test(one.slice(1)))) locks.push(element);
      return false;
    },
  );
  if (rest === html || overlapOf(given, wordsOf(rest)) >= SOME) return false;
  // What is called so beside it may be the form of a newsletter.
  return overlapOf(given, wordsOf(locks.join(''))) >= SOME || asksForMembership(mainOf(rest) ?? rest);
}

/** True for a page that stands behind a wall: a box that covers the whole window from the start, and says for whom the page is. */
export function isWalledIn(html: string): boolean {
  if (!/position\s*:\s*fixed/i.test(html)) return false;
  const walls = namesStyledIn(html, coversWindow);
  const closed = namesStyledIn(html, (declarations) => CLOSED.test(declarations));
  const isClosed = (tag: string) =>
    CLOSED.test(attribute(tag, 'style') ?? '') || HIDDEN.test(tag) || namesOf(tag).some((one) => closed.has(one));
  const isWall = (tag: string) =>
    coversWindow(attribute(tag, 'style') ?? '') || namesOf(tag).some((one) => walls.has(one));
  let isFound = false;
  withoutElements(
    html,
    (name, tag) => !LOADING.has(name) && (isClosed(tag) || isWall(tag)),
    (element) => {
      isFound ||= !isClosed(element.slice(0, element.indexOf('>') + 1)) && isOnlyNotice(element);
      return false;
    },
  );
  return isFound;
}

/** What no visitor sees before a script opens it. */
const CLOSED = /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|transform\s*:/i;

const coversWindow = (declarations: string): boolean => COVER.every((pattern) => pattern.test(declarations));
/** A ground from the top to the bottom of the window, and from side to side. */
const COVER = [
  /position\s*:\s*fixed/i,
  /background/i,
  /(?:^|[;\s])(?:inset|top)\s*:\s*0/i,
  /(?:^|[;\s])(?:inset\s*:\s*0|bottom\s*:\s*0|height\s*:\s*100(?:%|[dls]?vh))/i,
  /(?:^|[;\s])(?:inset\s*:\s*0|right\s*:\s*0|width\s*:\s*100(?:%|[dls]?vw))/i,
];

/** Classes and ids that style elements of a page style so. */
function namesStyledIn(html: string, isSo: (declarations: string) => boolean): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, css = ''] of html.matchAll(/<style\b[^<>]{0,500}>([^<]{0,200000})/gi))
    for (const rule of css.split('}')) {
      const [selectors = '', declarations = ''] = rule.split('{').slice(-2);
      if (!isSo(declarations)) continue;
      for (const name of selectors.split(',').flatMap(lastNamesIn)) names.add(name);
    }
  return names;
}

/** The classes and ids of the element that a selector is about. */
const lastNamesIn = (selector: string): readonly string[] =>
  selector
    .trim()
    .split(/[\s>+~]+/)
    .at(-1)
    ?.match(/[.#][\w-]+/g) ?? [];
