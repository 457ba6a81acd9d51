import { attribute, mainOf } from '../../wordpress/html-tags.ts';
import { namesOf, withoutElements } from './html-elements.ts';
import { asksForMembership } from './members-only.ts';
import type { AssetReader } from './page-assets.ts';
import { createLinkedStyles, createStyleReader, DISPLAYED, withOwnStyle } from './page-styles.ts';
import { overlapOf, SOME, wordsOf } from './text-comparison.ts';

/** What hides an element from everybody, until a script shows it. */
const HIDING = /display\s*:\s*none|visibility\s*:\s*hidden|(?<!backdrop-)filter\s*:\s*blur/i;
/** What blurs a text beyond reading; not what comes in so. */
const BLURRED =
  /^(?![^]*(?:opacity\s*:\s*0(?![.\d])|animation))[^]*(?<!backdrop-)filter\s*:\s*blur\(\s*(?:[4-9]|\d\d)/i;
const HIDDEN = /\s(?:hidden|inert)(?=[\s=>/])/i;
/** Names of what plugins hide until somebody has paid, or subscribed. */
const LOCK = /paywall|lock(?:ed|er)(?:[-_]|$)|restrict|subscri|members?-only|(?:^|[-_])gated?(?:[-_]|$)/i;
/** So are called locks, and also tabs and panels of builders, which linked style sheets hide until a click. */
const PREMIUM = /premium-(?:content|only|text)/i;
/** Elements that a site shows when it has loaded. */
const LOADING: ReadonlySet<string> = new Set(['html', 'body', 'noscript', 'template']);

const { stylesIn } = createStyleReader((declarations) => HIDING.test(declarations));
const ofLinked = createStyleReader((declarations) => HIDING.test(declarations) || DISPLAYED.test(declarations));

const isCalledLock = (tag: string): boolean => namesOf(tag).some((one) => LOCK.test(one.slice(1)));

/** Tells of the elements of a page which are hidden, by their start tags, and which of them are locks. */
function createLocks(html: string) {
  const declaredFor = withOwnStyle(stylesIn(html));
  let named: ReadonlySet<string> | undefined;
  const isNamed = (name: string) => (named ??= namedByScripts(html)).has(name.slice(1));

  const isHidden = (name: string, tag: string): boolean =>
    !LOADING.has(name) &&
    (HIDDEN.test(tag) ||
      attribute(tag, 'aria-hidden') === 'true' ||
      declaredFor(tag).some((declarations) => HIDING.test(declarations)));

  const isLock = (tag: string): boolean => {
    const names = namesOf(tag);
    if (isCalledLock(tag) || names.some((one) => PREMIUM.test(one))) return true;
    return declaredFor(tag).some((declarations) => BLURRED.test(declarations)) && !names.some(isNamed);
  };

  return { isHidden, isLock };
}

/** HTML without what it hides in elements that are called after a lock, or blurs for good. */
export function withoutLocks(html: string): string {
  const { isHidden, isLock } = createLocks(html);
  return withoutElements(html, (name, tag) => isHidden(name, tag) && isLock(tag));
}

const mayBeLock = (name: string, tag: string): boolean => !LOADING.has(name) && isCalledLock(tag);

/** An element called after a lock with fewer words is rather a button, or a count. */
const FEWEST_WORDS = 10;

/** Takes out of pages, within one run, what a linked style sheet hides in elements that are called after a lock. */
export function createLinkedLocks(textOf: AssetReader) {
  const linkedIn = createLinkedStyles(textOf, ofLinked.indexOf);

  return async function withoutLinkedLocks(html: string, base: string): Promise<string> {
    let hasLock = false;
    withoutElements(html, mayBeLock, (element) => {
      hasLock ||= wordsOf(element).length >= FEWEST_WORDS;
      return false;
    });
    const linked = hasLock ? await linkedIn(html, base) : [];
    if (linked.length === 0) return html;
    const declaredFor = withOwnStyle(ofLinked.stylesIn(html, linked));
    const isHidden = (declared: readonly string[]) =>
      declared.some((one) => HIDING.test(one)) && !declared.some((one) => DISPLAYED.test(one));
    return withoutElements(html, (name, tag) => mayBeLock(name, tag) && isHidden(declaredFor(tag)));
  };
}
export type LinkedLocks = ReturnType<typeof createLinkedLocks>;

/**
 * True for a page that has a text within an element which it hides, and which is called after a lock, is blurred for good, or asks for
 * a membership beside it: some plugins lock what they give to everybody, and the REST API knows nothing of it.
 */
export function isLockedIn(html: string, given: readonly string[]): boolean {
  const { isHidden, isLock } = createLocks(html);
  const locks: string[] = [];
  const rest = withoutElements(html, isHidden, (element) => {
    if (isLock(element.slice(0, element.indexOf('>') + 1))) locks.push(element);
    return false;
  });
  if (rest === html || overlapOf(given, wordsOf(rest)) >= SOME) return false;
  // What is called so beside it may be the form of a newsletter.
  return overlapOf(given, wordsOf(locks.join(''))) >= SOME || asksForMembership(mainOf(rest) ?? rest);
}

/** The words of the scripts that stand in a page. */
function namedByScripts(html: string): ReadonlySet<string> {
  const words = new Set<string>();
  withoutElements(
    html,
    (name) => name === 'script',
    (script) => {
      // One by one: a call takes a hundred thousand arguments, and a script may have more words.
      for (const [word] of script.matchAll(/[\w-]+/g)) words.add(word);
      return false;
    },
  );
  return words;
}
