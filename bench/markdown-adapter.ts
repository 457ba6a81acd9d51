import { convert } from '../sync/markdown/convert.ts';
import { readPage } from '../sync/markdown/parse/page.ts';

/** Our converter with the signature that the scorer calls. */
export function toMarkdown(html: string, { baseUrl }: { readonly baseUrl: string }): string {
  return convert(readPage(html), { baseUrl, source: 'rest' }).markdown;
}
