import { z } from 'zod';
import { ANY_CITY } from '../../shared/cities.ts';
import { fill, fillDocument } from '../../shared/fill.ts';
import { boundedText } from '../../shared/operations.ts';
import type { Noted } from '../ledger/entries.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { operationsOf, requireContent, type Content } from '../operations/content.ts';
import { createInputReader } from '../operations/input.ts';
import { siteExamples } from '../operations/examples.ts';
import { findPage } from '../operations/read-page.ts';
import { textsOf, type Catalogue } from '../texts/texts.ts';
import type { ServerConfig } from '../config.ts';
import SUBMISSION from './chatgpt-submission.json' with { type: 'json' };
import { toolOf, type Toolbox, type ToolDeclaration } from './tools.ts';

// Results of a search.
const RESULTS = 10;

// Longest query in Unicode code points; longer queries are truncated.
const SEARCHED = 200;

/** The tools `search` and `fetch` of ChatGPT's company knowledge and deep research (OpenAI, "Building MCP servers"). */
export const knowledgeTools: Toolbox = {
  path: PATHS.mcpKnowledge,
  resource: 'knowledge',
  api: 'knowledge',
  instructions: (live) => {
    const texts = textsOf(live?.index.site);
    return fill(texts.knowledge.instructions, { site: siteExamples(live).site?.name ?? texts.company });
  },
  tools: (live) => ({
    ...declarations(textsOf(live?.index.site)),
    get_changes: operationsOf(live).get_changes,
  }),
  answer: (name, { given, live, admitted }) => {
    const content = requireContent(live);
    if (name === 'get_changes') return content.call.get_changes(given).value;
    const { value, noted } =
      name === 'search' ? findPages(content, readQuery(given).query) : whole(content, readId(given).id);
    admitted?.note(noted);
    return value;
  },
};

function declarations({ knowledge: { search, fetch, page }, operations }: Catalogue) {
  const { confidence, unmatched, hint } = operations.searchPages.answer;
  const described = (description: string) => z.string().meta({ description });
  const reference = { id: described(page.id), title: described(page.title), url: described(page.url) };
  return {
    search: {
      id: 'search',
      title: search.title,
      description: search.description,
      input: z.object({ query: boundedText(2, 1000).meta({ description: search.query }) }),
      output: z.looseObject({
        results: z.array(z.looseObject(reference)).meta({ description: search.results }),
        confidence: z.enum(['high', 'low']).optional().meta({ description: confidence }),
        unmatched: z.array(z.string()).optional().meta({ description: unmatched }),
        hint: z.string().optional().meta({ description: hint }),
      }),
      authentication: 'optional',
    },
    fetch: {
      id: 'fetch',
      title: fetch.title,
      description: fetch.description,
      input: z.object({ id: boundedText(1, 300).meta({ description: fetch.id }) }),
      output: z.looseObject({
        ...reference,
        text: described(page.text),
        metadata: z.record(z.string(), z.string()).meta({ description: page.metadata }),
      }),
      authentication: 'optional',
    },
  } as const satisfies Record<string, ToolDeclaration>;
}

// Validation does not depend on the language.
const { search: searchTool, fetch: fetchTool } = declarations(textsOf(undefined));
const readQuery = createInputReader<typeof searchTool.input>(searchTool);
const readId = createInputReader<typeof fetchTool.input>(fetchTool);

type Answer<Output extends z.ZodType> = { readonly value: z.infer<Output>; readonly noted: Noted };

function findPages({ index, addresses }: Content, question: string): Answer<typeof searchTool.output> {
  const query = Array.from(question).slice(0, SEARCHED).join('');
  const found = index.search({ query, city: undefined, limit: RESULTS, offset: 0 });
  const { hits, confidence, corrected, unmatched } = found;
  const { hints } = textsOf(index.site);
  return {
    value: {
      results: hits.map(({ title, url }) => ({ id: url, title, url })),
      ...(hits.length > 0 && { confidence }),
      ...(unmatched !== undefined && { unmatched: [...unmatched] }),
      ...(hits.length === 0 && {
        hint: `${hints.nowhere} ${fill(hints.otherWords, { main: index.site.language })}`,
      }),
    },
    noted: {
      kind: 'question',
      query,
      city: ANY_CITY,
      language: '',
      isFirstPart: true,
      pages: hits.map(({ url }) => addresses.keyOf(url) ?? ''),
      hasUnmatched: unmatched !== undefined,
      isCorrected: corrected !== undefined,
    },
  };
}

function whole(content: Content, id: string): Answer<typeof fetchTool.output> {
  const { title, url, path, markdown, modified, language, city } = findPage(content, id, 'id');
  const metadata = { modified, language, ...(city !== '' && { city }) };
  return { value: { id: url, title, text: markdown, url, metadata }, noted: { kind: 'page', path } };
}

// Longest name in ChatGPT's directory, in characters.
const LONGEST_NAME = 30;

const JUSTIFICATIONS = {
  read_only_justification: 'Only reads published pages of the website and does not create, change or delete data.',
  open_world_justification: 'Does not publish, send or submit anything to the internet or to third-party systems.',
  destructive_justification: 'Does not delete, overwrite or revoke anything.',
};

/**
 * `chatgpt-app-submission.json` fills the submission form of ChatGPT's directory, with test cases from the open index.
 * Its texts are English for the reviewers (OpenAI, "chatgpt-app-submission.v1").
 */
export function chatgptSubmission({ siteUrl }: ServerConfig, content: Content | undefined): string {
  const { site: { name = new URL(siteUrl).host } = {}, service, city, page } = siteExamples(content);
  const tools = Object.values(knowledgeTools.tools(content)).map(toolOf);
  const justified = tools.map(({ name: tool, annotations: { readOnlyHint, openWorldHint, destructiveHint } }) => [
    tool,
    { annotations: { readOnlyHint, openWorldHint, destructiveHint }, justifications: JUSTIFICATIONS },
  ]);
  const values = {
    siteUrl,
    paths: PATHS,
    name,
    displayName: Array.from(name).slice(0, LONGEST_NAME).join('').trim(),
    title: page?.title ?? name,
    address: page?.url ?? siteUrl,
    offer: `${service === undefined ? 'its services' : `“${service}”`}${city === undefined ? '' : ` in ${city.name}`}`,
    tools: Object.fromEntries(justified) as object,
  };
  return JSON.stringify(fillDocument(SUBMISSION, values));
}
