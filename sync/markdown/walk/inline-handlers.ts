/** Elements within a line of text. */
import { decodeCloudflareEmail, linkAddress } from '../address.ts';
import { title } from './block-handlers.ts';
import { attribute, elementsBelow, textOf } from '../parse/html.ts';
import { linkLabel } from './link-label.ts';
import type { Link } from '../write/inline.ts';
import { innerBlocks, isIcon, standsApart } from './structure.ts';
import type { Handler } from './state.ts';

/** Strong emphasis. */
export const strong: Handler = (_, { blocks }) => blocks.mark({ strong: true });
/** Emphasis; an icon is none. */
export const emphasis: Handler = (element, { blocks }) => {
  if (!isIcon(element)) return blocks.mark({ em: true });
  // An icon keeps what stands on its two sides apart.
  if (attribute(element, 'class') !== '' && blocks.endsInWord()) blocks.text(' ');
  return undefined;
};
/** What is no longer so. */
export const deletion: Handler = (_, { blocks }) => blocks.mark({ del: true });

/** Code in a line, where it holds no blocks. */
export const code: Handler = (element, { blocks }) => {
  for (const inner of elementsBelow(element)) if (/^(?:pre|ul|ol|table)$/.test(inner.name)) return undefined;
  blocks.code(textOf(element));
  return false;
};

/** Text that stands high or low. */
export const script: Handler = (element, state) => {
  const outer = state.script;
  state.script = element.name === 'sup' ? 'sup' : 'sub';
  return () => {
    state.script = outer;
  };
};

/** What a link shows that leads from a note back to its place in the text, or to the top of the page. */
const BACK = /^\s*[↩↑⤴⬆][\uFE0E\uFE0F]?\s*$/u;

/** A link, which may surround blocks. */
export const link: Handler = (element, state) => {
  const { blocks, baseUrl } = state;
  const shown = decodeCloudflareEmail(attribute(element, 'data-cfemail'));
  const email =
    shown ?? decodeCloudflareEmail(attribute(element, 'href').split('/cdn-cgi/l/email-protection#')[1] ?? '');
  const href = linkAddress(email ? `mailto:${email}` : attribute(element, 'href'), baseUrl);
  if (href === undefined && BACK.test(textOf(element))) return false;
  if (href === undefined || blocks.link()) return undefined;
  const inner = innerBlocks(element);
  const made: Link = { href, once: inner.hasBlocks };
  if (inner.heading && blocks.place() === 'paragraph') {
    state.headingLinks.set(inner.heading, made);
    return blocks.boundary;
  }
  const unmark = blocks.mark({ link: made });
  if (shown !== undefined) {
    blocks.text(shown);
    unmark();
    return false;
  }
  return () => {
    if (!blocks.isShown(made)) blocks.text(linkLabel(element, href, state.namedLinks.has(href)));
    unmark();
    if (inner.hasBlocks) blocks.boundary();
  };
};

/** A piece of text. */
export const piece: Handler = (element, state) => {
  const { blocks } = state;
  const email = decodeCloudflareEmail(attribute(element, 'data-cfemail'));
  if (email) {
    blocks.text(email);
    return false;
  }
  if (element.parent && /tabs?-nav/.test(attribute(element.parent, 'class'))) return title(element, state);
  if (standsApart(element) && (blocks.endsInWord() || textOf(element) === '')) blocks.text(' ');
  return undefined;
};
