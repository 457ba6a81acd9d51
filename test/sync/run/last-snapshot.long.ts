import { describe, it } from 'node:test';
import { holdLastSnapshot } from './last-snapshot.ts';
import { openInProcess, openServers } from './last-snapshot-readers.ts';

const FIRST = Number(process.env['LAST_VIEW_SEED'] ?? 1);
const RUNS = Number(process.env['LAST_VIEW_RUNS'] ?? 40);
/** The runs of them with servers over HTTP and MCP, and one that follows. */
const WITH_SERVERS = Math.ceil(RUNS / 8);
const STEPS = 12;

describe('after any sequence of acts of a site and its operator', () => {
  for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
    const open = seed < FIRST + WITH_SERVERS ? openServers : openInProcess;
    it(`no reader gets a passage that its page did not show when it was last seen (seed ${seed})`, () =>
      holdLastSnapshot({ seed, steps: STEPS, open }));
  }
});
