/** Chance that a seed repeats (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability: number): boolean => next() < probability,
    pick: <T>(choices: readonly T[]): T => choices[below(choices.length)] as T,
  };
}
export type Random = ReturnType<typeof createRandom>;
