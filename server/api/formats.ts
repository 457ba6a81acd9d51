import type { Format, OperationOutput } from '../../shared/operations.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import { json, type Reply } from '../http/message.ts';

/** An answer that is to be written in some format. */
type Answer = {
  /** Public address of the operation. */
  readonly address: string;
  readonly value: unknown;
  readonly headers: Reply['headers'];
  /** True for the rest of a text whose beginning was in an answer before. */
  readonly isRest: boolean;
  /** `Link` of every answer here, to be kept beside those of the format. */
  readonly link: string | undefined;
};

/** The writer of each format. */
export const WRITERS: Readonly<Record<Format, (answer: Answer) => Reply>> = {
  'application/json': ({ value, headers }) => json(200, value, headers),
  // Only operations that answer with a page have this format.
  'text/markdown': (answer) => markdownReply(answer, answer.value as OperationOutput<'read_page'>),
};

/**
 * A page as the Markdown itself, below its title. The other members of the JSON are in `Content-Language` and `Link`: the page's own
 * address, and the address of the rest when the text was cut (RFC 8288).
 */
function markdownReply({ address, headers, isRest, link }: Answer, page: OperationOutput<'read_page'>): Reply {
  const links = [link, `<${new URL(page.url).href}>; rel="canonical"`];
  if (page.next_cursor !== undefined) {
    const rest = new URLSearchParams({ url: page.url, cursor: page.next_cursor });
    links.push(`<${address}?${rest.toString()}>; rel="next"`);
  }
  return {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': MEDIA_TYPES.markdown,
      'Content-Language': page.language,
      Link: links.filter((one) => one !== undefined).join(', '),
    },
    body: `${isRest ? '' : heading(page)}${page.markdown}${page.truncated ? '' : '\n'}`,
  };
}

/** The title as a heading of level 1, unless the text has one. The parts of a page join to a whole. */
function heading({ title, markdown }: OperationOutput<'read_page'>): string {
  if (hasMainHeading(markdown)) return '';
  return `# ${title.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<&]/g, '\\$&')}\n\n`;
}

/** Tests for a heading of level 1 outside fenced code (CommonMark 4.2, 4.5), in Markdown as sync writes it. */
function hasMainHeading(markdown: string): boolean {
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const mark = /^`{3,}/.exec(line)?.[0];
    if (fence !== undefined) fence = mark !== undefined && mark.length >= fence.length ? undefined : fence;
    else if (mark !== undefined) fence = mark;
    else if (line.startsWith('# ')) return true;
  }
  return false;
}
