// The text of a page is untrusted. HTML is shown as text, except for the plain tags below, and DOMPurify removes
// everything that is not listed. The Content-Security-Policy blocks scripts in any case.
import DOMPurify from '../dompurify/purify.es.mjs';
import { Marked } from '../marked/marked.esm.js';
import { make } from './dom.js';
import { texts } from './page-data.js';
import { phrase } from './phrases.js';

// Tags without a Markdown equivalent: tables with joined cells, details, line breaks.
const PLAIN_TAG =
  /^<\/?(table|thead|tbody|tr|td|th|br|sub|sup|details|summary|dl|dt|dd)(\s+(colspan|rowspan)="\d+")*\s*\/?>$/i;

const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => text.replaceAll(/<[^<>]*>?|>/g, (tag) => (PLAIN_TAG.test(tag) ? tag : escaped(tag))),
  },
});

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const ALLOWED = {
  ALLOWED_TAGS:
    'a b blockquote br code dd del details dl dt em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s strong sub summary sup table tbody td th thead tr ul'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'alt', 'start', 'colspan', 'rowspan'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
  RETURN_DOM_FRAGMENT: true,
};

/**
 * Renders Markdown as a fragment of safe elements. Links open in a new tab, images are replaced by their text, and
 * headings start at h3.
 */
export function renderMarkdown(text) {
  const fragment = DOMPurify.sanitize(marked.parse(text, { async: false }), ALLOWED);
  for (const link of fragment.querySelectorAll('a')) {
    if (!link.hasAttribute('href')) link.replaceWith(...link.childNodes);
    else Object.assign(link, { target: '_blank', rel: 'noopener noreferrer nofollow' });
  }
  for (const image of fragment.querySelectorAll('img')) {
    image.replaceWith(
      image.alt === '' ? '' : make('span', { className: 'image' }, phrase(texts.reader.image, { text: image.alt })),
    );
  }
  const down = fragment.querySelector('h1') ? 2 : 1;
  for (const heading of fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Math.min(6, Number(heading.localName[1]) + down);
    const shifted = make(`h${level}`);
    shifted.append(...heading.childNodes);
    heading.replaceWith(shifted);
  }
  return fragment;
}
