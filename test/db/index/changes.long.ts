import { it } from 'node:test';
import { followRandomChanges } from '../../helpers/random-changes.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);

it(`a copy that follows the feed equals the live index after 10,000 edits (FUZZ_SEED=${SEED})`, async (t) => {
  t.diagnostic(JSON.stringify(await followRandomChanges({ edits: 10_000, seed: SEED })));
});
