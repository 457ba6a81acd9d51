const FACTOR = Number(process.env['PROPERTY_RUNS'] ?? 1);

/** Number of random cases of a property: `count` in `npm test`, times `PROPERTY_RUNS` in the nightly step. */
export const propertyRuns = (count: number): number => count * FACTOR;
