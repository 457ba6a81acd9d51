/** `node resident-memory.ts FILE`: how many bytes of memory an index takes once it is open and has been asked. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openIndexSync } from '../db/index/reader.ts';
import { hardQueries } from './corpus.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const residentBytes = () => {
  collect();
  return process.memoryUsage().rss;
};

const queries = hardQueries(10);
const before = residentBytes();
const index = openIndexSync(process.argv[2] ?? '');
for (const query of queries) index.search({ query, city: undefined, limit: 8, offset: 0 });
process.stdout.write(`${JSON.stringify({ bytes: residentBytes() - before })}\n`);
