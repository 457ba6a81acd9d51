import assert from 'node:assert/strict';
import { readdirSync, readlinkSync, truncateSync } from 'node:fs';
import { describe, it } from 'node:test';
import { buildIndex } from '../../../db/index/builder.ts';
import { openIndex } from '../../../db/index/reader.ts';
import { countTurns } from '../../helpers/event-loop-turns.ts';
import { contentOf, page, temporaryDirectory } from '../search/search-pages.ts';

const PLENTY = 2 ** 40;
/** Opening takes some 50 ms of processor time at least; of a few long slices there would be a few turns. */
const TURNS_AT_LEAST = 10;

function built(directory: ReturnType<typeof temporaryDirectory>): string {
  const file = directory.file('index-1.db');
  const pages = [...Array(200).keys()].map((at) =>
    page({ id: at + 1, markdown: `caldera ${'de gas '.repeat(at % 7)}` }),
  );
  buildIndex(file, contentOf(pages));
  return file;
}

function targetOf(handle: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`);
  } catch {
    return undefined;
  }
}

describe('openIndex', () => {
  it('yields to the event loop again and again while it opens', async () => {
    using directory = temporaryDirectory();
    const file = built(directory);
    const { result: index, turns } = await countTurns(() => openIndex(file, PLENTY));
    index.close();
    assert.ok(turns >= TURNS_AT_LEAST, `${turns} turns`);
  });

  it('holds the words in memory when they fit, and else finds the same pages in the file', async () => {
    using directory = temporaryDirectory();
    const file = built(directory);
    const [roomy, tight] = await Promise.all([openIndex(file, PLENTY), openIndex(file, 1000)]);
    assert.equal(roomy.mode, 'memory');
    assert.equal(tight.mode, 'file');
    assert.ok(tight.wordBytes > 1000);
    assert.equal(tight.wordBytes, roomy.wordBytes);
    const question = { query: 'caldera de gas', city: undefined, limit: 200, offset: 0 };
    const urls = (index: typeof roomy) => new Set(index.search(question).hits.map(({ url }) => url));
    assert.deepEqual(urls(tight), urls(roomy));
    assert.equal(urls(tight).size, 200);
    roomy.close();
    tight.close();
  });

  it('refuses what is no index, and lets go of it', async () => {
    using directory = temporaryDirectory();
    const file = built(directory);
    truncateSync(file, 20_000);
    await assert.rejects(openIndex(file, PLENTY));
    await assert.rejects(openIndex(directory.file('missing.db'), PLENTY));
    const handles = process.platform === 'linux' ? readdirSync('/proc/self/fd').map(targetOf) : [];
    assert.ok(!handles.includes(file), 'the file is still open');
  });
});
