import { attribute, mainOf, startTags } from '../../wordpress/html-tags.ts';
import type { PageAddress } from '../../wordpress/html.ts';
import { isSamePlace } from '../../wordpress/same-place.ts';
import type { View } from '../../wordpress/visitor.ts';
import { withoutElements } from './html-elements.ts';
import { namesWhom, NOTICE_MARKS, saysForMembers } from './membership-notices.ts';
import type { SkipReason } from '../census/plan.ts';
import {
  folded,
  overlapOf,
  SOME,
  UNSHOWN,
  wholeTextsOf,
  wholeWordsIn,
  wholeWordsOf,
  withoutBetween,
  wordsOf,
} from './text-comparison.ts';

const MARKS = new RegExp(`[\\s"'=](?:${NOTICE_MARKS.flatMap(({ names }) => names).join('|')})(?=[\\s"'/>])`);
/** A notice has no more words than this, whether or not it is marked. */
const NOTICE_WORDS = 80;
const UNMARKED_WORDS = 40;
/** Beside a notice in the place of the text stand fewer words than this. */
const FEW_WORDS = 10;

const PASSWORD_FIELD = /<input\b[^>]{0,500}type\s*=\s*["']?password/i;

/**
 * True for a text of the REST API that is a membership plugin's notice, or a form, in the place of the page's: by its marks, or
 * as a few words that say so.
 */
export function isNotice(content: string): boolean {
  const beside = withoutNotices(content);
  const words = wholeWordsOf(beside);
  if (beside !== content && words.length < FEW_WORDS) return true;
  return words.length <= UNMARKED_WORDS && (PASSWORD_FIELD.test(beside) || saysSo(beside, words));
}

/** The plugin whose notice HTML holds; empty when it has no mark of one. */
export function noticeMakerOf(html: string): string {
  const shown = withoutNotices(html) === html ? undefined : NOTICE_MARKS;
  return shown?.find(({ names }) => names.some((name) => html.includes(name)))?.plugin ?? '';
}

/** HTML without the elements that a plugin shows in the place of a text, or of a part of it. */
export const withoutNotices = (html: string): string =>
  MARKS.test(html) ? withoutElements(html, (name, tag) => !STANDING.has(name) && MARKS.test(tag)) : html;

/** Elements that plugins mark to style a whole page by, or that hold nothing. */
const STANDING = new Set([
  'html',
  'body',
  'main',
  'article',
  'link',
  'script',
  'style',
  'meta',
  'input',
  'img',
  'br',
  'hr',
]);

/** True for a page with a notice of a membership plugin, or with a login within its main content, or as all that it has. */
export const asksForMembership = (html: string): boolean => {
  const main = mainOf(html) ?? (wordsOf(html).length <= NOTICE_WORDS ? html : '');
  return PASSWORD_FIELD.test(main) || withoutNotices(html) !== html || saysSo(main, wholeWordsOf(main));
};

/** A notice of a membership plugin, or a login within the main content, is the owner's word; any other may be a fault. */
export const reasonOfNotice = (html: string): SkipReason => (asksForMembership(html) ? 'members only' : 'other text');

/** True for HTML that is a few words, which say that something is kept for some. */
export const isOnlyNotice = (html: string): boolean => saysSo(html, wholeWordsOf(html));

/** Fewer words are rather the label of a link or a button than a sentence. */
const SENTENCE_WORDS = 4;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** True for HTML with a sentence that says for whom something is kept. */
export const saysForWhom = (html: string): boolean =>
  wholeTextsOf(html, UNSHOWN).some((text) => {
    const words = text.length > LONGEST_SENTENCE ? [] : folded(text);
    return (words.length >= SENTENCE_WORDS || WITHOUT_SPACES.test(text)) && namesWhom(words);
  });

/** A text of more characters between its tags is none of the few words of a notice. */
const LONGEST_SENTENCE = 1000;

/** True for a few words of HTML, whole or as elements part them, that say that it is kept for some. */
const saysSo = (html: string, words: readonly string[]): boolean =>
  words.length <= NOTICE_WORDS && (saysForMembers(words) || saysForMembers(wordsOf(html)));

/** True for a text of a page's own HTML that is a notice, where the REST API gives something else. */
export function isLocked(markdown: string, html: string): boolean {
  const words = wholeWordsIn(markdown);
  return words.length <= NOTICE_WORDS && (asksForMembership(html) || saysSo(markdown, words));
}

/** True for a few words with which WordPress ended instead of showing a page: they say that it is kept for some, or lead to a login. */
export function isRefusal(said: string, page: PageAddress): boolean {
  if (isOnlyNotice(said)) return true;
  const addresses = [...startTags(said, 'a')].map((tag) => URL.parse(attribute(tag, 'href') ?? '', page.link));
  return wordsOf(said).length <= NOTICE_WORDS && addresses.some((address) => isLogin(address, page));
}

/**
 * The reason for which the site keeps a page from its visitors that it lists no more: some membership plugins take what they
 * protect out of the REST API. `undefined` where its address tells none, as that of a page which is deleted. `before`: its
 * Markdown.
 */
export async function reasonOfAbsence(
  look: (page: PageAddress) => Promise<View>,
  page: PageAddress,
  before: string,
): Promise<SkipReason | undefined> {
  const view = await look(page);
  if (view.kind === 'page') return isForMembers(view.html, before) ? 'members only' : undefined;
  return view.kind === 'hidden' && isTold(view, page) ? view.reason : undefined;
}

/** True for a page that shows next to nothing of a text, and asks for a login or a membership. */
function isForMembers(html: string, before: string): boolean {
  const text = wordsOf(withoutBetween(before, '](', ')'));
  return overlapOf(text, wordsOf(html)) < SOME && asksForMembership(html);
}

/** True for an answer that only a page which is there gets: not for one that is the same for every address. */
export function isTold({ reason, detail, isOwn }: View & { kind: 'hidden' }, page: PageAddress): boolean {
  if (reason === 'redirect') return isLogin(targetIn(detail), page);
  return reason === 'denied' || reason === 'members only' || (reason === 'noindex' && isOwn === true);
}

/** The address to which a redirect leads, in the words about it. */
export const targetIn = (detail: string): URL | null => URL.parse(/https?:\/\/[^\s,]+/i.exec(detail)?.[0] ?? '');

/** True for the address of a login: WordPress's own, or one that is told where its visitor came from. */
function isLogin(target: URL | null, { link }: PageAddress): boolean {
  if (!target) return false;
  if (target.pathname.includes('/wp-login.php')) return true;
  return [...target.searchParams].some(([name, value]) => {
    const from = /^(?:https?:\/)?\//i.test(value) ? URL.parse(value, link) : null;
    return /^redirect_to$|unauth/i.test(name) || (from !== null && isSamePlace(from.href, link));
  });
}
