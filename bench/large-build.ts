/** `node large-build.ts PAGES FILE`: builds the index of a made-up site; prints how long that took and the memory it took at most. */
import { buildIndex } from '../db/index/builder.ts';
import { contentOf } from '../test/db/search/search-pages.ts';
import { sitePages } from './corpus.ts';

const [pages = '', file = ''] = process.argv.slice(2);
const started = performance.now();
buildIndex(file, contentOf(sitePages(Number(pages))));
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage();
const figures = { seconds, cpuSeconds: (user + system) / 1e6, peakBytes: process.resourceUsage().maxRSS * 1024 };
process.stdout.write(`${JSON.stringify(figures)}\n`);
