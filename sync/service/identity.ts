import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { SessionIdentity } from './lease.ts';

// Distinguishes this process from an earlier process with the same pid.
const RANDOM = randomText();

/**
 * Creates the identity of a session. Containers may share host name and pid; on Linux, boot id and pid namespace distinguish
 * them.
 */
export function newSession(): SessionIdentity {
  const machine = [
    hostname(),
    tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    tryRead(() => readlinkSync('/proc/self/ns/pid')),
  ];
  return { machine: machine.join('/'), pid: process.pid, random: RANDOM, session: randomText() };
}

/**
 * Probes a pid of this machine with signal 0. EPERM means that the process belongs to another user. A zombie (Linux) responds
 * too, but is not alive.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) [ZX] [^)]*$/.test(tryRead(() => readFileSync(`/proc/${pid}/stat`, 'utf8')));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function randomText(): string {
  return randomBytes(6).toString('hex');
}

function tryRead(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
