import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill, type Values } from '../../shared/fill.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { POLICIES } from '../access/limits.ts';
import type { ServerConfig } from '../config.ts';
import type { Content } from '../operations/content.ts';
import { siteExamples } from '../operations/site-examples.ts';
import { sandboxDocument } from './sandbox.ts';
import { documentLanguage, type DocumentLanguage } from '../texts/texts.ts';
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
