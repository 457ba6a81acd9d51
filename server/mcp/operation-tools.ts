import { fill } from '../../shared/fill.ts';
import { mcpOperations, type OperationId } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { requireBearer } from '../access/bearer.ts';
import { quotaRecord } from '../access/quota.ts';
import { operationsOf, requireContent, type Content } from '../operations/content.ts';
import { requireArguments } from '../operations/input.ts';
import { siteExamples } from '../operations/site-examples.ts';
import { textsOf } from '../texts/texts.ts';
import type { Toolbox } from './tools.ts';

/** The tools of `/mcp`: the operations. */
export function operationTools(siteUrl: string): Toolbox {
  return {
    path: PATHS.mcp,
    resource: 'mcp',
    face: 'mcp',
    instructions: instructionsOf,
    tools: (live) => mcpOperations(operationsOf(live)),
    answer: (name, { given, live, admitted }) => {
      const operation = operationsOf(live)[name as OperationId];
      if (operation.answeredBy === 'quota') {
        return admitted && quotaRecord(requireBearer(admitted.bearer, siteUrl), admitted.quota);
      }
      if (!live) requireArguments(operation, given);
      const { value, noted } = requireContent(live).call[operation.id](given);
      admitted?.note(noted);
      return value;
    },
  };
}

// Describes the service with an example of the open index and lists the tools.
function instructionsOf(content: Content | undefined): string {
  const { mcp, company } = textsOf(content?.index.site);
  const { site, service, city } = siteExamples(content);
  const tools = Object.values(mcpOperations(operationsOf(content))).map(
    ({ id, summary, authentication }) =>
      `${id} (${summary}${authentication === 'required' ? `; ${mcp.needsToken}` : ''})`,
  );
  const inCity = city ? fill(mcp.inCity, { city: city.slug }) : '';
  return fill(mcp.instructions, {
    site: site?.name ?? company,
    language: site ? fill(mcp.language, { language: site.language }) : '',
    example: service === undefined ? '' : fill(mcp.example, { service, inCity }),
    tools: tools.join(', '),
  });
}
