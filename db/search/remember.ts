/**
 * Memoizes a pure function by a key of its input. At `most` cached results the cache is cleared. For the words of
 * queries, which repeat; it costs less than an LRU cache.
 */
export function remember<Input, Answer extends object | string | number | boolean>(
  most: number,
  keyOf: (input: Input) => string,
  compute: (input: Input) => Answer,
): (input: Input) => Answer {
  const answers = new Map<string, Answer>();
  return (input) => {
    const key = keyOf(input);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = compute(input);
    if (answers.size >= most) answers.clear();
    answers.set(key, answer);
    return answer;
  };
}
