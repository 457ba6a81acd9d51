/** Handlers of inline elements. */
import { linkAction } from '../action-links.ts';
import { decodeCloudflareEmail, linkDestination } from '../address.ts';
import { boldParagraph } from './block-handlers.ts';
import { attribute, elementsBelow, isElement, textOf } from '../parse/html.ts';
import { linkText } from './link-text.ts';
import { DEL, EM, STRONG, type Link } from '../write/inline.ts';
import { innerBlocks, isIcon, standsApart } from './structure.ts';
import type { ElementHandler } from './state.ts';

/** Strong emphasis. */
export const strongEmphasis: ElementHandler = (_, { blocks }) => blocks.mark({ emphasis: STRONG });
/** Emphasis; an icon is none. */
export const emphasis: ElementHandler = (element, { blocks }) => {
  if (!isIcon(element)) return blocks.mark({ emphasis: EM });
  // An icon keeps what stands on its two sides apart.
  if (attribute(element, 'class') !== '' && blocks.endsInWord()) blocks.text(' ');
  return undefined;
};
/** Strikethrough (GFM 6.5): text that is no longer true. */
export const strikethrough: ElementHandler = (element, { blocks }) => {
  const unmark = blocks.mark({ emphasis: DEL });
  const { next } = element;
  // A former price directly before the new one; letters are struck within words too.
  const isBeforePrice = next !== null && isElement(next) && /\d/.test(textOf(element)) && /\d/.test(textOf(next));
  return () => {
    unmark();
    if (isBeforePrice) blocks.text(' ');
  };
};

/** A code span; an element around blocks is none. */
export const codeSpan: ElementHandler = (element, { blocks }) => {
  for (const inner of elementsBelow(element)) if (/^(?:pre|ul|ol|table)$/.test(inner.name)) return undefined;
  blocks.code(textOf(element));
  return false;
};

/** Superscript or subscript. */
export const script: ElementHandler = (element, state) => {
  const outer = state.script;
  state.script = element.name === 'sup' ? 'sup' : 'sub';
  return () => {
    state.script = outer;
  };
};

/** The text of a link from a footnote back to its reference, or to the top of the page. */
const BACK_LINK = /^\s*[↩↑⤴⬆][\uFE0E\uFE0F]?\s*$/u;

/** A link; it may surround blocks. */
export const link: ElementHandler = (element, state) => {
  const { blocks, baseUrl } = state;
  const shown = decodeCloudflareEmail(attribute(element, 'data-cfemail'));
  const email =
    shown ?? decodeCloudflareEmail(attribute(element, 'href').split('/cdn-cgi/l/email-protection#')[1] ?? '');
  const target = attribute(element, 'href');
  const destination = email ? linkDestination(`mailto:${email}`, baseUrl) : state.destinations.get(element);
  const href = linkAction(target) ? undefined : destination;
  if (href === undefined && BACK_LINK.test(textOf(element))) return false;
  if (href === undefined || blocks.link()) return undefined;
  const inner = innerBlocks(element);
  const linkMark: Link = { href, once: inner.hasBlocks };
  if (inner.heading && blocks.context() === 'paragraph') {
    state.headingLinks.set(inner.heading, linkMark);
    return blocks.boundary;
  }
  const unmark = blocks.mark({ link: linkMark });
  if (shown !== undefined) {
    blocks.text(shown);
    unmark();
    return false;
  }
  return () => {
    if (!blocks.isShown(linkMark)) blocks.text(linkText(element, href, state));
    unmark();
    if (inner.hasBlocks) blocks.boundary();
  };
};

/** A `span`; builders set titles and names side by side in them. */
export const span: ElementHandler = (element, state) => {
  const { blocks } = state;
  const email = decodeCloudflareEmail(attribute(element, 'data-cfemail'));
  if (email) {
    blocks.text(email);
    return false;
  }
  if (element.parent && /tabs?-nav/.test(attribute(element.parent, 'class'))) return boldParagraph(element, state);
  if (standsApart(element)) {
    const text = textOf(element);
    const isUnitApart = blocks.endsIn(/\p{Sc}$/u) && /^\s*\p{L}/u.test(text);
    if (blocks.endsInWord() || text === '' || isUnitApart) blocks.text(' ');
  }
  return undefined;
};
