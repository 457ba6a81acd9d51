/** Has a request sent when it may be. */
export type Gate = <Answer>(send: () => Promise<Answer>) => Promise<Answer>;

/** Sends every request at once. */
export const openGate: Gate = (send) => send();

/** Gates by a key: of those who send by the same one, each waits until the one before has its answer, or has failed. */
export function createNarrowGates() {
  const last = new Map<string, Promise<void>>();
  return (key: string): Gate =>
    (send) => {
      const answer = (last.get(key) ?? Promise.resolve()).then(send);
      const ended = answer.then(forget, forget);
      last.set(key, ended);
      return answer;

      function forget(): void {
        if (last.get(key) === ended) last.delete(key);
      }
    };
}
