import { tagsOf } from '../../markdown/parse/tokenizer.ts';
import type { WordPress } from '../../wordpress/client.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import { attribute } from '../../wordpress/html-tags.ts';
import type { OnRunEvent } from '../events.ts';

/** Files that one reader asks for in a run. */
const MOST_ASSETS = 60;
/** Failures after which it asks for no more of them. */
const MOST_FAILURES = 3;
/** Characters of those that it asks for, together. */
const MOST_CHARACTERS = 4_000_000;

type Kind = 'style' | 'script';

export type Asset = {
  readonly kind: Kind;
  readonly media: string;
  /** Of what stands in the page. */
  readonly text?: string;
  /** Of what it links. */
  readonly address?: string;
};

/** Reads the text of a style sheet or script; `undefined` where it cannot be had. */
export type AssetReader = (asset: Asset) => Promise<string | undefined>;

/**
 * The style sheets and scripts of a site within one run: each is fetched once, whichever reader asks for it. What it makes are
 * readers, each with an allowance of its own.
 */
export function createPageAssets(fetchAsset: WordPress['fetchAsset'], report: OnRunEvent): () => AssetReader {
  const asked = new Map<string, Promise<string | undefined>>();

  return () => {
    let left = MOST_ASSETS;
    let room = MOST_CHARACTERS;
    let failures = 0;

    async function fetch(kind: Kind, address: string): Promise<string | undefined> {
      try {
        const text = await fetchAsset(kind, address);
        room -= text.length;
        return text;
      } catch (error) {
        if (!(error instanceof WordPressError)) throw error;
        failures++;
        report({ type: 'wordpress', event: { type: 'asset_unread', url: address, cause: error.message } });
        return undefined;
      }
    }

    return async ({ kind, text, address }) => {
      if (address === undefined) return text;
      const known = asked.get(address);
      if (known || left <= 0 || room <= 0 || failures >= MOST_FAILURES) return await known;
      left--;
      const asset = fetch(kind, address);
      asked.set(address, asset);
      return await asset;
    };
  };
}

/**
 * Style sheets and scripts of a page, in the order in which they stand; of other files, those on the host of the page.
 * `isWanted` chooses among these by their paths.
 */
export function* assetsOf(
  html: string,
  base: string,
  isWanted: (kind: Kind, path: string) => boolean,
): Generator<Asset> {
  const addressOf = (kind: Kind, address: string | undefined) => {
    const url = address === undefined || address === '' ? null : URL.parse(address, base);
    const isOwn = url?.host === URL.parse(base)?.host && /^https?:$/.test(url?.protocol ?? '');
    if (!url || !isOwn || !isWanted(kind, url.pathname)) return undefined;
    url.hash = '';
    return url.href;
  };
  let open: { readonly kind: Kind; readonly tag: string; readonly end: number } | undefined;
  /** Within elements of which browsers with scripts read nothing. */
  let unread: { readonly name: string; depth: number } | undefined;
  for (const { name, isEnd, start, end } of tagsOf(html)) {
    if (unread) {
      if (name === unread.name) unread.depth += isEnd ? -1 : Number(name === 'template');
      if (unread.depth === 0) unread = undefined;
    } else if (open) {
      // What follows a style sheet or a script is its end tag.
      const { kind, tag } = open;
      yield { kind, media: kind === 'style' ? mediaOf(tag) : '', text: html.slice(open.end, start) };
      const address =
        kind === 'script'
          ? addressOf(kind, attribute(tag.replace(/\sdata-[\w-]*src\s*=/i, ' src='), 'src'))
          : undefined;
      if (address !== undefined) yield { kind, media: '', address };
      open = undefined;
    } else if (isEnd) continue;
    else if (name === 'style' || name === 'script') open = { kind: name, tag: html.slice(start, end), end };
    else if (name === 'noscript' || name === 'template') unread = { name, depth: 1 };
    else if (name === 'link') {
      const tag = html.slice(start, end);
      const address = isStyleSheet(tag) ? addressOf('style', attribute(tag, 'href')) : undefined;
      if (address !== undefined) yield { kind: 'style', media: mediaOf(tag), address };
    }
  }
}

/** Plugins defer style sheets by loading them as something else. */
function isStyleSheet(tag: string): boolean {
  const rel = (attribute(tag, 'rel') ?? '').toLowerCase().split(/\s+/);
  return (
    (rel.includes('stylesheet') && !rel.includes('alternate')) ||
    (rel.includes('preload') && attribute(tag, 'as') === 'style')
  );
}

const mediaOf = (tag: string): string =>
  /\sonload\s*=/i.test(tag) ? '' : (attribute(tag, 'media') ?? '').replaceAll('\n', ' ');
