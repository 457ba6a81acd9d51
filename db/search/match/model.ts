/** Features of a candidate page. README.md defines each. */
export const FEATURES = ['text', 'exact', 'title', 'titleShare', 'proximity', 'passage', 'letters', 'front'] as const;
export type Feature = (typeof FEATURES)[number];

/** The values of the features of a page, or their shares in its score. */
export type FeatureValues = Readonly<Record<Feature, number>>;

/** Weights of the linear model. */
export const WEIGHTS: Record<Feature, number> = {
  text: 1,
  exact: 0.6,
  title: 0.35,
  titleShare: 0.6,
  proximity: 0.5,
  passage: 0.8,
  letters: 0.8,
  front: -0.55,
};

/** The score of a page: the sum of its features by their weights. */
export function scoreOf(values: FeatureValues): number {
  let score = 0;
  for (const feature of FEATURES) score += WEIGHTS[feature] * values[feature];
  return score;
}
