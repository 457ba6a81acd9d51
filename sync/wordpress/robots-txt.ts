// A rule of `robots.txt` (RFC 9309).
type Rule = {
  readonly isAllowed: boolean;
  readonly pattern: string;
  readonly matches: (path: string) => boolean;
};

// Maximum parsed characters of a file. Patterns with more wildcards are ignored.
const [LONGEST, MOST_WILDCARDS] = [500_000, 10];

/**
 * Creates a test for addresses that a `robots.txt` disallows, for all crawlers or for a named crawler. The test uses path and
 * query string. The group of a named crawler replaces the group `*` (RFC 9309 §2.2.1).
 */
export function createDisallowed(text: string, crawler?: string): (address: string) => boolean {
  const shortened = text.slice(0, LONGEST);
  const own = crawler === undefined ? undefined : rulesFor(shortened, crawler.toLowerCase());
  const rules = own ?? rulesFor(shortened, '*') ?? [];
  return (address) => {
    const url = new URL(address);
    const found = rules.filter(({ matches }) => matches(url.pathname + url.search));
    const longest = Math.max(0, ...found.map(({ pattern }) => pattern.length));
    const decisive = found.filter(({ pattern }) => pattern.length === longest);
    return decisive.length > 0 && !decisive.some(({ isAllowed }) => isAllowed);
  };
}

// Rules of all groups for a crawler in lower case, or `*`; `undefined` without such a group.
function rulesFor(text: string, crawler: string): readonly Rule[] | undefined {
  const rules: Rule[] = [];
  let isFound = false;
  let isMeant = false;
  let isNaming = false;
  for (const line of text.split(/[\r\n]+/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === 'user-agent') {
      isMeant = value.trim().toLowerCase() === crawler || (isNaming && isMeant);
      isFound ||= isMeant;
      isNaming = true;
    } else if (key === 'allow' || key === 'disallow') {
      isNaming = false;
      const pattern = value.trim();
      const wildcards = pattern.split('*').length - 1;
      if (!isMeant || pattern === '' || wildcards > MOST_WILDCARDS) continue;
      rules.push({ isAllowed: key === 'allow', pattern, matches: matcherOf(pattern) });
    }
  }
  return isFound ? rules : undefined;
}

// `*` matches any characters, a final `$` the end.
function matcherOf(pattern: string): (path: string) => boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  return (path) => {
    if (!path.startsWith(first)) return false;
    let at = first.length;
    for (const [index, part] of others.entries()) {
      const isLast = isWhole && index === others.length - 1;
      const found = isLast ? path.length - part.length : path.indexOf(part, at);
      if (found < at || !path.startsWith(part, found)) return false;
      at = found + part.length;
    }
    return !isWhole || at === path.length;
  };
}
