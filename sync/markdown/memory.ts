/**
 * Cache of a pure function, because pages of a site repeat the same calls. The cache is cleared at `most`
 * results, or at `room` characters of keys. Keys of more than `longest` characters are not cached.
 */
export function memory<Key, Answer>(
  compute: (key: Key) => Answer,
  { most = MOST, longest = LONGEST, room = Infinity } = {},
): (key: Key) => Answer {
  const cache = new Map<Key, Answer>();
  let left = room;
  return (key) => {
    const before = cache.get(key);
    if (before !== undefined || (typeof key === 'string' && key.length > longest)) return before ?? compute(key);
    const answer = compute(key);
    const size = typeof key === 'string' ? key.length : 0;
    if (cache.size >= most || left < size) {
      cache.clear();
      left = room;
    }
    cache.set(key, answer);
    left -= size;
    return answer;
  };
}

/** Cache of a pure function of an immutable object, as long as the object lives. */
export function memoryOfObjects<Key extends object, Answer>(compute: (key: Key) => Answer): (key: Key) => Answer {
  const cache = new WeakMap<Key, { readonly answer: Answer }>();
  return (key) => {
    const before = cache.get(key);
    if (before) return before.answer;
    const answer = compute(key);
    cache.set(key, { answer });
    return answer;
  };
}

const MOST = 5000;
// Longer keys rarely repeat.
const LONGEST = 500;
