// Longest delay of a write in milliseconds.
const MAX_DELAY = 1;

/**
 * Coalesces the writes of an event loop tick, for at most 1 ms of the clock `now`. A reader that receives several
 * responses together wakes up once; waking it costs more than the rest of a response.
 */
export function createWriteBatcher(): (now: number, write: () => void) => void {
  let writes: (() => void)[] = [];
  let since = 0;

  function flush(): void {
    const ready = writes;
    writes = [];
    for (const write of ready) write();
  }

  return (now, write) => {
    if (writes.push(write) === 1) {
      since = now;
      setImmediate(flush);
    } else if (now - since > MAX_DELAY) {
      flush();
    }
  };
}
