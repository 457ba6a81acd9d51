/** The signs that divide CSS, found much faster than by its tokens; what is rare in style sheets is refused. */
type OnSign = (type: number, start: number, end: number) => void;

/** What a character needs: nothing, or a closer look; others are the type of a sign. */
const [NOTHING, LOOK] = [0, 255];
const PARENTHESIS = 0x28;

const SPACE = /[ \t\n\r\f]/;
const AFTER_ESCAPE = /[\da-f]{1,6}[ \t\n\r\f]?|[^\n\r\f]/iy;

/**
 * Makes what tells the brackets and semicolons of CSS in the manner of a tokenizer, parentheses of functions as all others, given the
 * type of each sign. It returns false where only tokens say what the signs are, whatever was told before.
 */
export function createScan(types: Readonly<Record<string, number>>): (css: string, onSign: OnSign) => boolean {
  const needs = Uint8Array.from({ length: 128 }, (_, code) => {
    const sign = String.fromCharCode(code);
    return types[sign] ?? ('"\'/\\<>'.includes(sign) ? LOOK : NOTHING);
  });
  return (css, onSign) => {
    /** The end of the last escape: the name that it is in goes on there. */
    let escaped = -1;
    if (css.startsWith('\uFEFF')) return false;
    for (let at = 0; at < css.length; at++) {
      const code = css.charCodeAt(at);
      const type = code < 128 ? needs[code] : NOTHING;
      if (type === undefined || type === NOTHING) continue;
      if (type !== LOOK) {
        const end = code === PARENTHESIS && isUrl(css, at, escaped) ? endOfUrl(css, at + 1) : undefined;
        if (end === undefined) {
          onSign(type, at, at + 1);
          continue;
        }
        if (end < 0) return false;
        at = end - 1;
        continue;
      }
      const end = endOfSpecial(css, at);
      if (end < 0) return false;
      if (code === BACKSLASH) escaped = end;
      at = end - 1;
    }
    return true;
  };
}

/** The end of a string, comment, escape or other sign; negative for what is rare. */
function endOfSpecial(css: string, at: number): number {
  switch (css[at]) {
    case '"':
    case "'":
      return endOfString(css, at);
    case '\\':
      AFTER_ESCAPE.lastIndex = at + 1;
      return AFTER_ESCAPE.test(css) ? AFTER_ESCAPE.lastIndex : -1;
    case '/': {
      if (css[at + 1] !== '*') return at + 1;
      const end = css.indexOf('*/', at + 2);
      return end < 0 ? end : end + 2;
    }
    case '<':
      return css.startsWith('!--', at + 1) ? -1 : at + 1;
    default:
      return css.startsWith('--', at - 2) ? -1 : at + 1;
  }
}

function endOfString(css: string, at: number): number {
  const quote = css.charCodeAt(at);
  for (let index = at + 1; index < css.length; index++) {
    const code = css.charCodeAt(index);
    if (code === quote) return index + 1;
    if (code === BACKSLASH) index++;
    if (isLineEnd(css.charCodeAt(index))) return -1;
  }
  return -1;
}

const BACKSLASH = 0x5c;
const isLineEnd = (code: number) => code === 0x0a || code === 0x0c || code === 0x0d;

function spaceEnd(css: string, at: number): number {
  let end = at;
  while (SPACE.test(css.charAt(end))) end++;
  return end;
}

/** The end of an address after `url(` (CSS Syntax 3, 4.3.6); `undefined` for one in quotes, which is an argument. */
function endOfUrl(css: string, at: number): number | undefined {
  let end = spaceEnd(css, at);
  if (/["']/.test(css.charAt(end))) return undefined;
  while (end < css.length && !/[\0- "'()\\\x7f]/.test(css.charAt(end))) end++;
  end = spaceEnd(css, end);
  return css[end] === ')' ? end + 1 : -1;
}

/** True when the name before a parenthesis is `url`. */
function isUrl(css: string, at: number, escaped: number): boolean {
  const start = at - 3;
  if (start < 0 || (css.charCodeAt(at - 1) | 32) !== 108 || !/^url$/i.test(css.slice(start, at))) return false;
  return start !== escaped && (start === 0 || !/[\w\-#@\x80-\uFFFF]/.test(css.charAt(start - 1)));
}
