import { DEFAULT_OPERATIONS } from '../../shared/operations.ts';
import type { Page } from '../../shared/page.ts';
import type { Guard } from '../access/guard.ts';
import type { ServerConfig } from '../config.ts';
import { conditional, tagged } from '../http/conditional.ts';
import type { Lookup, Request } from '../http/message.ts';
import { prefersType } from '../http/negotiation.ts';
import { belowPrefix } from '../http/path-prefix.ts';
import { requireContent, type Content } from '../operations/content.ts';
import { createAnswerCache, type AnswerStore } from './answer-cache.ts';
import { WRITERS } from './formats.ts';
import { guardedOperation } from './guarded-operation.ts';

type Options = {
  readonly config: ServerConfig;
  readonly content: () => Content | undefined;
  readonly guard: Guard;
  readonly pages: AnswerStore;
};

/**
 * Serves a page as Markdown at its own path if `Accept` prefers it to HTML, and at the path with `index.md` or `.md`
 * regardless of `Accept`. Access and quota are those of `read_page`.
 */
export function pageLookup({ config, content, guard, pages }: Options): Lookup {
  const guarded = guardedOperation(config, DEFAULT_OPERATIONS.read_page, 'markdown');
  const cached = createAnswerCache(pages);

  // The prefix of the public address; empty if the whole site is below that prefix.
  function prefixOf({ index }: Content, { prefix = '' }: Request): string {
    return belowPrefix(new URL(index.site.home).pathname, prefix) === undefined ? prefix : '';
  }

  function write(live: Content, { url, path }: Page, prefix: string) {
    const { value, modified, noted } = live.call.read_page({ url: path });
    const headers = {
      // Not for shared caches: some store a single response for a URL and ignore Vary.
      'Cache-Control': 'private, no-cache',
      Vary: 'Authorization, Accept, Accept-Encoding',
      'Last-Modified': new Date(modified).toUTCString(),
      ...contentLocation(url, prefix),
    };
    const { address } = guarded;
    const reply = tagged(WRITERS['text/markdown']({ address, value, headers, isRest: false, link: undefined }));
    return { reply, noted };
  }

  return (request) => {
    const address = pageAddress(request);
    if (address === undefined || hasOtherCredentials(request)) return undefined;
    const live = requireContent(content());
    const prefix = prefixOf(live, request);
    const page = pageAt(live, prefix === '' ? `${request.prefix ?? ''}${address}` : address);
    if (!page) return undefined;
    return guard(guarded, (_, { note }) => {
      const { reply, noted } = cached(live, page.path, () => write(live, page, prefix));
      note(noted);
      return conditional(request, reply);
    })(request);
  };
}

// Returns path and query of the page, or `undefined` if the request is not for Markdown.
function pageAddress(request: Request): string | undefined {
  const { path, query } = request;
  const [, page] = /^(.*\/)index\.md$/.exec(path) ?? /^(.*[^/])\.md$/.exec(path) ?? [];
  if (page !== undefined) return page;
  if (!prefersType(request, 'text/markdown', ['text/html'])) return undefined;
  return query === '' ? path : `${path}?${query}`;
}

// The web server may protect the site with HTTP authentication.
function hasOtherCredentials({ headers: { authorization } }: Request): boolean {
  return authorization !== undefined && !/^bearer\b/i.test(authorization);
}

// Tracking parameters do not select content.
const TRACKING = /^(?:utm_\w+|(?:d|fb|g|ms|tt|tw|y)clid|[gw]braid|mc_[ce]id|_g[al])$/;

// Parameters may select different content in WordPress (a search, a page of a list, a language); such a URL has no
// Markdown.
function pageAt({ index, addresses }: Content, address: string): Page | undefined {
  const home = new URL(index.site.home);
  const url = URL.parse(address, home.origin);
  // Outside a home in a folder there may be a different site, whose path `keyOf` would resolve relative to this home.
  const key = url && isBelow(url, home) ? addresses.keyOf(url.href) : undefined;
  if (!url || key === undefined) return undefined;
  const names = [...url.searchParams.keys()].filter((name) => !TRACKING.test(name));
  if (names.length > (key.startsWith('/?') ? 1 : 0)) return undefined;
  return index.pageByPath(key);
}

function isBelow(url: URL, home: URL): boolean {
  const folderOf = ({ pathname }: URL) => `${pathname.replace(/\/+$/, '')}/`.toLowerCase();
  return folderOf(url).startsWith(folderOf(home));
}

// RFC 9110 §8.7; plain permalinks have no separate Markdown URL.
function contentLocation(url: string, prefix: string): Readonly<Record<string, string>> {
  const { pathname, search } = new URL(url);
  if (search !== '') return {};
  return { 'Content-Location': `${prefix}${pathname}${pathname.endsWith('/') ? 'index.md' : '.md'}` };
}
