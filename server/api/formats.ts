import type { Format, OperationOutput } from '../../shared/operations.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import { json, type Reply } from '../http/message.ts';

// A response before it has a format.
type Answer = {
  // Public URL of the operation.
  readonly address: string;
  readonly value: unknown;
  readonly headers: Reply['headers'];
  // True if the response continues an earlier part.
  readonly isRest: boolean;
  // Common `Link` header; formats add links.
  readonly link: string | undefined;
};

/** Writers by media type. */
export const WRITERS: Readonly<Record<Format, (answer: Answer) => Reply>> = {
  'application/json': ({ value, headers }) => json(200, value, headers),
  // Only operations that return a page have this format.
  'text/markdown': (answer) => markdownReply(answer, answer.value as OperationOutput<'read_page'>),
};

// The remaining fields are in `Content-Language` and `Link`: the canonical URL, and the URL of the next part (RFC
// 8288).
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
      Link: links.filter((value) => value !== undefined).join(', '),
    },
    body: `${isRest ? '' : heading(page)}${page.markdown}${page.truncated ? '' : '\n'}`,
  };
}

// The title as a level 1 heading, unless the text has a level 1 heading. Concatenated parts form the page.
function heading({ title, markdown }: OperationOutput<'read_page'>): string {
  if (hasMainHeading(markdown)) return '';
  return `# ${title.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<&]/g, '\\$&')}\n\n`;
}

// Finds a level 1 heading outside fenced code (CommonMark 4.2, 4.5).
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
