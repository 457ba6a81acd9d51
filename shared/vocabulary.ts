/** Vocabulary of trades: words by language (primary subtag). */
export type Vocabulary = Readonly<Record<string, TradeWords>>;

/** Words of a language. An index of an older release may lack the optional fields; unknown fields are ignored. */
export type TradeWords = {
  /** Synonyms by key, common to all languages; a synonym may be a phrase. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** Phrases that imply a thing, by its key. */
  readonly sayings: Readonly<Record<string, readonly string[]>>;
  /** Keys of broader things, by key. */
  readonly broader?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Single words of the things of all trades, in the main language of the site only. */
  readonly things?: readonly string[] | undefined;
};
