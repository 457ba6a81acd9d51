/**
 * Answers of a pure function, kept for the pages to come: those of one site ask the same over and over. It begins anew when it is full,
 * which it is with so many answers, or no room for the characters of their keys.
 */
export function memory<Key, Answer>(
  ask: (key: Key) => Answer,
  { most = MOST, longest = LONGEST, room = Infinity } = {},
): (key: Key) => Answer {
  const known = new Map<Key, Answer>();
  let left = room;
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || (typeof key === 'string' && key.length > longest)) return before ?? ask(key);
    const answer = ask(key);
    const size = typeof key === 'string' ? key.length : 0;
    if (known.size >= most || left < size) {
      known.clear();
      left = room;
    }
    known.set(key, answer);
    left -= size;
    return answer;
  };
}

/** As `memory`, of objects that stay as they are, as long as they live. */
export function memoryOfObjects<Key extends object, Answer>(ask: (key: Key) => Answer): (key: Key) => Answer {
  const known = new WeakMap<Key, { readonly answer: Answer }>();
  return (key) => {
    const before = known.get(key);
    if (before) return before.answer;
    const answer = ask(key);
    known.set(key, { answer });
    return answer;
  };
}

const MOST = 5000;
/** Longer keys hardly come again. */
const LONGEST = 500;
