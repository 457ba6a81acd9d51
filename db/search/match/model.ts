import fitted from './model.json' with { type: 'json' };

/** Features of a candidate, defined in README.md. */
export const FEATURES = ['text', 'exact', 'title', 'titleShare', 'proximity', 'passage', 'letters', 'front'] as const;
export type Feature = (typeof FEATURES)[number];

/** Feature values of a page, or their shares in its score. */
export type FeatureValues = Readonly<Record<Feature, number>>;

/** Weights of the linear model, fitted by `npm run train`. */
export const WEIGHTS: FeatureValues = fitted.ranking.weights;

export function scoreOf(values: FeatureValues): number {
  let score = 0;
  for (const feature of FEATURES) score += WEIGHTS[feature] * values[feature];
  return score;
}
