import type { Contents } from '../../markdown/clean/visibility/css.ts';
import { selectorsIn, sheetOf } from '../../markdown/clean/visibility/rules.ts';
import { tagsOf } from '../../markdown/parse/tokenizer.ts';
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
  const isHidden = createStyled(html)((declarations) => HIDING.test(declarations));
  const locks: string[] = [];
  const rest = withoutElements(
    html,
    (name, tag) => {
      if (LOADING.has(name)) return false;
      return (
        HIDING.test(attribute(tag, 'style') ?? '') ||
        HIDDEN.test(tag) ||
        attribute(tag, 'aria-hidden') === 'true' ||
        isHidden(tag)
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
  const styled = createStyled(html);
  const [covers, closes] = [styled(coversWindow), styled(isUnseen)];
  const isClosed = (tag: string) => isUnseen(attribute(tag, 'style') ?? '') || HIDDEN.test(tag) || closes(tag);
  const isWall = (tag: string) => coversWindow(attribute(tag, 'style') ?? '') || covers(tag);
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

/** What no visitor sees before a script opens it: hidden, behind the page, beside the window, or of no size. */
const UNSEEN = [
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|z-index\s*:\s*-\d/i,
  /(?:^|[;\s])(?:top|right|bottom|left|inset)\s*:[^;]*-\d{3}/i,
  /transform\s*:[^;]*(?:translate[XY3d]{0,2}\([^)]*\d{3}(?:%|v[hw])|scale[XY]?\(\s*0\s*[,)])/i,
  /clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0(?![.\d]))/i,
  /(?:^|[;\s])(?:translate\s*:[^;]*\d{3}(?:%|v[hw])|scale\s*:\s*0(?![.\d]))/i,
];
const isUnseen = (declarations: string): boolean => UNSEEN.some((pattern) => pattern.test(declarations));

const coversWindow = (declarations: string): boolean => COVER.every((pattern) => pattern.test(declarations));
/** A ground from the top to the bottom of the window, and from side to side. */
const COVER = [
  /position\s*:\s*fixed/i,
  /background/i,
  /(?:^|[;\s])(?:inset|top)\s*:\s*0/i,
  /(?:^|[;\s])(?:inset\s*:\s*0|bottom\s*:\s*0|height\s*:\s*100(?:%|[dls]?vh))/i,
  /(?:^|[;\s])(?:inset\s*:\s*0|right\s*:\s*0|width\s*:\s*100(?:%|[dls]?vw))/i,
];

/** Tells of start tags whether a `<style>` of the page styles their elements so from the start, as far as classes and ids tell. */
function createStyled(html: string) {
  const styles = [...html.matchAll(/<style\b([^<>]{0,500})>([^<]{0,200000})/gi)]
    .flatMap(([, attributes = '', css = '']) => {
      const media = attribute(`<style ${attributes}>`, 'media') ?? '';
      return sheetOf(`${media}\n${css}`).rules;
    })
    .filter(({ on }) => on.wide)
    .map(({ selector, contents }) => ({ selector, declarations: written(contents().declarations) }));
  let names: ReadonlySet<string> | undefined;
  const isThere = (name: string) =>
    (names ??= new Set([...tagsOf(html)].flatMap(({ start, end }) => namesOf(html.slice(start, end))))).has(name);

  return (isSo: (declarations: string) => boolean): ((tag: string) => boolean) => {
    const applicable = styles
      .filter(({ declarations }) => isSo(declarations))
      .flatMap(({ selector }) => selectorsIn(selector).flatMap(namesIn))
      .filter(({ around }) => around.every(isThere));
    if (applicable.length === 0) return () => false;
    return (tag) => {
      const own = new Set(namesOf(tag));
      return applicable.some(
        ({ wanted, never }) => wanted.every((name) => own.has(name)) && !never.some((name) => own.has(name)),
      );
    };
  };
}

const written = (declarations: Contents['declarations']): string =>
  declarations.map(({ property, value }) => `${property}:${value}`).join(';');

/** Classes and ids that a selector wants of its element, those that it may not have, and those of elements around or before it. */
type Names = {
  readonly wanted: readonly string[];
  readonly never: readonly string[];
  readonly around: readonly string[];
};

const NOT = /:not\(([^()]*)\)/gi;
const NAME = /[.#][\w-]+/g;

/** The names in a selector; of one without, or for a state of its element or a part of it, none. */
function namesIn(selector: string): readonly Names[] {
  const compounds = selector.trim().split(/\s*[\s>+~]\s*/);
  const last = compounds.at(-1) ?? '';
  const plain = last.replaceAll(NOT, '');
  const wanted = plain.match(NAME) ?? [];
  if (wanted.length === 0 || plain.includes(':')) return [];
  const never = [...last.matchAll(NOT)].flatMap(([, negated = '']) => negated.match(NAME) ?? []);
  return [
    { wanted, never, around: compounds.slice(0, -1).flatMap((one) => one.replaceAll(NOT, '').match(NAME) ?? []) },
  ];
}
