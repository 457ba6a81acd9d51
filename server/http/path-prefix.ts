/** A well-known document that stands before the path of what it is about (RFC 8414 §3.1, RFC 9728 §3.1). */
const BEFORE_PATH = /^(\/\.well-known\/[^/?]+)(\/.*)$/;

/**
 * A request target without the path of a public address; `undefined` where it is not below that path. Well-known documents about
 * it are below it wherever the path stands: before `/.well-known`, or behind the document's name.
 */
export function belowPrefix(target: string, prefix: string): string | undefined {
  if (prefix === '') return target;
  const rest = without(prefix, target);
  if (rest !== undefined) return rest;
  const [, document, about] = BEFORE_PATH.exec(target) ?? [];
  const below = document === undefined || about === undefined ? undefined : without(prefix, about);
  return below === undefined ? undefined : `${document}${below === '/' ? '' : below.replace(/^\/(?=\?)/, '')}`;
}

/** Every path of at most so many segments that a target is below, as `belowPrefix` has it, but for the empty one. */
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

/** By whole segments, as they were sent: what is percent-encoded otherwise is another path. */
function without(prefix: string, target: string): string | undefined {
  if (!target.startsWith(prefix)) return undefined;
  const rest = target.slice(prefix.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : undefined;
}
