import type { OperationOutput } from '../../shared/operations.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import type { Reply } from '../http/message.ts';

/**
 * A page as the Markdown itself. What JSON tells beside it is in `Content-Language` and in `Link`: the page's own
 * address, and the address of the rest when the text was cut.
 */
export function markdownReply(
  address: string,
  page: OperationOutput<'read_page'>,
  headers: Readonly<Record<string, string>>,
): Reply {
  const links = [headers['Link'], `<${new URL(page.url).href}>; rel="canonical"`];
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
      Link: links.filter((link) => link !== undefined).join(', '),
    },
    body: page.markdown,
  };
}
