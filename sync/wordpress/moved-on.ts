import type { IncomingHttpHeaders } from 'node:http';
import { attribute } from '../markdown/parse/html.ts';
import { isWithin, sourceOf, type Page } from '../markdown/parse/page.ts';

// People read a page that stays visible longer than this before it redirects.
const SOON_SECONDS = 10;

// Browsers with scripts ignore the content of these elements.
const UNUSED = new Set(['noscript', 'template']);

// Browsers save these files and stay on the page.
const DOWNLOAD =
  /\.(?:zip|rar|7z|t?gz|tar|bz2|xz|exe|msi|dmg|pkg|deb|rpm|apk|iso|docx?|xlsx?|pptx?|od[pst]|csv|epub|ics|vcf)$/i;

// Types of scripts that browsers run, at once or after consent. Further types belong to consent tools and templates.
const SCRIPT_TYPE = /^$|script|^module$/i;

/**
 * Returns the redirect target of a page with status 200. The source is a `Refresh` header or element (HTML 4.2.5.3), or a script
 * that only redirects.
 */
export function leadsTo(page: Page, headers: IncomingHttpHeaders, base: string): string | undefined {
  for (const target of targetsOf(page, headers)) {
    const url = target === undefined ? null : URL.parse(target, base);
    if (url && /^https?:$/.test(url.protocol) && !DOWNLOAD.test(url.pathname)) return url.href;
  }
  return undefined;
}

function* targetsOf(page: Page, headers: IncomingHttpHeaders): Generator<string | undefined> {
  yield targetOfRefresh([headers['refresh'] ?? []].flat()[0] ?? '');
  for (const element of page.elements) {
    const { name } = element;
    if (name === 'meta' && /^refresh$/i.test(attribute(element, 'http-equiv'))) {
      if (!isWithin(element, UNUSED)) yield targetOfRefresh(attribute(element, 'content'));
    } else if (name === 'body') {
      yield targetOfStatements(attribute(element, 'onload'));
    } else if (name === 'script' && SCRIPT_TYPE.test(attribute(element, 'type').trim())) {
      const source = sourceOf(element);
      if (source.length <= LONGEST_SCRIPT && !isWithin(element, UNUSED)) yield targetOfStatements(source);
    }
  }
}

// Seconds and address, with or without quotes (HTML 4.2.5.3). No two quantifiers can match the same characters.
const REFRESH = /^\s*(?=[\d.])(\d{0,9})[\d.]*(?:\s*[;,]|\s)\s*(?:url\s*=\s*|(?!url\s*=))(?:["']([^"']+)|([^"'\s]\S*))/i;

function targetOfRefresh(content: string): string | undefined {
  const [, seconds, quoted, plain] = REFRESH.exec(content) ?? [];
  return Number(seconds ?? 0) <= SOON_SECONDS ? (quoted ?? plain) : undefined;
}

const LONGEST_SCRIPT = 2000;

// A string, or a comment or space between two tokens; `<!--` and `-->` start a comment too (ECMA-262 B.1.1).
const STRING_OR_SPACE = /((["'`])[^"'`\n]*\2)|\/\*[^]*?(?:\*\/|$)|(?:\/\/|<!--|-->)[^\n\r]*|\s+/g;

// A function that runs soon without user input: its body, and its delay in milliseconds.
const CALLED =
  /^(?:(?:window|document)\.)?(?:setTimeout\(|onload=|addEventListener\(["'](?:load|DOMContentLoaded)["'],|(?:jQuery|\$)\((?:(?:document|window)\)\.(?:ready\(|on\(["']load["'],))?)(?:function\([\w$]*\)|\([\w$]*\)=>)\{?(.*?)\}?(?:,(\d+))?\)?;?$/i;
// An immediately invoked function.
const CALLED_AT_ONCE = /^[!;(]+(?:function\([\w$]*\)|\([\w$]*\)=>)\{(.*?)\}\)?\([\w$]*\)\)?;?$/i;
// Statements for anonymous visitors.
const FOR_VISITORS =
  /^if\((?![^{};]{0,300}&&)(?=[^{};]{0,300}logged[-_]?in)(?=[^{};]{0,300}(?:![\w$(]|(?:===?|<)(?:-1|0\b|false\b|!1)))[^{};]{1,300}?\)(?:\{([^{}]*)\}|((?:window|document|self|top|location)[^{}]*));?$/i;
const MOST_CALLS = 3;

// A script whose only statement is a redirect. Further conditions, such as the visitor's language, are not evaluated.
const REDIRECT =
  /^(?:(?:window|document|self|top|parent|globalThis)\.)*location(?:(?:\.href)?=|\.(?:assign|replace)\()(["'`])([^"'`]+)\1\)?;?$/i;

function targetOfStatements(text: string): string | undefined {
  let script = text.replaceAll(STRING_OR_SPACE, (_, string?: string) => string ?? '');
  for (let calls = 0; calls < MOST_CALLS; calls++) {
    script = script.replace(/^["']use strict["'];/, '');
    const [, inBlock, alone] = FOR_VISITORS.exec(script) ?? [];
    script = inBlock ?? alone ?? script;
    const [, body, delay = '0'] = CALLED_AT_ONCE.exec(script) ?? CALLED.exec(script) ?? [];
    if (body === undefined) break;
    if (Number(delay) > SOON_SECONDS * 1000) return undefined;
    script = body;
  }
  return REDIRECT.exec(script)?.[2];
}
