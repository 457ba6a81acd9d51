import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import type { Content } from '../operations/content.ts';
import { siteExamples } from '../operations/examples.ts';
import { knowledgeTools } from './knowledge-tools.ts';
import { toolOf } from './tools.ts';

// Longest name and subtitle, in characters.
const LONGEST = 30;

const JUSTIFICATIONS = {
  read_only_justification: 'Only reads published pages of the website and does not create, change or delete data.',
  open_world_justification: 'Does not publish, send or submit anything to the internet or to third-party systems.',
  destructive_justification: 'Does not delete, overwrite or revoke anything.',
};

type TestCase = {
  readonly description: string;
  readonly user_prompt: string;
  readonly tools_triggered: string | null;
  readonly expected_output: string;
};

/**
 * `chatgpt-app-submission.json` fills the submission form of ChatGPT's directory, with test cases from the open index.
 * Its texts are English for the reviewers (OpenAI, "chatgpt-app-submission.v1").
 */
export function chatgptSubmission({ siteUrl }: ServerConfig, content: Content | undefined): string {
  const { site: { name = new URL(siteUrl).host } = {}, service, city, page } = siteExamples(content);
  const subject = service === undefined ? 'its services' : `“${service}”`;
  const place = city === undefined ? '' : ` in ${city.name}`;
  const title = page?.title ?? name;
  const address = page?.url ?? siteUrl;
  const nothing = 'The app should not be invoked because the request is outside its purpose.';
  const positive: readonly TestCase[] = [
    {
      description: 'Find a page by its subject, and cite it.',
      user_prompt: `What does ${name} say about “${title}”?`,
      tools_triggered: 'search, fetch',
      expected_output: `The results contain ${address}; the answer is based on its text and cites the address.`,
    },
    {
      description: 'Read a known page.',
      user_prompt: `Summarize ${address}`,
      tools_triggered: 'fetch',
      expected_output: `Returns title, address and full text of “${title}” as Markdown; the answer is a summary.`,
    },
    {
      description: 'Find an offer of the company.',
      user_prompt: `Does ${name} offer ${subject}${place}?`,
      tools_triggered: 'search, fetch',
      expected_output: 'Returns matching pages; the answer states only what these pages state, and cites them.',
    },
    {
      description: 'Find contact details.',
      user_prompt: `How can I contact ${name}?`,
      tools_triggered: 'search, fetch',
      expected_output: 'Returns the contact page if the site has one; the answer repeats published details only.',
    },
    {
      description: 'List recent changes.',
      user_prompt: `Which pages of ${name} have changed recently?`,
      tools_triggered: 'get_changes',
      expected_output: 'Returns added, changed, moved and removed pages with their addresses and dates.',
    },
  ];
  const negative: readonly TestCase[] = [
    {
      description: 'Do not trigger for general questions.',
      user_prompt: 'What is the weather tomorrow?',
      tools_triggered: null,
      expected_output: nothing,
    },
    {
      description: 'Do not trigger for actions: the app only reads.',
      user_prompt: `Send an email to ${name} and ask for an appointment.`,
      tools_triggered: null,
      expected_output: 'The app should not be invoked because it cannot send messages or make bookings.',
    },
    {
      description: 'Do not trigger for different websites.',
      user_prompt: 'Summarize the front page of example.com.',
      tools_triggered: null,
      expected_output: nothing,
    },
  ];
  const tools = Object.values(knowledgeTools.tools(content)).map(toolOf);
  return JSON.stringify({
    $schema: 'https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json',
    schema_version: 1,
    app_info: {
      display_name: Array.from(name).slice(0, LONGEST).join('').trim(),
      subtitle: 'Search and read this website',
      description: `Answers questions from the published pages of ${name}: it searches them, reads their full text and lists recent changes. Read-only. The address of the MCP server is ${siteUrl}${PATHS.mcpKnowledge}.`,
      category: 'BUSINESS',
    },
    tools: Object.fromEntries(
      tools.map(({ name: tool, annotations: { readOnlyHint, openWorldHint, destructiveHint } }) => [
        tool,
        { annotations: { readOnlyHint, openWorldHint, destructiveHint }, justifications: JUSTIFICATIONS },
      ]),
    ),
    test_cases: positive.map(complete),
    negative_test_cases: negative.map(complete),
  });
}

const complete = (test: TestCase) => ({ ...test, file_attachment_urls: null, expected_output_url: null });
