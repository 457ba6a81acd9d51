/** The sync's part in bench/traffic.ts, in a process of its own: publishes another generation whenever it is asked to. */
import { temporaryDataDir } from '../test/helpers/sample-index.ts';
import { sitePages } from './corpus.ts';

const pages = Number(process.argv[2]);
const data = await temporaryDataDir();
let seed = 0;

async function publish(): Promise<void> {
  seed += 1;
  const { generation } = await data.publish({ pages: [...sitePages(pages, seed)], aliases: [] });
  if (process.connected) process.send?.({ dir: data.dir, generation });
}

let last = publish();
process.on('message', () => {
  last = last.then(publish);
});
process.on('disconnect', () => {
  last = last.then(() => data[Symbol.asyncDispose]());
});
