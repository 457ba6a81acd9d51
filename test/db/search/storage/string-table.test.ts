import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assert as assertProperty, property, string, uniqueArray } from 'fast-check';
import type { Numbers, ReadArray } from '../../../../db/search/storage/arrays.ts';
import { readStringTable, writeStringTable } from '../../../../db/search/storage/string-table.ts';

/** Arrays that are kept in memory instead of a database. */
function memory() {
  const arrays = new Map<string, Numbers>();
  return {
    write: (name: string, numbers: Numbers): void => {
      arrays.set(name, numbers);
    },
    read: ((name: string) => arrays.get(name)) as ReadArray,
  };
}

describe('a string table', () => {
  it('finds every string by its ordinal and every ordinal by its string', () => {
    assertProperty(
      property(uniqueArray(string({ unit: 'grapheme', minLength: 1, maxLength: 12 })), string(), (words, other) => {
        const { read, write } = memory();
        writeStringTable('words', words, write);
        const list = readStringTable('words', read);
        assert.equal(list.size, words.length);
        words.forEach((word, number) => {
          assert.equal(list.ordinalOf(word), number);
          assert.equal(list.textOf(number), word);
        });
        assert.equal(list.ordinalOf(other), words.includes(other) ? words.indexOf(other) : undefined);
      }),
    );
  });

  it('finds strings of any length, and those that begin with a text', () => {
    const words = ['ñ'.repeat(5000), 'a', 'ab', 'a'.repeat(5000)];
    const { read, write } = memory();
    writeStringTable('words', words, write);
    const list = readStringTable('words', read);
    assert.deepEqual(
      words.map((word) => list.ordinalOf(word)),
      [0, 1, 2, 3],
    );
    assert.deepEqual(list.withPrefix('a', 10), [1, 3, 2]);
    assert.deepEqual(list.withPrefix('ñ'.repeat(4000), 10), [0]);
    assert.equal(list.ordinalOf('ñ'.repeat(5001)), undefined);
  });
});
