import { hash } from 'node:crypto';
import { COMPANY_SECTIONS } from '../../shared/company.ts';
import { mcpOperations, type Operation } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import { operationsOf, type Content } from '../operations/content.ts';
import { exampleAddress } from '../operations/examples.ts';
import { siteExamples } from '../operations/site-examples.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import { textsOf } from '../texts/texts.ts';

const NAME = 'consulta-contenido';

/** The skill (agentskills.io): instructions for agents that use this service. */
export function skillMd({ siteUrl, baseUrl }: ServerConfig, content: Content | undefined): string {
  const texts = textsOf(content?.index.site);
  const operations = operationsOf(content);
  const { search_pages: search, read_page: read, get_company_info: company } = operations;
  const examples = siteExamples(content);
  const document = texts.skill.document({
    siteUrl,
    host: new URL(siteUrl).host,
    examples,
    search: exampleAddress(baseUrl, search, { query: examples.service ?? texts.commonWord }),
    read: `${baseUrl}${read.path}`,
    company: `${baseUrl}${company.path}`,
    sections: sectionLines(texts),
    operations: Object.values(mcpOperations(operations))
      .map((operation) => operationLine(texts, baseUrl, operation))
      .join('\n'),
  });
  return `---
name: ${NAME}
description: ${JSON.stringify(texts.skill.description(examples))}
---

${document}`;
}

function sectionLines({ operations: { companyInfo } }: Catalogue): string {
  const names = Object.keys(COMPANY_SECTIONS) as (keyof typeof COMPANY_SECTIONS)[];
  return names.map((name) => `   - \`${name}\`: ${companyInfo.sections[name]}`).join('\n');
}

function operationLine({ skill }: Catalogue, baseUrl: string, operation: Operation): string {
  const needs = operation.authentication === 'required' ? ` (${skill.needsToken(operation.scope)})` : '';
  return `- \`${operation.id}\`, ${operation.title}: \`GET ${baseUrl}${operation.path}\`${needs}`;
}

/** The index of skills (agentskills.io discovery 0.2.0), with the digest of the response bytes. */
export function skillIndex(config: ServerConfig, content: Content | undefined): string {
  return JSON.stringify({
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: NAME,
        type: 'skill-md',
        description: textsOf(content?.index.site).skill.description(siteExamples(content)),
        url: PATHS.skill,
        digest: `sha256:${hash('sha256', skillMd(config, content))}`,
      },
    ],
  });
}
