/** Longest time that a write waits for others of its event-loop tick, in milliseconds. */
const MAX_DELAY = 1;

/**
 * Coalesces the responses of one event-loop tick, for 1 ms at most. Those that leave right behind each other wake their
 * reader once; waking it costs more than all the rest of a response that leaves alone.
 */
export function createWriteBatcher(now: () => number): (write: () => void) => void {
  let writes: (() => void)[] = [];
  let since = 0;

  function flush(): void {
    const ready = writes;
    writes = [];
    for (const write of ready) write();
  }

  return (write) => {
    if (writes.push(write) === 1) {
      since = now();
      setImmediate(flush);
    } else if (now() - since > MAX_DELAY) {
      flush();
    }
  };
}
