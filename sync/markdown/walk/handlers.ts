/** What every element of a page means to a reader of its text. */
import { block, heading, horizontalRule, item, list, preformatted, quotation, title } from './block-handlers.ts';
import { attribute } from '../parse/html.ts';
import { code, deletion, emphasis, link, piece, script, strong } from './inline-handlers.ts';
import { embed, image, withoutScripts } from './media-handlers.ts';
import { BLOCK_TAGS } from './structure.ts';
import type { Handler } from './state.ts';
import { cell, row, table } from './table-handlers.ts';

/** Every element that means something to a reader; all others are only walked through. */
export const HANDLERS: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries([...BLOCK_TAGS].map((name) => [name, block])),
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  b: strong,
  strong,
  em: emphasis,
  i: emphasis,
  del: deletion,
  s: deletion,
  strike: deletion,
  code,
  kbd: code,
  samp: code,
  tt: code,
  sup: script,
  sub: script,
  q: (_, { blocks }) => {
    blocks.text('“');
    return () => blocks.text('”');
  },
  br: (_, { blocks }) => {
    blocks.lineBreak();
    return undefined;
  },
  hr: horizontalRule,
  ul: list,
  ol: list,
  menu: list,
  li: item,
  dt: title,
  summary: title,
  blockquote: quotation,
  pre: preformatted,
  listing: preformatted,
  xmp: preformatted,
  table,
  tr: row,
  td: cell,
  th: cell,
  a: link,
  img: image,
  svg: () => false,
  noscript: withoutScripts,
  iframe: embed,
  video: embed,
  audio: embed,
  object: embed,
  embed,
  span: piece,
  button: (element, state) => (attribute(element, 'role') === 'tab' ? title(element, state) : block(element, state)),
  input: (element, { blocks }) => {
    if (attribute(element, 'type') === 'checkbox') blocks.checkbox('checked' in element.attribs);
    return undefined;
  },
};
