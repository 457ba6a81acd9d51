import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printable } from '../../shared/printable.ts';
import { EVIL } from '../helpers/run-summary.ts';

describe('printable', () => {
  it('leaves nothing that steers a terminal', () => {
    assert.equal(printable(EVIL), 'Casa [2J gnp.exe 31m«x»');
  });

  it('cuts a long text without breaking a character', () => {
    const cut = printable('😀'.repeat(300), 100);
    assert.ok(cut.length <= 100);
    assert.ok(cut.isWellFormed());
    assert.ok(cut.endsWith('…'));
  });
});
