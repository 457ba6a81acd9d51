/** Vocabulary of trades: by language (primary subtag), the words for each thing. */
export type Vocabulary = Readonly<Record<string, TradeWords>>;

/** The words of one language. */
export type TradeWords = {
  /** Synonyms by the thing that they name, whose key all languages share; a member may be a phrase. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** Phrases that mean a thing without naming it, by the word for it. */
  readonly sayings: Readonly<Record<string, readonly string[]>>;
};
