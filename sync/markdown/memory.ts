/** Answers of a pure function, kept for the pages to come: those of one site ask the same over and over. It begins anew when it is full. */
export function memory<Key, Answer>(
  ask: (key: Key) => Answer,
  { most = MOST, longest = LONGEST } = {},
): (key: Key) => Answer {
  const known = new Map<Key, Answer>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || (typeof key === 'string' && key.length > longest)) return before ?? ask(key);
    const answer = ask(key);
    if (known.size >= most) known.clear();
    known.set(key, answer);
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
