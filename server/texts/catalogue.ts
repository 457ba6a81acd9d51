/** What a site has to give examples of; each is missing on a site that has no such thing. */
export type SiteExamples = {
  /** Name of a service. */
  readonly service?: string;
  /** A city in which there are pages, of that service if possible. */
  readonly city?: { readonly slug: string; readonly name: string };
  /** A page, of that service and city if possible. */
  readonly page?: { readonly title: string; readonly url: string };
};

/** Every text of the documents in one language. A language has all of them, or it does not compile. */
export type Catalogue = {
  /** Name and purpose of the service, for catalogues and MCP clients. */
  readonly service: {
    readonly title: string;
    /** At most 100 characters (MCP server card, SEP-2127). */
    readonly description: string;
  };
  /** Two to five questions that agents can have answered here (ARD and AI Catalog, `representativeQueries`). */
  readonly questions: (examples: SiteExamples) => readonly string[];
  /** The entry of the skill in catalogues. */
  readonly skillEntry: {
    readonly title: string;
    readonly description: string;
    /** Two to five requests for which it is of use. */
    readonly queries: readonly string[];
  };
};
