/** Vocabulary of trades: by language (primary subtag), the words for each thing. */
export type Vocabulary = Readonly<Record<string, TradeWords>>;

/** The words of one language. An index of an older release may lack `broader` and have further keys, which are ignored. */
export type TradeWords = {
  /** Synonyms by the thing that they name, whose key all languages share; a member may be a phrase. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** Phrases that mean a thing without naming it, by the words for it. */
  readonly sayings: Readonly<Record<string, readonly string[]>>;
  /** Keys of the wider things that a thing is a kind, a part or a matter of, by its own key. */
  readonly broader?: Readonly<Record<string, readonly string[]>> | undefined;
};
