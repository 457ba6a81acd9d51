/**
 * Matches paths against glob patterns. `*` is any text within a segment, `?` a character of it, `**` any number of
 * segments. A pattern that ends in `/**` also matches the parent page.
 */
export function createPathPatterns(patterns: readonly string[]) {
  const expressions = patterns.map(toExpression);
  return { matches: (path: string) => expressions.some((expression) => expression.test(path)) };
}

function toExpression(pattern: string): RegExp {
  const source = pattern
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/(?<=.)\/+$/g, '')
    .split(/(\/\*\*(?=\/|$)|\*+|\?)/)
    .map((part) => {
      if (part === '/**') return '(?:/.*)?';
      if (part === '?') return '[^/]';
      return part.startsWith('*') ? '[^/]*' : part.replaceAll(/[\\^$.+()[\]{}|]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`, 'su');
}
