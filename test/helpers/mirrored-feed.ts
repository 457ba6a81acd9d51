import assert from 'node:assert/strict';
import type { ChangesPlace } from '../../db/index/changes.ts';
import type { Index } from '../../db/index/reader.ts';

/** A copy of a site that is built from the feed of changes alone, as a subscriber would. */
export function createFeedMirror() {
  let place: ChangesPlace | undefined;
  const pages = new Map<string, string>();
  let restarts = 0;

  /** Reads the feed to its end. With `most`, reads at most this number of parts. */
  function follow(index: Index, limit: number, most = Number.POSITIVE_INFINITY): void {
    for (let part = 0, more = true; more && part < most; part += 1) {
      const read = index.changes?.read(place, limit);
      if (!read) {
        restarts += 1;
        pages.clear();
        place = undefined;
        continue;
      }
      for (const change of read.changes) {
        if (change.change === 'removed') {
          assert.deepEqual(Object.keys(change), ['change', 'url']);
          pages.delete(change.url);
        } else {
          if (change.from !== undefined) pages.delete(change.from);
          pages.set(change.url, `${change.language} ${change.modified} ${change.digest}`);
        }
      }
      ({ more, next: place } = read);
    }
  }
  return { follow, pages, restarts: () => restarts };
}
