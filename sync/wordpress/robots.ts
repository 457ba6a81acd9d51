import type { IncomingHttpHeaders } from 'node:http';
import { elementsNamed, sourceOf, type Page } from '../markdown/parse/page.ts';
import { parseHtml, elementsBelow } from '../markdown/parse/html.ts';
import type { HtmlElement } from '../markdown/parse/tree.ts';

// Directives of robots meta elements and of the `X-Robots-Tag` header; `none` means `noindex, nofollow`.
const HIDING = new Set(['noindex', 'none']);

// Names of meta elements for every crawler (`robots`) or a single crawler (`googlebot-news`, `baiduspider`, `yandex`).
const ROBOT =
  /^(?:robots|yandex|\S*(?:bot|crawler|spider|slurp)(?:-(?:news|images?|video|media|mobile|ads|extended))?)$/i;
const isRobot = (name: string): boolean => name.split(/[\s,]+/).some((word) => ROBOT.test(word));

/**
 * True if a robots meta element or the `X-Robots-Tag` header excludes the page from indexes now. A directive for a single crawler
 * counts too (`<meta name="googlebot">`, `X-Robots-Tag: googlebot: noindex`), and so does an element in a script. Publishing a
 * hidden page is worse than omitting a page. Elements inside comments do not count.
 */
export function isNoindex(page: Page | undefined, headers: IncomingHttpHeaders, now: number): boolean {
  return directivesOf(page, headers).some((directives) => hides(directives) || lastDayOf(directives) < now);
}

function directivesOf(page: Page | undefined, headers: IncomingHttpHeaders): readonly string[] {
  const found = [headers['x-robots-tag'] ?? []].flat();
  for (const { attribs } of page ? metaElements(page) : []) {
    const { property = '', name = property, content = '', 'http-equiv': header = '' } = attribs;
    if (isRobot(name) || header.toLowerCase() === 'x-robots-tag') found.push(content);
  }
  return found;
}

// Further directives with the value `none`, about images and videos.
const NO_PREVIEW = /max-(?:image|video)-preview\s*[:=]\s*none/g;

function hides(directives: string): boolean {
  const words = directives
    .toLowerCase()
    .replaceAll(NO_PREVIEW, '')
    .split(/[^a-z_-]+/);
  return words.some((word) => HIDING.has(word));
}

const LAST_DAY = /unavailable_after\s*[:=]\s*(?=(\S.{0,60}))/gi;
const DAY = 86_400_000;

// Earliest `unavailable_after` (RFC 822, RFC 850 or ISO 8601), in Unix milliseconds; Infinity without a valid date.
function lastDayOf(directives: string): number {
  let earliest = Infinity;
  for (const [, value = ''] of directives.matchAll(LAST_DAY)) earliest = Math.min(earliest, endOf(value));
  return earliest;
}

// A date without a time ends with its day.
function endOf(value: string): number {
  // A comma may separate the weekday from the date, and also separates directives.
  const [first = '', second = ''] = value.replaceAll(/["']/g, '').split(',');
  const date = (/^\p{L}+$/u.test(first.trim()) ? second : first).trim();
  // Ignoring an unknown time zone (`CET`, or the name of a city) shifts the time by a few hours at most.
  const time = [date, date.replace(/\s+\S+$/, '')]
    .map((text) => Date.parse(text))
    .find((found) => !Number.isNaN(found));
  return time === undefined ? Infinity : time + (date.includes(':') ? 0 : DAY);
}

// Meta elements of the page and of its scripts.
function* metaElements(page: Page): Generator<HtmlElement> {
  yield* elementsNamed(page, 'meta');
  for (const script of elementsNamed(page, 'script')) {
    for (const [tag] of sourceOf(script).matchAll(META)) {
      for (const element of elementsBelow(parseHtml(`<p>${tag}`))) if (element.name === 'meta') yield element;
    }
  }
}

const META = /<meta\s[^<>]{0,500}>/gi;
