import assert from 'node:assert/strict';
import { it } from 'node:test';
import { guessCodes } from '../../helpers/guessed-codes.ts';

it('no code leaks to another redirect, client or challenge (300 of the authorizations of test/fuzz)', async () => {
  const { codes, redeemed, refused, noCode } = await guessCodes({ runs: 300, seed: 41 });
  for (const count of [codes, redeemed, refused, noCode])
    assert.ok(count > 20, JSON.stringify({ codes, redeemed, refused }));
});
