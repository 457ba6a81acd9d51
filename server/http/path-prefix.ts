// A well-known document whose name precedes the path of its subject (RFC 8414 §3.1, RFC 9728 §3.1).
const BEFORE_PATH = /^(\/\.well-known\/[^/?]+)(\/.*)$/;

/**
 * Removes the path of a public URL from a request target; returns `undefined` if the target is not below it. In a
 * well-known URL the path may stand before `/.well-known` or after the name of the document.
 */
export function belowPrefix(target: string, prefix: string): string | undefined {
  if (prefix === '') return target;
  const rest = without(prefix, target);
  if (rest !== undefined) return rest;
  const [, document, about] = BEFORE_PATH.exec(target) ?? [];
  const below = document === undefined || about === undefined ? undefined : without(prefix, about);
  return below === undefined ? undefined : `${document}${below === '/' ? '' : below.replace(/^\/(?=\?)/, '')}`;
}

/**
 * Yields the prefixes of a target with at most `most` segments, as `belowPrefix` accepts them, without the empty
 * prefix.
 */
export function* prefixesOf(target: string, most: number): Generator<string> {
  yield* pathsOver(target, most);
  const [, , about] = BEFORE_PATH.exec(target) ?? [];
  if (about !== undefined) yield* pathsOver(about, most);
}

function* pathsOver(target: string, most: number): Generator<string> {
  const [path = ''] = target.split('?', 1);
  for (let end = 0, count = 1; end < path.length && count <= most; count++) {
    const next = path.indexOf('/', end + 1);
    end = next < 0 ? path.length : next;
    yield path.slice(0, end);
  }
}

// Compares whole raw segments: a different percent-encoding is a different path.
function without(prefix: string, target: string): string | undefined {
  if (!target.startsWith(prefix)) return undefined;
  const rest = target.slice(prefix.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : undefined;
}
