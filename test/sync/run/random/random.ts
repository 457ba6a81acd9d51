import { seeded } from '../../../helpers/seeded.ts';

/** Chance that a seed repeats. */
export function createRandom(seed: number) {
  const next = seeded(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability: number): boolean => next() < probability,
    pick: <T>(choices: readonly T[]): T => choices[below(choices.length)] as T,
  };
}
export type Random = ReturnType<typeof createRandom>;
