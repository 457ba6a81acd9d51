import { attribute, mainOf } from '../../wordpress/html-tags.ts';
import { namesOf, withoutElements } from './html-elements.ts';
import { asksForMembership } from './members-only.ts';
import { createStyleReader } from './page-styles.ts';
import { overlapOf, SOME, wordsOf } from './text-comparison.ts';

/** What hides an element from everybody, until a script shows it. */
const HIDING = /(?:display\s*:\s*none|visibility\s*:\s*hidden|filter\s*:\s*blur)/i;
const HIDDEN = /\s(?:hidden|inert)(?=[\s=>/])/i;
/** Names of what plugins hide until somebody has paid, or subscribed. */
const LOCK =
  /paywall|lock(?:ed|er)(?:[-_]|$)|premium-(?:content|only|text)|restrict|subscri|members?-only|(?:^|[-_])gated?(?:[-_]|$)/i;
/** Elements that a site shows when it has loaded. */
const LOADING: ReadonlySet<string> = new Set(['html', 'body', 'noscript', 'template']);

const { stylesIn } = createStyleReader((declarations) => HIDING.test(declarations));

/**
 * True for a page that has a text within an element which it hides, and which is called after a lock, or asks for a membership beside
 * it: some plugins lock what they give to everybody, and the REST API knows nothing of it.
 */
export function isLockedIn(html: string, given: readonly string[]): boolean {
  const stylesOf = stylesIn(html);
  const locks: string[] = [];
  const rest = withoutElements(
    html,
    (name, tag) => {
      if (LOADING.has(name)) return false;
      return (
        HIDING.test(attribute(tag, 'style') ?? '') ||
        HIDDEN.test(tag) ||
        attribute(tag, 'aria-hidden') === 'true' ||
        stylesOf(tag).length > 0
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
