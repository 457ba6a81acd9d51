import { convert } from '../sync/markdown/convert.ts';

/** Our converter with the signature that the scorer calls. */
export function toMarkdown(html: string, { baseUrl }: { readonly baseUrl: string }): string {
  return convert(html, { baseUrl, source: 'rest' }).markdown;
}
