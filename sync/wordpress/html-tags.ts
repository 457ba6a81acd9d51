import { decodeEntities, languageTag } from './text.ts';

/** The `lang` of `<html>` as a BCP 47 tag. */
export function languageOfHtml(html: string): string | undefined {
  const tag = /<html\s[^>]*>/i.exec(html)?.[0];
  return languageTag(tag === undefined ? undefined : attribute(tag, 'lang'));
}

/** The value of an attribute of a tag, decoded. */
export function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  const value = match?.[1] ?? match?.[2] ?? match?.[3];
  return value === undefined ? undefined : decodeEntities(value);
}
