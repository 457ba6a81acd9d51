/** For how many milliseconds a job waits at most for others of its turn. */
const PATIENCE = 1;

/**
 * Does what is given to it at the end of the event loop's turn, all together. Answers that leave right behind each other wake
 * their reader once; one that leaves alone costs more in waking it than in everything else.
 */
export function createWriteBatcher(now: () => number): (job: () => void) => void {
  let jobs: (() => void)[] = [];
  let since = 0;

  function doAll(): void {
    const ready = jobs;
    jobs = [];
    for (const job of ready) job();
  }

  return (job) => {
    if (jobs.push(job) === 1) {
      since = now();
      setImmediate(doAll);
    } else if (now() - since > PATIENCE) {
      doAll();
    }
  };
}
