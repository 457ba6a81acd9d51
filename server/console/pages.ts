import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill, type Values } from '../../shared/fill.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { POLICIES } from '../access/limits.ts';
import type { ServerConfig } from '../config.ts';
import type { Content } from '../operations/content.ts';
import { siteExamples } from '../operations/examples.ts';
import { documentLanguage, type DocumentLanguage, textsOf } from '../texts/texts.ts';
import type { Index } from '../../db/index/reader.ts';
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };

/** Folder of the browser's files. */
export const PUBLIC = join(import.meta.dirname, 'public');

type PageTexts = typeof en;
const TEXTS: Readonly<Record<DocumentLanguage, PageTexts>> = { en, es };

// Languages of the switch.
const OTHER = { en: { tag: 'es', name: 'Español' }, es: { tag: 'en', name: 'English' } } as const;

// Texts of a page in the chosen language; the default is the language of the site, or English.
function textsIn(content: Content | undefined, chosen: DocumentLanguage | undefined) {
  const language = chosen ?? documentLanguage(content?.index.site.language);
  const choice = chosen === undefined ? '' : `?lang=${chosen}`;
  return {
    texts: TEXTS[language],
    common: { language, choice, other: OTHER[language], shared: TEXTS[language].shared },
  };
}

// Reads a template of `public/`. Values are escaped for text and double-quoted attributes.
function templateOf(file: string) {
  const html = readFileSync(join(PUBLIC, file), 'utf8');
  const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
  return (values: Values) => fill(html, values, escape);
}

/** Renders the console with the data of its scripts, which start without a request. */
export function consolePage(config: ServerConfig, chosen: DocumentLanguage | undefined) {
  const render = templateOf('console.html');
  const root = rootOf(config);
  return (content: Content | undefined): string => {
    const site = content?.index.site;
    const { texts, common } = textsIn(content, chosen);
    const limits = { anonymous: POLICIES.anonimo.limit, identified: POLICIES.identificado.limit };
    const { quota, account } = texts.console;
    return render({
      ...common,
      root,
      ...texts.console,
      site: site?.name ?? texts.console.title,
      title: site ? fill(texts.console.titleOf, { site: site.name }) : texts.console.title,
      example: exampleOf(texts.console.search.example, content),
      quota: {
        ...quota,
        anonymous: fill(quota.anonymous, { limit: limits.anonymous }),
        identified: fill(quota.identified, { limit: limits.identified }),
      },
      account: { ...account, registerWhy: fill(account.registerWhy, limits) },
      data: JSON.stringify({
        texts: { ...texts.shared, ...texts.console },
        where: sandboxDocument(config, content),
        home: site?.home,
      }),
    });
  };
}

/** Renders the reference page. */
export function referencePage(config: ServerConfig, chosen: DocumentLanguage | undefined) {
  const render = templateOf('reference.html');
  const root = rootOf(config);
  return (content: Content | undefined): string => {
    const { texts, common } = textsIn(content, chosen);
    return render({
      ...common,
      root,
      ...texts.reference,
      data: JSON.stringify({ texts: { ...texts.shared, ...texts.reference }, contract: `${root}${PATHS.openApi}` }),
    });
  };
}

// Path of PUBLIC_URL, the prefix of all links; empty for an origin.
const rootOf = ({ siteUrl }: ServerConfig): string => new URL(siteUrl).pathname.replace(/\/$/, '');

// A query with results on this site; empty without an index.
function exampleOf(text: string, content: Content | undefined): string {
  const { service, city, page } = siteExamples(content);
  const example = service === undefined ? page?.title : [service, city?.name].filter(Boolean).join(' ');
  return example === undefined ? '' : fill(text, { example });
}

const EXAMPLES = 6;

/**
 * `/api/sandbox` as JSON for programs and the console: the addresses and the contents of the index. There is no
 * sandbox.
 */
export function sandboxDocument({ siteUrl, baseUrl }: ServerConfig, content: Content | undefined) {
  const index = content?.index;
  return {
    sandbox: false,
    production_is_sandbox: true,
    message: textsOf(index?.site).sandbox,
    site_url: siteUrl,
    base_url: baseUrl,
    mcp_url: `${siteUrl}${PATHS.mcp}`,
    mcp_knowledge_url: `${siteUrl}${PATHS.mcpKnowledge}`,
    openapi_url: `${siteUrl}${PATHS.openApi}`,
    documentation_url: `${siteUrl}${PATHS.agentsMd}`,
    authentication_url: `${siteUrl}${PATHS.authMd}`,
    registration_url: `${siteUrl}${PATHS.oauth.register}`,
    token_url: `${siteUrl}${PATHS.oauth.token}`,
    ...(index && {
      index: {
        site: index.site.name,
        pages: index.counts.pages,
        built_at: index.builtAt,
        cities: index.cities.map(({ slug, name }) => ({ slug, name })),
        examples: examplesOf(index),
        pages_by_city: index.pagesByCity(),
        pages_by_month: index.pagesByMonth(),
      },
    }),
  };
}

// Queries with results: names of services, or titles of pages.
function examplesOf(index: Index): readonly string[] {
  const services = (index.company.services ?? []).slice(0, EXAMPLES).map(({ name }) => name);
  return services.length > 0 ? services : index.samplePages(EXAMPLES).map(({ title }) => title);
}
