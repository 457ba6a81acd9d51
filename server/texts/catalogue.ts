import type { OperationTexts } from '../../shared/operation-texts/operation-texts.ts';
import type { AUTHORIZATION_EN } from './en/authorization.ts';
import type { OPEN_API_EN } from './en/open-api.ts';

/** Texts of the OpenAPI document. */
export type OpenApiTexts = typeof OPEN_API_EN;

/** Example names of a site. Fields are omitted if the site has no such object. All are short plain names. */
export type SiteExamples = {
  readonly site?: {
    readonly name?: string;
    /** BCP 47 tag. */
    readonly language: string;
  };
  readonly service?: string;
  /** A city with pages, of the service if possible. */
  readonly city?: { readonly slug: string; readonly name: string };
  /** A page, of the service and city if possible. */
  readonly page?: { readonly title: string; readonly url: string };
};

// Two dates (`2027-01-01`) and the URL of the page that explains the withdrawal of v1.
type WithdrawalFacts = { readonly since: string; readonly until: string; readonly url: string };

// Values of every Markdown document.
type DocumentFacts = { readonly siteUrl: string; readonly host: string };

type QuotaFacts = { readonly name: string; readonly limit: number; readonly windowSeconds: number };

export type AgentsMdFacts = DocumentFacts & {
  readonly baseUrl: string;
  /** Block about a withdrawal, or an empty string. */
  readonly notice: string;
  /** Sections of the operations. */
  readonly operations: string;
  readonly mcpVersions: string;
  /** JSON-RPC message for single quotes of a shell. */
  readonly mcpCall: string;
  readonly anonymous: QuotaFacts;
  readonly identified: QuotaFacts;
};

export type AuthMdFacts = Pick<AgentsMdFacts, 'siteUrl' | 'host' | 'notice' | 'anonymous' | 'identified'> & {
  /** URLs of the protected resource metadata. */
  readonly metadata: { readonly site: string; readonly api: string };
  readonly registrationsPerHour: number;
  readonly tokensPerMinute: number;
  readonly tokenLifetime: number;
  readonly recycleAfterDays: number;
  /** URL of an example search. */
  readonly search: string;
};

export type SkillFacts = DocumentFacts & {
  readonly examples: SiteExamples;
  /** URLs of the operations in the steps. */
  readonly search: string;
  readonly read: string;
  readonly company: string;
  /** Markdown lists of the company sections and of all operations. */
  readonly sections: string;
  readonly operations: string;
};

/** Texts of the tools of `/mcp/knowledge`. */
export type KnowledgeTexts = {
  readonly instructions: (site: string | undefined) => string;
  readonly search: Readonly<Record<'title' | 'description' | 'query' | 'results', string>>;
  readonly fetch: Readonly<Record<'title' | 'description' | 'id', string>>;
  /** Fields of a page. */
  readonly page: Readonly<Record<'id' | 'title' | 'url' | 'text' | 'metadata', string>>;
};

// Sentences in the `hint` of a search without results.
type HintTexts = {
  readonly noMore: string;
  readonly nowhere: string;
  readonly notInCity: (city: string) => string;
  // First result of the query without the city.
  readonly elsewhere: (url: string, title: string) => string;
  // The query is in a language (BCP 47) that was not searched.
  readonly inLanguage: (spoken: string) => string;
  readonly noPagesInLanguage: (spoken: string, main: string) => string;
  // Suggests words; `main` is the language of the site (BCP 47).
  readonly otherWords: (main: string) => string;
  readonly catalogue: string;
};

/** Texts of the documents in a language. The type requires all of them. */
export type Catalogue = {
  readonly operations: OperationTexts;
  /** Name and purpose of the service, for catalogues and MCP clients. */
  readonly service: {
    readonly title: string;
    /** At most 100 characters (MCP server card, SEP-2127). */
    readonly description: string;
  };
  /** Example query while no index is open. */
  readonly commonWord: string;
  /** Two to five example questions (ARD and AI Catalog, `representativeQueries`). */
  readonly questions: (examples: SiteExamples) => readonly string[];
  /** Sentence about the withdrawal of v1, in Markdown. */
  readonly withdrawal: (facts: WithdrawalFacts) => string;
  readonly indexDocument: { readonly name: (site: string | undefined) => string; readonly description: string };
  /** Message of `/api/sandbox`: there is no sandbox. */
  readonly sandbox: string;
  /** Names of the protected resources (RFC 9728, `resource_name`). */
  readonly resources: Readonly<Record<'site' | 'api' | 'mcp' | 'knowledge', string>>;
  readonly mcp: {
    /** Instructions for the model; `tools` is a list of the tools. */
    readonly instructions: (examples: SiteExamples, tools: string) => string;
    /** Note about a tool that requires a token. */
    readonly needsToken: string;
    /** Description of the `Authorization` header in the server card. */
    readonly authorization: string;
  };
  readonly knowledge: KnowledgeTexts;
  readonly hints: HintTexts;
  /** Texts of the page at `/oauth/authorize`. */
  readonly authorization: typeof AUTHORIZATION_EN;
  readonly openApi: OpenApiTexts;
  readonly llmsTxt: {
    /** Follows the sentence about the site. */
    readonly service: string;
    readonly headings: Readonly<Record<'service' | 'pages' | 'services' | 'cities', string>>;
    readonly names: Readonly<Record<'reference' | 'console', string>>;
    readonly notes: Readonly<Record<'agentsMd' | 'authMd' | 'openApi' | 'mcp' | 'reference' | 'console', string>>;
  };
  readonly agentsMd: {
    readonly document: (facts: AgentsMdFacts) => string;
    /** Line about an operation that requires a token with this scope. */
    readonly needsToken: (scope: string) => string;
    readonly required: string;
    /** Label of the list of values of a parameter. */
    readonly values: string;
    readonly preset: (value: string) => string;
    /** Length limits of a string; `min` may be missing. */
    readonly length: (min: number | undefined, max: number) => string;
  };
  readonly authMd: (facts: AuthMdFacts) => string;
  readonly skill: {
    /** Title and description in catalogues. */
    readonly title: string;
    readonly entry: string;
    /** Two to five example requests. */
    readonly queries: readonly string[];
    /** Description for the selection by agents, at most 1024 characters (agentskills.io). */
    readonly description: (examples: SiteExamples) => string;
    readonly document: (facts: SkillFacts) => string;
    readonly needsToken: (scope: string) => string;
  };
};
