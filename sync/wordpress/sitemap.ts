import { createHash } from 'node:crypto';
import { cleanLine } from '../markdown/clean/characters.ts';
import { attribute, textOf } from '../markdown/parse/html.ts';
import { elementsNamed, readPage, type Page } from '../markdown/parse/page.ts';
import type { Answer, Connection } from './connection.ts';
import type { Discovered } from './discovery.ts';
import { orNothing, WordPressError } from './errors.ts';
import { readHtml } from './html.ts';
import { languageOfPage } from './page-head.ts';
import type { Requests } from './requests.ts';
import type { Visitor } from './visitor.ts';
import type { Types } from './types.ts';
import type { Site } from '../../shared/page.ts';
import { FIRST_ID, LONE_ROW, plainLink, type WordPressPage } from './rows.ts';
import { decodeEntities } from './text.ts';

const MOST_ADDRESSES = 5000;
const MOST_FILES = 50;
// Default paths of WordPress core, SEO plugins and other generators.
const USUAL = ['/wp-sitemap.xml', '/sitemap_index.xml', '/sitemap.xml'];
// Sitemaps of archives.
const ARCHIVES = /taxonom|categor|[-_]tag|tag[-_]|author|users|attachment/i;
const FILE = /\.(?!html?$|php$)[a-z\d]{2,5}$/i;
const WORDPRESS = /\/wp-(?:content|includes)\//;

const idOf = (link: string): number => {
  const { pathname, search } = new URL(link);
  return FIRST_ID + createHash('sha256').update(`${pathname}${search}`).digest().readUIntBE(0, 5);
};

/** Describes a WordPress site without a REST API by its front page; throws a WordPressError for a site without WordPress. */
export async function discoverFrontPage(requests: Requests, siteUrl: string): Promise<Discovered> {
  const url = `${siteUrl.replace(/\/+$/, '')}/`;
  const headers = { accept: 'text/html' };
  const { page, answer } = await requests.get({
    url,
    headers,
    asVisitor: true,
    read: (got) => ({ page: readPage(readHtml(got)), answer: got }),
  });
  if (!WORDPRESS.test(page.html)) throw new WordPressError('no_api', 'The front page is not of WordPress', { url });
  const home = answer.url.replace(/\/+$/, '');
  const language = languageOfPage(page);
  const hosts = [...new Set([new URL(home).host, new URL(siteUrl).host])];
  const name = metaOf(page, 'og:site_name') || nameIn(page);
  const site = { name, description: metaOf(page, 'description'), home, language: language ?? 'es', hosts };
  return {
    apiRoot: `${home}/wp-json/`,
    site,
    names: [home],
    languageIsGuess: language === undefined,
    listsOneLanguage: false,
  };
}

const metaOf = (page: Page, name: string): string => {
  const found = elementsNamed(page, 'meta').find((element) =>
    [attribute(element, 'name'), attribute(element, 'property')].includes(name),
  );
  return found ? cleanLine(attribute(found, 'content')) : '';
};

// Site name in the `title` of the front page: `Name – Description`.
const nameIn = (page: Page): string =>
  cleanLine(
    elementsNamed(page, 'title')
      .map((element) => textOf(element))[0]
      ?.split(/ [-–—|·] /)[0] ?? '',
  );

// Methods of a client that read pages as HTML.
type HtmlClient = {
  readonly site: Site;
  readonly look: Visitor;
  readonly types: Types;
};

type SitemapOptions = {
  readonly wordpress: HtmlClient;
  readonly requests: Requests;
  readonly isOwn: Connection['isOwn'];
  readonly addressOf: (link: string) => string;
};

/**
 * Returns the methods of a client without a REST API. It lists pages through the sitemap; the fallback is the links of the front
 * page.
 */
