/** Handlers of inline elements. */
import { linkAction } from '../action-links.ts';
import { decodeCloudflareEmail, linkDestination } from '../address.ts';
import { boldParagraph } from './block-handlers.ts';
import { attribute, elementsBelow, isElement, textOf } from '../parse/html.ts';
import { linkText } from './link-text.ts';
import { DEL, EM, STRONG, type Link } from '../write/inline.ts';
import { innerBlocks, isIcon, standsApart } from './structure.ts';
import type { ElementHandler } from './state.ts';

export const strongEmphasis: ElementHandler = (_, { blocks }) => blocks.mark({ emphasis: STRONG });
/** Handles emphasis. An icon is not emphasis. */
export const emphasis: ElementHandler = (element, { blocks }) => {
  if (!isIcon(element)) return blocks.mark({ emphasis: EM });
  // An icon separates the text on its two sides.
  if (attribute(element, 'class') !== '' && blocks.endsInWord()) blocks.text(' ');
  return undefined;
};
/** Handles strikethrough (GFM 6.5): text that no longer applies. */
export const strikethrough: ElementHandler = (element, { blocks }) => {
  const unmark = blocks.mark({ emphasis: DEL });
  const { next } = element;
  // A former price directly before the current price. Strikethrough also occurs within words.
  const isBeforePrice = next !== null && isElement(next) && /\d/.test(textOf(element)) && /\d/.test(textOf(next));
  return () => {
    unmark();
    if (isBeforePrice) blocks.text(' ');
  };
};

/** Handles a code span. An element around blocks is not a code span. */
export const codeSpan: ElementHandler = (element, { blocks }) => {
  for (const inner of elementsBelow(element)) if (/^(?:pre|ul|ol|table)$/.test(inner.name)) return undefined;
  blocks.code(textOf(element));
  return false;
};

export const script: ElementHandler = (element, state) => {
  const outer = state.script;
  state.script = element.name === 'sup' ? 'sup' : 'sub';
  return () => {
    state.script = outer;
  };
};

// Text of a link from a footnote back to its reference, or to the top of the page.
const BACK_LINK = /^\s*[↩↑⤴⬆][\uFE0E\uFE0F]?\s*$/u;

/** Handles a link, which may contain blocks. */
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

/** Handles a `span`. Builders set titles and names side by side in `span` elements. */
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
