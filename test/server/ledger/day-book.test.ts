import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { createDayBook } from '../../../server/ledger/day-book.ts';
import { readEntry, writeEntry } from '../../../server/ledger/entries.ts';
import { createUnrelatedCallers } from '../../../server/ledger/unrelated-callers.ts';
import { movedClock } from '../../helpers/moved-clock.ts';

const nobody = { client: { address: '192.0.2.1', key: '192.0.2.1' }, clientId: undefined, userAgent: undefined };

function openBook() {
  const book = createDayBook({
    ...movedClock().sources,
    randomBytes,
    knownWords: () => ({ knows: () => true, ownNames: new Set() }),
    unrelatedCallers: createUnrelatedCallers(),
  });
  book.turn();
  return book;
}

describe('createDayBook', () => {
  it('tells 5,000 questions of a day apart and counts the others together', () => {
    const book = openBook();
    const preset = { kind: 'question', city: 'todas', language: '', isFirstPart: true, pages: [] } as const;
    for (let n = 0; n < 6000; n++) {
      const query = `word qz${n.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`;
      book.take({ ...preset, query, hasUnmatched: false, isCorrected: false }, nobody);
    }
    const counts = book.drain();
    assert.equal(counts.get(writeEntry(['left_out', 'full'])), 1000);
    const questions = [...counts.keys()].map(readEntry).filter((entry) => entry?.[0] === 'question');
    assert.equal(new Set(questions.map((entry) => entry?.[1])).size, 5000);
  });

  it('has 30,000 entries a day at most, whatever is read', () => {
    const book = openBook();
    for (let n = 0; n < 31_000; n++) book.take({ kind: 'page', path: `/${n}` }, nobody);
    const counts = book.drain();
    assert.equal(counts.size, 30_001);
    assert.equal(counts.get(writeEntry(['left_out', 'full'])), 1000);
  });
});

describe('readEntry', () => {
  it('understands what was written, and nothing else', () => {
    assert.deepEqual(readEntry(writeEntry(['text', 'h', 'año "x"'])), ['text', 'h', 'año "x"']);
    for (const stored of ['', '{}', '["text"]', '["text","h",1]', '["toString","h","x"]', '["other","x"]']) {
      assert.equal(readEntry(stored), undefined, stored);
    }
  });
});
