import type { IncomingHttpHeaders } from 'node:http';

/** Directives of robots meta elements and of `X-Robots-Tag`; `none` is short for `noindex, nofollow`. */
const HIDING = new Set(['noindex', 'none']);

/** Names of meta elements that speak to every crawler (`robots`) or to one (`googlebot`, `bingbot`, `baiduspider`). */
const ROBOT = /bot|crawler|spider|slurp/i;

/**
 * True for a page that asks crawlers to leave it out: by a robots meta element or the `X-Robots-Tag` header. A request to
 * one crawler alone counts too (`<meta name="googlebot">`, `X-Robots-Tag: googlebot: noindex`), and so does an element in
 * a script: publishing what an owner hides is worse than leaving out a page. An element within a comment says nothing.
 */
export function asksNotToBeIndexed(html: string, headers: IncomingHttpHeaders): boolean {
  if ([headers['x-robots-tag'] ?? []].flat().some(hides)) return true;
  for (const { name = '', content = '' } of metaElements(withoutComments(html))) {
    if (ROBOT.test(name) && hides(content)) return true;
  }
  return false;
}

/** The one other directive that has `none` for a value: it is about pictures. */
const NO_PREVIEW = /max-image-preview\s*[:=]\s*none/g;

function hides(directives: string): boolean {
  const words = directives
    .toLowerCase()
    .replaceAll(NO_PREVIEW, '')
    .split(/[^a-z_-]+/);
  return words.some((word) => HIDING.has(word));
}

/** Cuts at ends of comments, so that a page of nothing but beginnings costs no more than any other. */
function withoutComments(html: string): string {
  const parts = html.split('-->');
  const last = parts.pop() ?? '';
  return parts.map((part) => part.slice(0, beginningOfComment(part))).join('') + last;
}

function beginningOfComment(part: string): number {
  const start = part.indexOf('<!--');
  return start === -1 ? part.length : start;
}

/** The attributes of each meta element, by their names in lower case. */
function* metaElements(html: string): Generator<Readonly<Record<string, string>>> {
  const start = /<meta(?=[\s/])/gi;
  const attribute = /[\s/]*([^\s>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/y;
  while (start.test(html)) {
    const attributes: Record<string, string> = {};
    attribute.lastIndex = start.lastIndex;
    for (let match = attribute.exec(html); match; match = attribute.exec(html)) {
      const [, name = '', ...values] = match;
      attributes[name.toLowerCase()] ??= values.find((value) => value !== undefined) ?? '';
      start.lastIndex = attribute.lastIndex;
    }
    yield attributes;
  }
}
