/** Vocabulary of trades: by language (primary subtag), the words for each thing. */
export type Vocabulary = Readonly<Record<string, TradeWords>>;

/** The words of one language. An index that an older program made lacks the last seven. */
export type TradeWords = {
  /** Synonyms by the thing that they name, whose key all languages share; a member may be a phrase. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** Phrases that mean a thing without naming it, by the words for it. */
  readonly sayings: Readonly<Record<string, readonly string[]>>;
  /** Keys of the wider things that a thing is a kind, a part or a matter of, by its own key. */
  readonly broader?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Services of trades next door, in the form of `words`; they stand for nothing in a query but for themselves. */
  readonly neighbours?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Keys of what some companies of the trade do and others do not. */
  readonly services?: readonly string[] | undefined;
  /** Fields of services, each a list of keys: a company that has one of a field has all of it. */
  readonly fields?: readonly (readonly string[])[] | undefined;
  /** Words that are said of any thing (*repair*, *broken*): they do not tell which. */
  readonly predicates?: readonly string[] | undefined;
  /** Questions that are a whole query, by words for what they ask about, of which those count that a title has. */
  readonly questions?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Names of what companies of other trades do, by trade. */
  readonly others?: Readonly<Record<string, readonly string[]>> | undefined;
};
