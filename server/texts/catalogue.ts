import type { OperationTexts } from '../../shared/operation-texts/operation-texts.ts';
import type { AUTHORIZATION_EN } from './en/authorization.ts';
import type { OPEN_API_EN } from './en/open-api.ts';

/** The words of the contract. */
export type OpenApiTexts = typeof OPEN_API_EN;

/** Things of a site that examples name; each is missing on a site that has no such thing. All are short, plain names. */
export type SiteExamples = {
  readonly site?: {
    readonly name?: string;
    /** BCP 47 tag. */
    readonly language: string;
  };
  /** Name of a service. */
  readonly service?: string;
  /** A city in which there are pages, of that service if possible. */
  readonly city?: { readonly slug: string; readonly name: string };
  /** A page, of that service and city if possible. */
  readonly page?: { readonly title: string; readonly url: string };
};

/** The announced withdrawal of v1: two days (`2027-01-01`) and the address of the page that explains it. */
type WithdrawalFacts = { readonly since: string; readonly until: string; readonly url: string };

/** Facts that every Markdown document names. */
type DocumentFacts = { readonly siteUrl: string; readonly host: string };

/** Requests that a policy admits in its window. */
type QuotaFacts = { readonly name: string; readonly limit: number; readonly windowSeconds: number };

export type AgentsMdFacts = DocumentFacts & {
  readonly baseUrl: string;
  /** Block about a withdrawal; empty while there is none. */
  readonly notice: string;
  /** The sections about the operations. */
  readonly operations: string;
  readonly mcpVersions: string;
  /** JSON-RPC message of a call, fit for single quotes of a shell. */
  readonly mcpCall: string;
  readonly anonymous: QuotaFacts;
  readonly identified: QuotaFacts;
};

export type AuthMdFacts = Pick<AgentsMdFacts, 'siteUrl' | 'host' | 'notice' | 'anonymous' | 'identified'> & {
  /** Metadata of the protected resources, by their addresses. */
  readonly metadata: { readonly site: string; readonly api: string };
  readonly registrationsPerHour: number;
  readonly tokensPerMinute: number;
  readonly tokenLifetime: number;
  readonly recycleAfterDays: number;
  /** Address of a search. */
  readonly search: string;
};

export type SkillFacts = DocumentFacts & {
  readonly examples: SiteExamples;
  /** Addresses of the operations that the steps name. */
  readonly search: string;
  readonly read: string;
  readonly company: string;
  /** Lists of Markdown: the sections of the company data, and all operations. */
  readonly sections: string;
  readonly operations: string;
};

/** The words of the tools that ChatGPT's company knowledge and deep research call. */
export type KnowledgeTexts = {
  readonly instructions: (site: string | undefined) => string;
  readonly search: Readonly<Record<'title' | 'description' | 'query' | 'results', string>>;
  readonly fetch: Readonly<Record<'title' | 'description' | 'id', string>>;
  /** Fields of a page. */
  readonly page: Readonly<Record<'id' | 'title' | 'url' | 'text' | 'metadata', string>>;
};

/** Sentences of the `hint` of a search without results. */
type HintTexts = {
  readonly noMore: string;
  readonly nowhere: string;
  readonly notInCity: (city: string) => string;
  /** The first result of the same search without a city. */
  readonly elsewhere: (url: string, title: string) => string;
  /** The query is in another language (BCP 47) than the pages that were searched. */
  readonly inLanguage: (spoken: string) => string;
  readonly noPagesInLanguage: (spoken: string, main: string) => string;
  /** Which words to try instead; `main` is the language of the site (BCP 47). */
  readonly otherWords: (main: string) => string;
  readonly catalogue: string;
};

/** Every text of the documents in one language. A language has all of them, or it does not compile. */
export type Catalogue = {
  /** The operation table. */
  readonly operations: OperationTexts;
  /** Name and purpose of the service, for catalogues and MCP clients. */
  readonly service: {
    readonly title: string;
    /** At most 100 characters (MCP server card, SEP-2127). */
    readonly description: string;
  };
  /** A word that most sites can be searched for, while there is no index to take one from. */
  readonly commonWord: string;
  /** Two to five questions that agents can have answered here (ARD and AI Catalog, `representativeQueries`). */
  readonly questions: (examples: SiteExamples) => readonly string[];
  /** The sentence by which a document says that v1 is being withdrawn, in Markdown. */
  readonly withdrawal: (facts: WithdrawalFacts) => string;
  readonly indexDocument: { readonly name: (site: string | undefined) => string; readonly description: string };
  /** Message of `/api/sandbox`: there is none. */
  readonly sandbox: string;
  /** Names of the protected resources (RFC 9728, `resource_name`). */
  readonly resources: Readonly<Record<'site' | 'api' | 'mcp' | 'knowledge', string>>;
  readonly mcp: {
    /** Instructions for the model, sent once, before it calls anything; `tools` is a list of them. */
    readonly instructions: (examples: SiteExamples, tools: string) => string;
    /** Note after a tool that cannot be called without a token. */
    readonly needsToken: string;
    /** Description of the header `Authorization` in the server card. */
    readonly authorization: string;
  };
  readonly knowledge: KnowledgeTexts;
  readonly hints: HintTexts;
  /** The page of `/oauth/authorize`. */
  readonly authorization: typeof AUTHORIZATION_EN;
  readonly openApi: OpenApiTexts;
  readonly llmsTxt: {
    /** The use that programs have of the pages, after the sentence about the site. */
    readonly service: string;
    readonly headings: Readonly<Record<'service' | 'pages' | 'services' | 'cities', string>>;
    readonly names: Readonly<Record<'reference' | 'console', string>>;
    readonly notes: Readonly<Record<'agentsMd' | 'authMd' | 'openApi' | 'mcp' | 'reference' | 'console', string>>;
  };
  readonly agentsMd: {
    readonly document: (facts: AgentsMdFacts) => string;
    /** Line about an operation that needs a token of this scope. */
    readonly needsToken: (scope: string) => string;
    readonly required: string;
    /** Word before the list of the values of a parameter. */
    readonly values: string;
    readonly preset: (value: string) => string;
    /** Bounds on the length of a text; `min` is missing where there is none. */
    readonly length: (min: number | undefined, max: number) => string;
  };
  readonly authMd: (facts: AuthMdFacts) => string;
  readonly skill: {
    /** Title and description of its entry in catalogues. */
    readonly title: string;
    readonly entry: string;
    /** Two to five requests for which it is of use. */
    readonly queries: readonly string[];
    /** Description by which agents choose it, at most 1024 characters (agentskills.io). */
    readonly description: (examples: SiteExamples) => string;
    readonly document: (facts: SkillFacts) => string;
    readonly needsToken: (scope: string) => string;
  };
};
