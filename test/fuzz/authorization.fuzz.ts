import { it } from 'node:test';
import { guessCodes } from '../helpers/guessed-codes.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);

it(`no code leaks to another redirect, client or challenge (FUZZ_SEED=${SEED})`, async (t) => {
  t.diagnostic(JSON.stringify(await guessCodes({ runs: RUNS, seed: SEED })));
});
