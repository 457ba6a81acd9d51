import { AppError } from '../../shared/errors.ts';
import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import type { Content } from '../operations/content.ts';
import { textsOf } from '../texts/texts.ts';

type Link = { readonly name: string; readonly url: string; readonly note?: string };

/** `/llms.txt`: a description of the site, links to the documents of the service, and the main pages. */
export function llmsTxt({ siteUrl }: ServerConfig, content: Content | undefined): string {
  const index = content?.index;
  const { service, llmsTxt: texts } = textsOf(index?.site);
  const { headings, names, notes } = texts;
  const about = index?.site.description || service.description;
  const { services = [], cities = [], pages = {} } = index?.company ?? {};
  return [
    `# ${escapeMarkdown(index?.site.name ?? new URL(siteUrl).host)}`,
    `> ${escapeMarkdown(about)}. ${texts.service}`,
    section(headings.service, [
      { name: 'agents.md', url: `${siteUrl}${PATHS.agentsMd}`, note: notes.agentsMd },
      { name: 'auth.md', url: `${siteUrl}${PATHS.authMd}`, note: notes.authMd },
      { name: 'OpenAPI', url: `${siteUrl}${PATHS.openApi}`, note: notes.openApi },
      { name: 'MCP', url: `${siteUrl}${PATHS.serverCard}`, note: notes.mcp },
      { name: names.reference, url: `${siteUrl}${PATHS.docs}`, note: notes.reference },
      { name: names.console, url: `${siteUrl}${PATHS.sandbox}`, note: notes.console },
    ]),
    section(
      headings.pages,
      Object.entries(pages).map(([name, url]) => ({ name: (content && titleOf(content, url)) ?? name, url })),
    ),
    section(headings.services, services),
    section(headings.cities, cities),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function titleOf(content: Content, url: string): string | undefined {
  try {
    return (content.call.read_page({ url }).value as { readonly title: string }).title;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function section(title: string, links: readonly Link[]): string {
  if (links.length === 0) return '';
  const lines = links.map(
    ({ name, url, note }) => `- [${escapeMarkdown(name)}](${safe(url)})${note === undefined ? '' : `: ${note}`}`,
  );
  return `## ${title}\n\n${lines.join('\n')}`;
}

// Escapes text of the site within a line of Markdown.
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .replaceAll(/[[\]\\`*_<>~]/g, '\\$&')
    .replaceAll(BARE_ADDRESS, '$1\\$2')
    .replace(/^[-+=#]/, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2');
}

// Text that GFM parses as a link (GFM §6.9, autolinks).
const BARE_ADDRESS = /(?<![a-z])(www|https?|ftp)(\.(?=\S)|:(?=\/\/))/gi;

function safe(url: string): string {
  return (URL.parse(url)?.href ?? '').replaceAll('(', '%28').replaceAll(')', '%29');
}