export function bySitemap({ wordpress, requests, isOwn, addressOf }: SitemapOptions) {
  const { home } = wordpress.site;
  let listed: Promise<ReadonlyMap<number, WordPressPage>> | undefined;
  // The first requested type stands for all pages.
  let listedAs: string | undefined;

  async function text(address: string, read = (answer: Answer) => answer.body.toString('utf8')): Promise<string> {
    if (!isOwn(address)) return '';
    const headers = { accept: 'application/xml,text/plain,text/html' };
    const get = { url: addressOf(address), headers, asVisitor: true };
    return await requests
      .get({ ...get, read: (answer) => (answer.status === 200 ? read(answer) : '') })
      .catch(orNothing(''));
  }

  async function list(): Promise<ReadonlyMap<number, WordPressPage>> {
    const robots = await text(`${home}/robots.txt`);
    const named = [...robots.matchAll(/^\s*sitemap\s*:\s*(\S+)/gim)].map(([, address = '']) => address);
    const found = new Map<string, string>([[`${home}/`, '']]);
    const open = [...named, ...USUAL.map((path) => home + path)];
    const asked = new Set<string>();
    for (let address = open.shift(); address !== undefined && asked.size < MOST_FILES; address = open.shift()) {
      if (asked.has(address) || (found.size > 1 && USUAL.some((path) => address === home + path))) continue;
      asked.add(address);
      const xml = await text(address);
      for (const { isIndex, link, modified } of entriesIn(xml)) {
        if (isIndex) open.unshift(...(ARCHIVES.test(link) ? [] : [link]));
        else if (found.size < MOST_ADDRESSES) found.set(link, modified);
      }
    }
    if (found.size === 1) {
      const front = readPage(await text(`${home}/`, readHtml));
      for (const element of elementsNamed(front, 'a')) {
        const url = URL.parse(attribute(element, 'href'), `${home}/`);
        if (url && url.search === '' && !url.pathname.includes('/wp-')) found.set(`${url.origin}${url.pathname}`, '');
      }
    }
    const pages = [...found].flatMap(([link, modified]) => rowOf(link, modified) ?? []);
    return new Map(pages.map((page) => [page.id, page]));
  }

  function rowOf(link: string, modified: string): WordPressPage | undefined {
    const url = URL.parse(link);
    if (!url || !/^https?:$/.test(url.protocol) || !isOwn(url.href) || FILE.test(url.pathname)) return undefined;
    const time = Date.parse(modified);
    const date = Number.isNaN(time) ? LONE_ROW.modified : `${new Date(time).toISOString().slice(0, 19)}Z`;
    const plain = plainLink(url.href);
    return { ...LONE_ROW, id: idOf(plain), link: plain, modified: date, seenModified: date };
  }

  const all = () => (listed ??= list());

  return {
    isLoggedIn: false,
    async *census(type: string) {
      listedAs ??= type;
      if (type === listedAs) yield [...(await all()).values()];
    },
    async *fetchPages(type: string, ids: readonly number[]) {
      const pages = await all();
      if (type === listedAs) yield ids.flatMap((id) => pages.get(id) ?? []);
    },
    // The HTML of a page has its WordPress id, which differs from the hash.
    look: (({ link }) => wordpress.look({ link })) satisfies Visitor,
    hiddenProducts: () => Promise.resolve(undefined),
    types: { ...wordpress.types, countEntries: () => Promise.resolve([]) },
  } as const;
}

// Entries of a sitemap or sitemap index (sitemaps.org).
function* entriesIn(xml: string): Generator<{ isIndex: boolean; link: string; modified: string }> {
  for (const [, kind, entry = ''] of xml.matchAll(/<(url|sitemap)>([^]*?)<\/\1>/g)) {
    const valueOf = (name: string) => {
      const value = new RegExp(`<${name}>\\s*(?:<!\\[CDATA\\[)?\\s*([^<\\]]*)`).exec(entry)?.[1] ?? '';
      return decodeEntities(value).trim();
    };
    const link = valueOf('loc');
    if (link !== '') yield { isIndex: kind === 'sitemap', link, modified: valueOf('lastmod') };
  }
}
