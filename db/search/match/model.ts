import fitted from './model.json' with { type: 'json' };

/** Features of a candidate page. README.md defines each. */
export const FEATURES = ['text', 'exact', 'title', 'titleShare', 'proximity', 'passage', 'letters', 'front'] as const;
export type Feature = (typeof FEATURES)[number];

/** The values of the features of a page, or their shares in its score. */
export type FeatureValues = Readonly<Record<Feature, number>>;

/** Weights of the linear model, as `npm run train` fitted them. */
export const WEIGHTS: FeatureValues = fitted.ranking.weights;

/** The score of a page: the sum of its features by their weights. */
export function scoreOf(values: FeatureValues): number {
  let score = 0;
  for (const feature of FEATURES) score += WEIGHTS[feature] * values[feature];
  return score;
}
