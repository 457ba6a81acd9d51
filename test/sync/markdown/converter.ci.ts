import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createConverters } from '../../../sync/markdown/converter.ts';

const REST = { baseUrl: 'https://casa.example/', source: 'rest' } as const;

/** Takes many seconds. */
const LONG = '<p>Un párrafo de una página muy larga, con <b>negritas</b>.</p>'.repeat(200_000);

describe('createConverters, with several threads', () => {
  it('leaves a thread to the sites whose pages are quick', async () => {
    let [time, tick] = [0, 5000];
    await using converters = createConverters({ threads: 2, now: () => (time += tick) });
    const slow = [converters.open(), converters.open(), converters.open()];
    for (const { convert } of slow) await convert('<p>uno</p>', REST);
    tick = 0;
    let ended = 0;
    const atWork = slow.map(({ convert }) => convert(LONG, REST).finally(() => (ended += 1)));
    const outcomes = Promise.allSettled(atWork);
    await using quick = converters.open();
    for (const text of ['dos', 'tres']) assert.equal((await quick.convert(text, REST)).markdown.trim(), text);
    assert.equal(ended, 0);
    for (const site of slow) await site[Symbol.asyncDispose]();
    await outcomes;
  });
});
