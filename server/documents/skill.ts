import { hash } from 'node:crypto';
import { COMPANY_SECTIONS } from '../../shared/company.ts';
import { fill } from '../../shared/fill.ts';
import { mcpOperations, type Operation } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import { operationsOf, type Content } from '../operations/content.ts';
import { exampleAddress, siteExamples, type SiteExamples } from '../operations/examples.ts';
import { textsOf, type Catalogue } from '../texts/texts.ts';

const NAME = 'consulta-contenido';

/** The skill (agentskills.io): instructions for agents that use this service. */
export function skillMd({ siteUrl, baseUrl }: ServerConfig, content: Content | undefined): string {
  const texts = textsOf(content?.index.site);
  const operations = operationsOf(content);
  const { search_pages: search, read_page: read, get_company_info: company } = operations;
  const examples = siteExamples(content);
  const { site, city } = examples;
  const document = fill(texts.documents.skill, {
    paths: PATHS,
    siteUrl,
    host: new URL(siteUrl).host,
    language: site ? fill(texts.skill.language, { language: site.language }) : '',
    inCity: city ? fill(texts.skill.inCity, { city: city.slug }) : '',
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
description: ${JSON.stringify(descriptionOf(texts, examples))}
---

${document}`;
}

// For the selection by agents; at most 1024 characters (agentskills.io).
function descriptionOf({ skill, site: thisSite }: Catalogue, { site, service }: SiteExamples): string {
  const about = service === undefined ? '' : fill(skill.about, { service });
  return fill(skill.description, { site: site?.name ?? thisSite, about });
}

function sectionLines({ operations: { companyInfo } }: Catalogue): string {
  const names = Object.keys(COMPANY_SECTIONS) as (keyof typeof COMPANY_SECTIONS)[];
  return names.map((name) => `   - \`${name}\`: ${companyInfo.sections[name]}`).join('\n');
}

function operationLine({ skill }: Catalogue, baseUrl: string, operation: Operation): string {
  const needs =
    operation.authentication === 'required' ? ` (${fill(skill.needsToken, { scope: operation.scope })})` : '';
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
        description: descriptionOf(textsOf(content?.index.site), siteExamples(content)),
        url: PATHS.skill,
        digest: `sha256:${hash('sha256', skillMd(config, content))}`,
      },
    ],
  });
}
