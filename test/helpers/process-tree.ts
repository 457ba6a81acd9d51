// What processes take, as Linux counts it.
import { existsSync, readFileSync } from 'node:fs';

/** A process and all below it, without processes that end meanwhile. */
export function treeOf(pid: number): readonly number[] {
  const children = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(children)) return [];
  const pids = readFileSync(children, 'utf8').split(' ').map(Number);
  return [pid, ...pids.filter((child) => child > 0).flatMap(treeOf)];
}

/** Proportional set size of a process, in MB. */
export function megabytesOf(pid: number): number {
  const [, kilobytes = ''] = /^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** `USER_HZ`, which is the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Seconds of processor that a process and its children that have ended have taken. */
export function processorSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0);
  return ticks / TICKS_PER_SECOND;
}
