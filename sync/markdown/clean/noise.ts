import { linkAction } from '../action-links.ts';
import { allBuilders } from '../builders.ts';
import { classMatcher, nameMatcher, namesIn } from '../parse/class-names.ts';
import { attribute, closest, elementsBelow, hasMainHeading, isText, nodesBelow, textOf } from '../parse/html.ts';
import { memoryOfObjects } from '../memory.ts';
import { isWithin } from '../parse/page.ts';
import { NO_ATTRIBUTES, type HtmlElement } from '../parse/tree.ts';
import { isNamedForOpening, namesOf } from '../visibility/opening.ts';
import { isForScreenReaders } from './screen-readers.ts';
import PARTS from '../words/page-parts.json' with { type: 'json' };

/** Source of a tree, and facts about its page that affect whether an element is content. */
export type Position = {
  readonly source: 'rest' | 'page';
  /** True if linked style sheets may hide elements: sync does not read them. */
  readonly hasUnreadSheets: boolean;
};

const NOISE_TAGS = new Set(
  `script style template head title meta link base noembed noframes canvas select option optgroup datalist textarea area
  progress meter nav rp rt annotation annotation-xml mphantom`.split(/\s+/),
);
// Elements that may be noise without attributes, by name and position.
const CANDIDATE_TAGS = new Set([...NOISE_TAGS, 'dialog', 'button', 'form', 'footer', 'aside', 'header']);
const NOISE_ROLES = new Set(['navigation', 'contentinfo', 'banner', 'search', 'dialog', 'alertdialog', 'menubar']);

// Classes of additions by themes and plugins: share buttons, related posts, tables of contents, navigation. Also
// breadcrumbs, language switchers, comments, cookie notices, chats, controls and clones of slides.
const noiseClass = classMatcher(`${Object.values(PARTS.noise).flat().join(' ')} ${allBuilders('noise')}`);
const noiseId = nameMatcher(PARTS.noiseIds.join(' '));
// Frame of a whole page: header, footer, sidebars, metadata of the post.
const frameClass = classMatcher(`${PARTS.frame.join(' ')} ${allBuilders('frame')}`);
const frameId = nameMatcher(`${PARTS.frameIds} ${allBuilders('frameIds')}`);
// Characters in the paragraphs of a form. A form with more text is only a wrapper around content.
const MAX_FORM_TEXT = 600;
const DISCLOSURE = /accordion|toggle|faq|tab|collaps|question|heading/i;

/**
 * Returns the reason for an element that is not content, but part of the site or of a plugin; `undefined` for content.
 */
export function noiseReason(element: HtmlElement, position: Position): string | undefined {
  const { name } = element;
  if (element.attribs === NO_ATTRIBUTES && !CANDIDATE_TAGS.has(name)) return undefined;
  const onPage = position.source === 'page';
  if (NOISE_TAGS.has(name)) return `<${name}>`;
  // An open dialog is part of the page.
  if (name === 'dialog' && !('open' in element.attribs)) return '<dialog>';
  const role = attribute(element, 'role');
  if (NOISE_ROLES.has(role)) return `role ${role}`;
  if (name === 'a') return actionReason(element) ?? noiseName(element, onPage);
  if (name === 'button') return isDisclosure(element) ? undefined : 'a button without content';
  if (name === 'form') return proseLength(element) < MAX_FORM_TEXT ? 'a form' : undefined;
  if (name === 'aside' && onPage) return 'an aside of the page';
  // The footer of a quotation names its author.
  if (name === 'footer') return isWithin(element, QUOTES) ? undefined : 'a footer';
  if (name === 'header' && onPage && !isWithin(element, SECTIONS))
    return hasMainHeading(element) ? undefined : 'the site’s header';
  if (isForScreenReaders(element.classes)) return 'only for screen readers';
  if (isRecommendation(element)) return 'recommended products';
  return noiseName(element, onPage && !/^(?:body|main|article)$/.test(name));
}

const QUOTES: ReadonlySet<string> = new Set(['blockquote', 'figure', 'li']);
// Elements with a separate header, not the header of the site (HTML-AAM: `header`).
const SECTIONS: ReadonlySet<string> = new Set(['article', 'aside', 'main', 'nav', 'section']);
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'dt']);

// Whether a product collection block of WooCommerce has recommendations, which only its attributes declare.
const isRecommendation = ({ classes, attribs }: HtmlElement): boolean =>
  classes.includes('wp-block-woocommerce-product-collection') &&
  /product-collection\\?\/(?:related|upsells|cross-sells)/.test(
    `${attribs['data-wp-context'] ?? ''} ${attribs['data-collection'] ?? ''}`,
  );

// In characters: longer text is content within a link, such as a sentence to share.
const MAX_ACTION_TEXT = 40;

function actionReason(link: HtmlElement): string | undefined {
  const action = linkAction(attribute(link, 'href'));
  if (action === undefined || textOf(link).trim().length > MAX_ACTION_TEXT) return undefined;
  return action === 'share' ? 'a share link' : 'a link that changes the cart';
}

