import { attribute, mainOf } from '../../wordpress/html-tags.ts';
import { createTraits, traitOf, type Trait } from './element-traits.ts';
import { namesOf, withoutElements } from './html-elements.ts';
import { asksForMembership, isOnlyNotice } from './members-only.ts';
import { overlapOf, SOME, wordsOf } from './text-comparison.ts';

/** What hides an element from everybody, until a script shows it. */
const HIDING = /(?:display\s*:\s*none|visibility\s*:\s*hidden|filter\s*:\s*blur)/i;
const HIDDEN = /\s(?:hidden|inert)(?=[\s=>/])/i;
/** Names of what plugins hide until somebody has paid, or subscribed. */
const LOCK =
  /paywall|lock(?:ed|er)(?:[-_]|$)|premium-(?:content|only|text)|restrict|subscri|members?-only|(?:^|[-_])gated?(?:[-_]|$)/i;
/** Elements that a site shows when it has loaded. */
const LOADING: ReadonlySet<string> = new Set(['html', 'body', 'noscript', 'template']);

/**
 * True for a page that has a text within an element which it hides, and which is called after a lock, or asks for a membership beside
 * it: some plugins lock what they give to everybody, and the REST API knows nothing of it.
 */
export function isLockedIn(html: string, given: readonly string[]): boolean {
  const traitsOf = createTraits(html, [traitOf(HIDING)]);
  const locks: string[] = [];
  const rest = withoutElements(
    html,
    (name, tag) => {
      if (LOADING.has(name)) return false;
      return HIDDEN.test(tag) || attribute(tag, 'aria-hidden') === 'true' || traitsOf(tag).includes(true);
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
  const traitsOf = createTraits(html, [isUnseen, isDisplayed, ...COVER.map(traitOf)]);
  const look = (tag: string) => {
    const [isHidden = false, isShown = false, ...covers] = traitsOf(tag);
    const isClosed = isHidden || HIDDEN.test(tag) || isNeverShown(tag) || (opensLater(tag) && !isShown);
    return { isClosed, isWall: covers.every(Boolean) };
  };
  let isFound = false;
  withoutElements(
    html,
    (name, tag) => {
      if (name === 'html' || name === 'body') return false;
      const { isClosed, isWall } = look(tag);
      return isClosed || isWall;
    },
    (element) => {
      isFound ||= !look(element.slice(0, element.indexOf('>') + 1)).isClosed && isOnlyNotice(element);
      return false;
    },
  );
  return isFound;
}

/** What no visitor with scripts gets to see. */
const isNeverShown = (tag: string): boolean => /^<(?:template|noscript)(?=[\s>/])/i.test(tag);

/** A dialog or popover, which browsers hide until a script opens it, unless a style sheet displays it. */
function opensLater(tag: string): boolean {
  const names = tag.replaceAll(/=\s*(?:"[^"]*"|'[^']*')/g, ' ');
  return /^<dialog(?=[\s>/])(?![^>]*\sopen[\s=>/])/i.test(names) || /\spopover[\s=>/]/i.test(names);
}

/** What no visitor sees before a script opens it: hidden, behind the page, beside the window, or of no size. */
const UNSEEN = [
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|z-index\s*:\s*-\d/i,
  /(?:^|[;\s])(?:top|right|bottom|left|inset)\s*:[^;]{0,100}-\d{3}/i,
  /transform\s*:[^;]{0,100}(?:translate[XY3d]{0,2}\([^)]{0,50}\d{3}(?:%|v[hw])|scale[XY]?\(\s*0\s*[,)])/i,
  /clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0(?![.\d]))/i,
  /(?:^|[;\s])(?:translate\s*:[^;]{0,100}\d{3}(?:%|v[hw])|scale\s*:\s*0(?![.\d]))/i,
];
const isUnseen: Trait = (declarations) => UNSEEN.some((pattern) => pattern.test(declarations));
const isDisplayed = traitOf(/display\s*:\s*(?!none|\s)/i);

/** A ground from the top to the bottom of the window, and from side to side. */
const COVER = [
  /position\s*:\s*fixed/i,
  /background/i,
  /(?:^|[;\s])(?:inset|top)\s*:\s*0/i,
  /(?:^|[;\s])(?:inset\s*:\s*0|bottom\s*:\s*0|height\s*:\s*100(?:%|[dls]?vh))/i,
  /(?:^|[;\s])(?:inset\s*:\s*0|right\s*:\s*0|width\s*:\s*100(?:%|[dls]?vw))/i,
];
