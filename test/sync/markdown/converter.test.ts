import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createConverter } from '../../../sync/markdown/converter.ts';

const REST = { baseUrl: 'https://casa.example/', source: 'rest' } as const;

describe('createConverter', () => {
  it('converts pages, several at once', async () => {
    await using converter = createConverter();
    const texts = await Promise.all(['<p>uno</p>', '<p>dos</p>'].map((html) => converter.convert(html, REST)));
    assert.deepEqual(
      texts.map(({ markdown }) => markdown.trim()),
      ['uno', 'dos'],
    );
  });

  it('stops a page that takes too long, and converts the next', async () => {
    await using converter = createConverter({ deadlineMs: 1 });
    const long = '<p>Un párrafo de una página muy larga, con <b>negritas</b>.</p>'.repeat(200_000);
    await assert.rejects(converter.convert(long, REST), { name: 'ConversionError', message: /takes longer/ });
    await using patient = createConverter();
    assert.equal((await patient.convert('<p>dos</p>', REST)).markdown.trim(), 'dos');
  });

  it('rejects what is under way when it is closed, and whatever comes later', async () => {
    const converter = createConverter();
    const underWay = ['<p>uno</p>', '<p>dos</p>'].map((html) => converter.convert(html, REST));
    const outcomes = Promise.allSettled(underWay);
    await converter[Symbol.asyncDispose]();
    for (const { status } of await outcomes) assert.equal(status, 'rejected');
    await assert.rejects(converter.convert('<p>tres</p>', REST), /The converter is closed/);
  });
});
