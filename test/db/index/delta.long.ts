import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkDeltas } from './delta-check.ts';

/** `DELTA_SITES=20 npx node --test test/db/index/delta.long.ts` takes some four minutes. */
const SITES = Number(process.env['DELTA_SITES'] ?? 8);
const EDITS = 6;

describe('buildDelta, after many edits of many sites', () => {
  it('answers to the byte as an index of all pages that is built anew', async () => {
    let deltas = 0;
    for (let seed = 1; seed <= SITES; seed++) deltas += await checkDeltas(100 + seed, EDITS);
    // No delta is made where cities or languages are others, or texts became much longer or shorter.
    assert.ok(deltas > (SITES * EDITS) / 4, `${deltas} deltas`);
  });
});
