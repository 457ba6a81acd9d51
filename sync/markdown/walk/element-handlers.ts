import {
  blockQuote,
  boldParagraph,
  container,
  heading,
  list,
  listItem,
  preformatted,
  thematicBreak,
} from './block-handlers.ts';
import { attribute } from '../parse/html.ts';
import { codeSpan, emphasis, link, script, span, strikethrough, strongEmphasis } from './inline-handlers.ts';
import { embed, image, noscript } from './media-handlers.ts';
import { BLOCK_TAGS } from './structure.ts';
import type { ElementHandler } from './state.ts';
import { cell, row, table } from './table-handlers.ts';

/** Handlers by element name. Elements without a handler are only traversed. */
export const ELEMENT_HANDLERS: ReadonlyMap<string, ElementHandler> = new Map(
  Object.entries<ElementHandler>({
    ...Object.fromEntries([...BLOCK_TAGS].map((name) => [name, container])),
    h1: heading,
    h2: heading,
    h3: heading,
    h4: heading,
    h5: heading,
    h6: heading,
    b: strongEmphasis,
    strong: strongEmphasis,
    em: emphasis,
    i: emphasis,
    del: strikethrough,
    s: strikethrough,
    strike: strikethrough,
    code: codeSpan,
    kbd: codeSpan,
    samp: codeSpan,
    tt: codeSpan,
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
    hr: thematicBreak,
    ul: list,
    ol: list,
    menu: list,
    li: listItem,
    dt: boldParagraph,
    summary: boldParagraph,
    blockquote: blockQuote,
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
    noscript,
    iframe: embed,
    video: embed,
    audio: embed,
    object: embed,
    embed,
    span,
    button: (element, state) =>
      attribute(element, 'role') === 'tab' ? boldParagraph(element, state) : container(element, state),
    input: (element, { blocks }) => {
      if (attribute(element, 'type') !== 'checkbox') return undefined;
      const isChecked = 'checked' in element.attribs;
      // Outside a task list, a disabled checkbox is a mark.
      if (!blocks.checkbox(isChecked) && 'disabled' in element.attribs) blocks.text(isChecked ? ' ✓ ' : ' ✗ ');
      return undefined;
    },
  }),
);
