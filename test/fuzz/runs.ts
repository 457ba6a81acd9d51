import { randomInt } from 'node:crypto';
import type { TestContext } from 'node:test';
import * as fc from 'fast-check';

/** Number of cases for each surface; `FUZZ_RUNS` sets another. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 20_000);
/** Cases that are made at a time: what their world holds lasts as long. */
const ROUND = 1000;
/** Number of concurrent cases. */
const AT_ONCE = 16;

/** Chosen anew for every run, and reported; `FUZZ_SEED` tries the same cases again. */
const SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));

type Surface<Case> = {
  readonly cases: fc.Arbitrary<Case>;
  /** Tries one case, throws when its answer is not as it must be, and returns the kind of the answer. */
  readonly attempt: (one: Case) => Promise<string>;
  /** Makes the world afresh for the next cases. */
  readonly prepare?: () => Promise<void>;
  /** The share of each kind of answer that must be reached: cases that all fail the first validation prove nothing. */
  readonly atLeast: Readonly<Record<string, number>>;
};

/**
 * Tries many cases of a surface, several at once. A case that fails is tried again alone and made as small as it can be.
 */
export async function fuzz<Case>(t: TestContext, surface: Surface<Case>): Promise<void> {
  const kinds = new Map<string, number>();
  for (let done = 0; done < RUNS; done += ROUND) {
    const round = { seed: SEED + done / ROUND, numRuns: Math.min(ROUND, RUNS - done) };
    await surface.prepare?.();
    const cases = fc.sample(surface.cases, { ...round, unbiased: false });
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(surface, cases, kinds))).catch(async (error) => {
      await surface.prepare?.();
      await fc.assert(
        fc.asyncProperty(surface.cases, async (one) => void (await surface.attempt(one))),
        round,
      );
      throw new Error('It failed among others, and not alone', { cause: error });
    });
  }
  report(t, kinds);
  for (const [kind, least] of Object.entries(surface.atLeast)) {
    const share = (kinds.get(kind) ?? 0) / RUNS;
    if (share < least) throw new Error(`Only ${percent(share)} of the cases were answered ${kind}`);
  }
}

/** Takes cases off a list until there are none. */
async function work<Case>(surface: Surface<Case>, cases: Case[], kinds: Map<string, number>): Promise<void> {
  while (cases.length > 0) {
    const kind = await surface.attempt(cases.pop() as Case);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
}

/** Holds a property of a function against many inputs. */
export function holds<Inputs extends [unknown, ...unknown[]]>(
  t: TestContext,
  ...[arbitraries, check]: [{ [At in keyof Inputs]: fc.Arbitrary<Inputs[At]> }, (...inputs: Inputs) => string | void]
): void {
  const kinds = new Map<string, number>();
  fc.assert(
    fc.property(...arbitraries, (...inputs: Inputs) => {
      const kind = check(...inputs) ?? 'held';
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }),
    { seed: SEED, numRuns: RUNS },
  );
  report(t, kinds);
}

function report(t: TestContext, kinds: ReadonlyMap<string, number>): void {
  const shares = [...kinds]
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${kind} ${percent(count / RUNS)}`);
  t.diagnostic(`${t.name}: ${RUNS} cases with FUZZ_SEED=${SEED}: ${shares.join(', ')}`);
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
