/** `node publishing-edits.ts DIR PAGES`: the sync's part in bench/publishing-readers.ts; publishes an edited page whenever it is told how. */
import { setPriority } from 'node:os';
import { RUN_NICENESS } from '../sync/service/run-process.ts';
import { openMadeUpSite } from './made-up-site.ts';

/** Pages that bench/publishing.ts has not edited. */
const FIRST_ROUND = 50;

setPriority(RUN_NICENESS);
const [dir = '', pages = ''] = process.argv.slice(2);
const site = openMadeUpSite(dir, Number(pages), FIRST_ROUND);

process.on('message', (kind: keyof typeof site.edits) => {
  site.edits[kind]();
  void site.publish().then(({ pointer }) => process.send?.(pointer.generation));
});
process.once('disconnect', () => site[Symbol.dispose]());
