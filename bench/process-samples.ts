/**
 * Preloaded into a measured program (`node --import`): writes each second what the process takes, as JSON lines, into the
 * file that `BENCH_SAMPLES` names. The program itself knows nothing of it.
 */
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** One second of a process: megabytes, and milliseconds for which the event loop was late. */
export type Sample = {
  readonly at: number;
  readonly rss: number;
  readonly heap: number;
  readonly external: number;
  readonly delayP50: number;
  readonly delayP99: number;
  readonly delayMax: number;
  /** Milliseconds of processor that the process has taken since its start. */
  readonly cpu: number;
  /** Most milliseconds of processor between two turns of the event loop: for how long others wait on a machine that does nothing else. */
  readonly longestTurn: number;
};

const RESOLUTION = 10;
const file = process.env['BENCH_SAMPLES'];

/** Processor time of this thread. */
function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  // The histogram counts the whole time between two looks.
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION);
  let turnedAt = threadMilliseconds();
  let longestTurn = 0;
  setInterval(() => {
    const now = threadMilliseconds();
    longestTurn = Math.max(longestTurn, now - turnedAt);
    turnedAt = now;
  }, RESOLUTION).unref();
  setInterval(() => {
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const sample: Sample = {
      at: Date.now(),
      rss: rss / 2 ** 20,
      heap: heapUsed / 2 ** 20,
      external: external / 2 ** 20,
      delayP50: late(delay.percentile(50)),
      delayP99: late(delay.percentile(99)),
      delayMax: late(delay.max),
      cpu: (user + system) / 1000,
      longestTurn,
    };
    longestTurn = 0;
    appendFileSync(file, `${JSON.stringify(sample)}\n`);
    delay.reset();
  }, 1000).unref();
}
