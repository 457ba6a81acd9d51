import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProgress, progressLine } from '../../../../sync/service/report/terminal.ts';

describe('createProgress', () => {
  it('draws one line of the terminal again and again, and clears it at the end', () => {
    let time = 0;
    let written = '';
    const terminal = { columns: 40, write: (text: string) => Boolean((written += text)) };
    const progress = createProgress(terminal, () => time);
    progress.begin('Reading pages', 10);
    for (const done of [1, 2, 3]) {
      time += 1000;
      progress.advance(done);
    }
    progress.end();
    assert.ok(!written.includes('\n') && !written.includes('\u001B7'));
    const lines = written.split('\r\u001B[2K').slice(1);
    assert.equal(lines.length, 5);
    assert.equal(lines.at(-1), '');
    assert.ok(lines.every((line) => line.length < 40));
  });
});

describe('progressLine', () => {
  it('estimates the remaining time once a page was seen', () => {
    const at = (done: number, milliseconds: number) => progressLine('Reading pages', { done, total: 41, milliseconds });
    assert.match(at(0, 24_000), /^Reading pages ░{20} 0\/41$/);
    assert.match(at(20, 10_000), / 20\/41 · 11 s left$/);
    assert.match(at(1, 60_000), / 1\/41 · 40 min left$/);
  });

  it('shows the count alone where nobody knows the total', () => {
    const of = (done: number) => progressLine('Listing pages', { done, total: undefined, milliseconds: 0 });
    assert.deepEqual([of(0), of(203)], ['Listing pages …', 'Listing pages 203']);
  });
});