function noiseName(element: HtmlElement, mayBeFrame: boolean): string | undefined {
  const { classes } = element;
  const named = noiseClass(classes) ?? (mayBeFrame ? frameOf(element, frameClass(classes)) : undefined);
  if (named !== undefined && !isPolicy(element)) return `class ${named}`;
  const id = attribute(element, 'id');
  if (id === '') return undefined;
  const ids = namesIn(id);
  const identified = noiseId(ids) ?? (mayBeFrame ? frameOf(element, frameId(ids)) : undefined);
  return identified === undefined || isPolicy(element) ? undefined : `id ${identified}`;
}

// Name of a frame; `undefined` for a wrapper around the page, such as that of an off-canvas menu.
function frameOf(element: HtmlElement, name: string | undefined): string | undefined {
  const body = name === undefined ? undefined : closest(element, (around) => around.name === 'body');
  return body && wrappersOf(body).has(element) ? undefined : name;
}

// Returns the elements around a main content that has more text than the rest of the page outside of them.
const wrappersOf = memoryOfObjects((body: HtmlElement): ReadonlySet<HtmlElement> => {
  const text = new Map<HtmlElement, number>();
  const longestMain = new Map<HtmlElement, number>();
  const nodes = nodesBelow(body, (node) => isText(node) || !NOISE_TAGS.has(node.name)).toArray();
  // In reverse document order, descendants precede their ancestors.
  for (const node of nodes.toReversed()) {
    if (!node.parent) continue;
    const length = isText(node) ? node.data.replace(/\s+/g, '').length : (text.get(node) ?? 0);
    const main = isText(node) ? 0 : isMain(node) ? length : (longestMain.get(node) ?? 0);
    text.set(node.parent, (text.get(node.parent) ?? 0) + length);
    longestMain.set(node.parent, Math.max(longestMain.get(node.parent) ?? 0, main));
  }
  const outside = (element: HtmlElement) => (text.get(body) ?? 0) - (text.get(element) ?? 0);
  return new Set([...longestMain.keys()].filter((element) => outside(element) < (longestMain.get(element) ?? 0)));
});

const isMain = (element: HtmlElement): boolean =>
  element.name === 'main' ||
  attribute(element, 'role') === 'main' ||
  /^(?:content|main|main-content)$/.test(attribute(element, 'id'));

// Whether an element is a policy, or a list of cookies, by a consent plugin. Only banners are noise.
function isPolicy(element: HtmlElement): boolean {
  const names = `${attribute(element, 'class')} ${attribute(element, 'id')}`;
  return CONSENT.test(names) && POLICY.test(names) && !BANNER.test(names);
}

const CONSENT = /(?:^|\s)(?:cookies?|cmplz|cky|gdpr|iubenda|moove|wpcc|cli)[\w-]/i;
const POLICY = /polic|polit|richtlinie|document|declaration|audit|table|overview/i;
const BANNER = /banner|\bbar\b|popup|pop-up|modal|notice|overlay|consent|container|wrapper|dialog|button|btn|link/i;

// Whether a button is the header of content that it opens and closes.
function isDisclosure(element: HtmlElement): boolean {
  const { attribs } = element;
  if (!/[\p{L}\p{N}]/u.test(textOf(element))) return false;
  if ('aria-controls' in attribs || 'aria-expanded' in attribs || isWithin(element, HEADINGS))
    return !/menu/i.test(`${attribute(element, 'class')} ${attribute(element, 'aria-label')}`);
  return DISCLOSURE.test(`${attribute(element, 'class')} ${namesAround(element)}`);
}

function proseLength(form: HtmlElement): number {
  const isParagraph = ({ name }: HtmlElement) => name === 'p';
  const paragraphs = elementsBelow(form, isParagraph).filter(isParagraph);
  return paragraphs.reduce((length, paragraph) => length + textOf(paragraph).trim().length, 0);
}

const MAX_NAMES = 240;

// Joins classes, ids and roles of the ancestors, nearest first, up to `MAX_NAMES` characters.
function namesAround({ parent }: HtmlElement): string {
  let names = '';
  for (let around = parent; around && around.name !== 'body' && names.length < MAX_NAMES; around = around.parent)
    names += `${namesOf(around)} `;
  return names.slice(0, MAX_NAMES);
}

const PART_OF_TEXT = /^(?:span|i|b|em|strong|small|svg|sup|sub|u|font)$/;
// Prices only have `aria-hidden` if a text for screen readers repeats them.
const PRICE = /(?:^|[\s_-])(?:price|amount)(?:[\s_-]|$)/i;

// Check and cross signs. A text for screen readers may repeat them.
const SIGN = /^\s*[✓✔✅☑✗✘✖❌☒]\uFE0F?\s*$/u;

/**
 * Tests for content that assistive technology ignores (WAI-ARIA 1.2, `aria-hidden`): signs and icons within a text,
 * links and labels. Blocks that nothing opens count too if a style sheet outside the HTML may hide them.
 */
export function isUnannounced(element: HtmlElement, { hasUnreadSheets }: Position): boolean {
  const { name } = element;
  if (attribute(element, 'aria-hidden') !== 'true' || /^(?:del|ins)$/.test(name)) return false;
  // Themes repeat the link of a title on the image of a post.
  if (name === 'a' && elementsBelow(element).some((inner) => inner.name === 'img')) return false;
  const names = `${namesOf(element)} ${namesAround(element)}`;
  if (PRICE.test(names) || SIGN.test(textOf(element))) return false;
  return PART_OF_TEXT.test(name) || ((hasUnreadSheets || /^(?:a|label)$/.test(name)) && !isNamedForOpening(names));
}
