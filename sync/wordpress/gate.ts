/** Delays a request until it may be sent. */
export type Gate = <Answer>(send: () => Promise<Answer>) => Promise<Answer>;

/** Sends every request at once. */
export const openGate: Gate = (send) => send();

/** Creates gates by key: a request waits until the previous request with the same key has a response or has failed. */
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
