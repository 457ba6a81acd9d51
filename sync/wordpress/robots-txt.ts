/** The rules of a `robots.txt` for crawlers of no name of their own (RFC 9309). */
type Rule = {
  readonly isAllowed: boolean;
  readonly pattern: string;
  readonly matches: (path: string) => boolean;
};

/** A longer file is read no further, in characters, and a pattern with more wildcards is none. */
const [LONGEST, MOST_WILDCARDS] = [500_000, 10];

/** Makes the test whether a `robots.txt` asks all crawlers to leave an address alone: its path, with its query. */
export function createDisallowed(text: string): (address: string) => boolean {
  const rules = rulesForAll(text.slice(0, LONGEST));
  return (address) => {
    const url = new URL(address);
    const found = rules.filter(({ matches }) => matches(url.pathname + url.search));
    const longest = Math.max(0, ...found.map(({ pattern }) => pattern.length));
    const decisive = found.filter(({ pattern }) => pattern.length === longest);
    return decisive.length > 0 && !decisive.some(({ isAllowed }) => isAllowed);
  };
}

function rulesForAll(text: string): readonly Rule[] {
  const rules: Rule[] = [];
  let isForAll = false;
  let isNaming = false;
  for (const line of text.split(/[\r\n]+/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === 'user-agent') {
      isForAll = value.trim() === '*' || (isNaming && isForAll);
      isNaming = true;
    } else if (key === 'allow' || key === 'disallow') {
      isNaming = false;
      const pattern = value.trim();
      const wildcards = pattern.split('*').length - 1;
      if (!isForAll || pattern === '' || wildcards > MOST_WILDCARDS) continue;
      rules.push({ isAllowed: key === 'allow', pattern, matches: matcherOf(pattern) });
    }
  }
  return rules;
}

/** `*` stands for anything, `$` at the end for the end. */
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
