import { isUtf8 } from 'node:buffer';

/**
 * JSON value of a response body. A byte order mark or PHP notices may precede it; a comment of a cache plugin or a late fatal
 * error may follow. Skipped text is reported. A body that may be broken is an error, never an empty list.
 */
export type Decoded =
  | { readonly ok: true; readonly value: unknown; readonly before: string; readonly after: string }
  | { readonly ok: false; readonly kind: 'html' | 'not_json' | 'truncated' | 'damaged'; readonly what: string };

// An HTML page around a JSON value means that the value belongs to the page, like JSON-LD.
const DOCUMENT = /<!doctype\s|<html[\s>]|<head[\s>]|<body[\s>]|<script[\s>]/i;

// Maximum brackets that are tried as the start of a value; a PHP notice has fewer.
const MOST_BEGINNINGS = 1000;

/**
 * Decodes a body with a JSON object or array. JSON is UTF-8 (RFC 8259 section 8.1) and so is all output of WordPress. Other bytes
 * in the value were damaged in transit and would be published as "�"; bytes around the value may be anything.
 */
export function decodeBody(body: Buffer): Decoded {
  const text = body.toString('utf8');
  const decoded = decodeJson(text);
  if (!decoded.ok || isUtf8(body)) return decoded;
  const value = text.slice(decoded.before.length, text.length - decoded.after.length);
  // If a byte was replaced, the body does not contain the decoded value.
  return body.includes(value) ? decoded : { ok: false, kind: 'damaged', what: 'text that is not UTF-8' };
}

/** Finds the JSON object or array in a text. */
export function decodeJson(text: string): Decoded {
  const whole = parse(text);
  if (whole.ok) return { ok: true, value: whole.value, before: '', after: '' };
  if (/^[\s\uFEFF]*$/.test(text)) return { ok: false, kind: 'not_json', what: 'an empty body instead of JSON' };

  const found = longestValue(text);
  const before = found ? text.slice(0, found.start) : text;
  if (DOCUMENT.test(before))
    return { ok: false, kind: 'html', what: `an HTML page instead of JSON: ${describeHtml(text)}` };
  if (!found) return { ok: false, kind: 'not_json', what: `${quote(text)} instead of JSON` };
  if (!found.complete) return { ok: false, kind: 'truncated', what: 'JSON that breaks off' };
  const value = parse(text.slice(found.start, found.end));
  if (!value.ok) return { ok: false, kind: 'not_json', what: `damaged JSON (${value.reason})` };
  // `[]` from a PHP notice must not count as a site without pages.
  if (/^.\s*.$/s.test(text.slice(found.start, found.end)) && /[^\s\uFEFF]/.test(before)) {
    return { ok: false, kind: 'not_json', what: `${quote(text)} instead of JSON` };
  }
  return { ok: true, value: value.value, before, after: text.slice(found.end) };
}

type Span = { readonly start: number; readonly end: number; readonly complete: boolean };

// PHP notices contain brackets too (`Undefined index []`), so the longest value in the text is the response.
function longestValue(text: string): Span | undefined {
  let longest: Span | undefined;
  let from = 0;
  for (let tries = 0; tries < MOST_BEGINNINGS; tries += 1) {
    const offset = text.slice(from).search(/[{[]/);
    if (offset === -1) break;
    const start = from + offset;
    const span = spanOfValue(text, start);
    if (span && (!longest || span.end - span.start > longest.end - longest.start)) longest = span;
    from = span ? span.end : start + 1;
  }
  return longest;
}

const FILLER = /[\s:,]+|-?\d[\d.eE+-]*|true|false|null/y;

// Returns the end of the value that starts here; `undefined` if the text is not JSON.
function spanOfValue(text: string, start: number): Span | undefined {
  const open: string[] = [];
  let at = start;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']');
      at += 1;
    } else if (character === '}' || character === ']') {
      if (open.pop() !== character) return undefined;
      at += 1;
      if (open.length === 0) return { start, end: at, complete: true };
    } else if (character === '"') {
      at = endOfString(text, at);
    } else {
      FILLER.lastIndex = at;
      if (!FILLER.test(text)) {
        // A literal that the end of the text cuts off.
        return /^(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-)$/.test(text.slice(at, at + 5)) ? cut(text, start) : undefined;
      }
      at = FILLER.lastIndex;
    }
  }
  return cut(text, start);
}

const cut = (text: string, start: number): Span => ({ start, end: text.length, complete: false });

function endOfString(text: string, opening: number): number {
  for (let quoteAt = text.indexOf('"', opening + 1); quoteAt !== -1; quoteAt = text.indexOf('"', quoteAt + 1)) {
    let backslashes = 0;
    while (text.charAt(quoteAt - 1 - backslashes) === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quoteAt + 1;
  }
  return text.length;
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

function parse(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, reason: (error as SyntaxError).message };
  }
}

/** Returns the quoted title of an HTML page: “Just a moment…”, “Maintenance”, “Log In”. */
export function describeHtml(html: string): string {
  const title = /<title[^<>]{0,200}>([^<]{1,200})/i.exec(html)?.[1];
  return title === undefined ? 'one without a title' : quote(title);
}

function quote(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return `“${line.length > 80 ? `${line.slice(0, 79)}…` : line}”`;
}
