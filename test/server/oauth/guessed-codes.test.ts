import assert from 'node:assert/strict';
import { it } from 'node:test';
import { guessCodes } from '../../helpers/guessed-codes.ts';

it('no code leaks to another redirect, client or challenge (80 of the authorizations of test/fuzz)', async () => {
  const { codes, redeemed, refused, noCode } = await guessCodes({ runs: 80, seed: 41 });
  for (const count of [codes, redeemed, refused, noCode])
    assert.ok(count > 5, JSON.stringify({ codes, redeemed, refused }));
});
