import { PATHS } from '../../shared/public-paths.ts';
import { POLICIES } from '../access/limits.ts';
import type { ServerConfig } from '../config.ts';
import type { Content } from '../operations/content.ts';
import { siteExamples } from '../operations/site-examples.ts';
import { pageTemplate } from './page.ts';
import { sandboxDocument } from './sandbox.ts';
import { pageTextsOf, type PageLanguage } from './texts/page-texts-of.ts';

/** Renders the console with the data of its scripts, which start without a request. */
export function consolePage(config: ServerConfig, chosen: PageLanguage | undefined) {
  const fill = pageTemplate('console.html');
  const root = rootOf(config);
  return (content: Content | undefined): string => {
    const site = content?.index.site;
    const { language, texts, choice, other } = pageTextsOf(site, chosen);
    const limits = { anonymous: POLICIES.anonimo.limit, identified: POLICIES.identificado.limit };
    const { quota, account } = texts.console;
    return fill({
      language,
      choice,
      other,
      root,
      shared: texts.shared,
      ...texts.console,
      site: site?.name ?? texts.console.title,
      title: site ? phrase(texts.console.titleOf, { site: site.name }) : texts.console.title,
      example: exampleOf(texts.console.search.example, content),
      quota: {
        ...quota,
        anonymous: phrase(quota.anonymous, { limit: limits.anonymous }),
        identified: phrase(quota.identified, { limit: limits.identified }),
      },
      account: { ...account, registerWhy: phrase(account.registerWhy, limits) },
      data: JSON.stringify({
        texts: { ...texts.shared, ...texts.console },
        where: sandboxDocument(config, content),
        home: site?.home,
      }),
    });
  };
}

/** Renders the reference page. */
export function referencePage(config: ServerConfig, chosen: PageLanguage | undefined) {
  const fill = pageTemplate('reference.html');
  const root = rootOf(config);
  return (content: Content | undefined): string => {
    const { language, texts, choice, other } = pageTextsOf(content?.index.site, chosen);
    return fill({
      language,
      choice,
      other,
      root,
      shared: texts.shared,
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
  return example === undefined ? '' : phrase(text, { example });
}

function phrase(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}
