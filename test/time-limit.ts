import { isMainThread } from 'node:worker_threads';

/**
 * Ends a process of the test runner that lasts too long, with its name and what keeps it alive: `--test-timeout` bounds tests
 * and hooks, and lets a file wait for ever for a socket or a child that one of them left behind. Given to `node --test` by
 * `--import`, which hands it on to the process of each file.
 */
const file = process.argv[1] ?? '';
const minutes = file.endsWith('.test.ts') ? 5 : 35;

if (isMainThread && process.env['NODE_TEST_CONTEXT'] !== undefined) {
  setTimeout(() => {
    const alive = [...new Set(process.getActiveResourcesInfo())].join(', ');
    process.stderr.write(`${file} has not ended after ${minutes} minutes. Still alive: ${alive}\n`, () =>
      process.exit(1),
    );
  }, minutes * 60_000).unref();
}
