import fitted from './model.json' with { type: 'json' };

/** Features of a candidate, defined in README.md. */
export const FEATURES = ['text', 'exact', 'title', 'titleShare', 'proximity', 'passage', 'letters', 'front'] as const;
export type Feature = (typeof FEATURES)[number];

/** Feature values of a page, or their shares in its score. */
export type FeatureValues = Readonly<Record<Feature, number>>;

/** Weights of the linear model, fitted by `npm run train`. */
export const WEIGHTS: FeatureValues = fitted.ranking.weights;

// A sum without a loop: it is computed for every candidate.
export function scoreOf({ text, exact, title, titleShare, proximity, passage, letters, front }: FeatureValues): number {
  const fromText =
    WEIGHTS.text * text + WEIGHTS.exact * exact + WEIGHTS.title * title + WEIGHTS.titleShare * titleShare;
  return (
    fromText +
    WEIGHTS.proximity * proximity +
    WEIGHTS.passage * passage +
    WEIGHTS.letters * letters +
    WEIGHTS.front * front
  );
}
