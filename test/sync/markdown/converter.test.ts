import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createConverters } from '../../../sync/markdown/converter.ts';
import { readPage } from '../../../sync/markdown/parse/page.ts';

const REST = { baseUrl: 'https://casa.example/', source: 'rest' } as const;

/** Takes many seconds. */
const LONG = '<p>Un párrafo de una página muy larga, con <b>negritas</b>.</p>'.repeat(200_000);

describe('createConverters', () => {
  const shared = createConverters();
  after(() => shared[Symbol.asyncDispose]());

  it('converts pages, several at once', async () => {
    await using converter = shared.open();
    const texts = await Promise.all(['<p>uno</p>', '<p>dos</p>'].map((html) => converter.convert(html, REST)));
    assert.deepEqual(
      texts.map(({ markdown }) => markdown.trim()),
      ['uno', 'dos'],
    );
  });

  it('stops a page that takes too long, and converts the next', async () => {
    await using converters = createConverters({ deadlineMs: 1 });
    await using converter = converters.open();
    await assert.rejects(converter.convert(LONG, REST), { name: 'ConversionError', message: /exceeds the time limit/ });
    await using other = shared.open();
    assert.equal((await other.convert('<p>dos</p>', REST)).markdown.trim(), 'dos');
  });

  it('fails no page because the program was busy meanwhile', async () => {
    await using converters = createConverters({ deadlineMs: 1000 });
    await using converter = converters.open();
    await converter.convert('<p>uno</p>', REST);
    const page = converter.convert('<p>dos</p>', REST);
    // The timer of the page is due before its answer can be taken.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1400);
    assert.equal((await page).markdown.trim(), 'dos');
  });

  it('refuses a page that does not fit into the memory that is left, and converts the next', async (t) => {
    t.mock.method(process, 'availableMemory', () => 300_000_000);
    await using converter = shared.open();
    const large = `<p>${'texto '.repeat(1_400_000)}</p>`;
    await assert.rejects(converter.convert(large, REST), {
      name: 'ConversionError',
      message: 'its HTML of 9 MB needs 589 MB of memory, but 300 MB are available',
    });
    assert.throws(() => readPage(large).body, { name: 'ConversionError' });
    assert.equal((await converter.convert('<p>dos</p>', REST)).markdown.trim(), 'dos');
  });

  it('ends the threads of a site that rests, and loads one for its next page', async () => {
    let threads = 0;
    const count = () => void (threads += 1);
    process.on('worker', count);
    try {
      await using converters = createConverters();
      await using converter = converters.open();
      await converter.convert('<p>uno</p>', REST);
      await converter.rest();
      assert.equal((await converter.convert('<p>dos</p>', REST)).markdown.trim(), 'dos');
      assert.equal(threads, 2);
      await using other = converters.open();
      await converter.rest();
      await other.convert('<p>tres</p>', REST);
      assert.equal(threads, 2, 'another site uses the thread');
    } finally {
      process.off('worker', count);
    }
  });

  it('rejects running and later conversions when it is closed', async () => {
    await using converters = createConverters();
    const converter = converters.open();
    const underWay = ['<p>uno</p>', '<p>dos</p>'].map((html) => converter.convert(html, REST));
    const outcomes = Promise.allSettled(underWay);
    await converter[Symbol.asyncDispose]();
    for (const { status } of await outcomes) assert.equal(status, 'rejected');
    await assert.rejects(converter.convert('<p>tres</p>', REST), /The converter is closed/);
    await using next = converters.open();
    assert.equal((await next.convert('<p>cuatro</p>', REST)).markdown.trim(), 'cuatro');
  });

  it('takes a page of each site in turn, however many one of them has', async () => {
    await using large = shared.open();
    await using small = shared.open();
    const done: string[] = [];
    const pages = Array.from({ length: 9 }, async (_, at) => {
      await large.convert('<p>uno</p>', REST);
      done.push(`large ${at}`);
    });
    await pages[0];
    await small.convert('<p>dos</p>', REST);
    done.push('small');
    await Promise.all(pages);
    assert.ok(done.indexOf('small') < 3, String(done));
  });
});
