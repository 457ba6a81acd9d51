// Entry of the worker thread that builds a whole index (renewal.ts).
import { parentPort, workerData } from 'node:worker_threads';
import { buildIndex } from '../../../db/index/builder.ts';
import { verifyIndex } from '../../../db/index/verify.ts';
import { createMirror } from '../../../db/mirror/mirror.ts';
import { openToInspect } from '../../../db/sqlite.ts';
import type { Page } from '../../../shared/page.ts';
import type { ThreadBuild } from './renewal.ts';
import { createPlacer } from './outline.ts';

const { mirrorFile, path, facts, placing, pages: count } = workerData as ThreadBuild;
{
  using db = openToInspect(mirrorFile);
  // Urgent runs may change the mirror meanwhile: this transaction keeps its first snapshot.
  db.transaction(() => {
    const mirror = createMirror(db);
    const { number } = mirror.revision();
    if (number !== facts.origin?.revision) throw new Error('The mirror has changed since the index was composed');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port to a thread has no origin
    parentPort?.postMessage('begun');
    const placer = createPlacer(placing);
    buildIndex(path, { ...facts, pages: placed(mirror.publishable()) });
    function* placed(mirrored: Iterable<Omit<Page, 'city' | 'family'>>): Generator<Page> {
      for (const page of mirrored) yield placer.placed(page);
    }
  })();
}
verifyIndex(path, { pages: count });
