import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { createLog } from '../../../shared/log.ts';
import { followIndex } from '../../../server/follow/follower.ts';
import { createOrigin } from '../../../server/follow/origin.ts';
import { startIndexOrigin } from '../../helpers/index-origin.ts';
import { heldToLogEvents } from '../../helpers/log-events.ts';
import { page, SAMPLE_PAGES, temporaryDataDir } from '../../helpers/sample-index.ts';

type Line = { readonly msg: string; readonly err?: { readonly message: string } };
type Options = Partial<Parameters<typeof followIndex>[0]>;

/** A published index at an address, and a data directory that is to follow it. */
export async function twoMachines() {
  await using started = new AsyncDisposableStack();
  const publisher = started.use(await temporaryDataDir());
  const origin = started.use(await startIndexOrigin(publisher.dir));
  const data = started.use(await temporaryDataDir());
  const lines: Line[] = [];
  const sink = started.use(heldToLogEvents({ write: (line) => void lines.push(JSON.parse(line) as Line) }));
  const running = started.move();

  function follow(options: Options = {}) {
    return followIndex({
      url: origin.url,
      origin: createOrigin(origin.url, { stallMs: 300 }),
      dataDir: data.dir,
      generations: data.generations,
      publicKeys: [],
      everyMs: 5,
      log: createLog({ name: 'server', level: 'debug' }, sink),
      now: () => new Date(),
      random: () => 0.5,
      ...options,
    });
  }
  return {
    publisher,
    origin,
    data,
    lines,
    follow,
    failed: () => lines.flatMap(({ msg, err }) => (msg === 'server.follow.failed' ? [err?.message ?? ''] : [])),
    here: () => data.generations.current(),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Waits, for half a minute at most. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const last = Date.now() + 30_000;
  while (!(await holds())) {
    assert.ok(Date.now() < last, 'waited too long');
    await wait(5);
  }
}

/** Pages that differ in a title, so that the index has another checksum. */
export const titled = (title: string) => ({
  pages: SAMPLE_PAGES.map((one) => page(one.id, one.path, `${title} ${one.id}`, one.markdown)),
});
