import type { Theme } from '../../markdown/clean/visibility/theme.ts';
import type { WordPress } from '../../wordpress/client.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import { attribute, startTags } from '../../wordpress/html-tags.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import type { OnRunEvent } from '../events.ts';

/** Style sheets and scripts that one run asks for. */
const MOST_ASSETS = 60;
/** Classes and ids of one text that are looked for. */
const MOST_NAMES = 200;
/** Failures after which no more of them are asked for. */
const MOST_FAILURES = 3;
/** Characters of all of them together, and of those of one page. */
const MOST_CHARACTERS = 4_000_000;

/** Classes and ids of WordPress and of builders: what hides these is the builder's, not the owner's word. */
const BUILT =
  /^(?:h-|wp-|wp_|has-|is-|align|size-|attachment|elementor|e-|et_|et-|vc_|wpb_|fl-|kt-|kb-|kadence|uag|stk-|brx|bricks|ct-|oxy|fusion|av-|avia|tve|thrv|wc-|woocommerce|product)/;

const COLOUR = /color\s*[:=]|has-[\w-]{0,100}color/i;

/** The classes and ids of a text (`.x`, `#x`) that are not those of WordPress or a builder. */
function ownNames(content: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, kind = '', one, other] of content.matchAll(
    /\s(class|id)\s*=\s*(?:"([^"]{0,1000})"|'([^']{0,1000})')/gi,
  ))
    for (const name of (one ?? other ?? '').match(/\S+/g) ?? [])
      if (!BUILT.test(name) && names.size < MOST_NAMES) names.add(`${kind.toLowerCase() === 'id' ? '#' : '.'}${name}`);
  return names;
}

/** The themes around texts within one run; each style sheet and script of the site is fetched once. */
export function createPageTheme(fetchAsset: WordPress['fetchAsset'], report: OnRunEvent) {
  const asked = new Map<string, Promise<string | undefined>>();
  let room = MOST_CHARACTERS;
  let failures = 0;

  async function ask(kind: 'style' | 'script', address: string): Promise<string | undefined> {
    if (asked.size >= MOST_ASSETS || room <= 0 || failures >= MOST_FAILURES) return undefined;
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

  function textOf({ kind, text, address }: Asset): Promise<string | undefined> {
    if (address === undefined) return Promise.resolve(text);
    const asset = asked.get(address) ?? ask(kind, address);
    asked.set(address, asset);
    return asset;
  }

  /** The texts of all of these; `undefined` where any cannot be had. */
  async function textsOf(assets: readonly Asset[]): Promise<readonly string[] | undefined> {
    const texts: string[] = [];
    let length = 0;
    for (const asset of assets) {
      const text = await textOf(asset);
      if (text === undefined || (length += text.length) > MOST_CHARACTERS) return undefined;
      texts.push(text);
    }
    return texts;
  }

  /** The theme around a page's text; `undefined` where it does not matter, or where a style sheet cannot be had. */
  return async function find({ content, link }: WordPressPage, html: string): Promise<Theme | undefined> {
    const names = [...ownNames(content)];
    if (names.length === 0 && !COLOUR.test(content)) return undefined;
    const assets = [...assetsOf(html, link)];
    const styles = assets.filter(({ kind }) => kind === 'style');
    const texts = await textsOf(styles);
    // Which rules another sheet adds is not known: they may show what this one hides.
    if (!texts || texts.length === 0 || texts.some((css) => IMPORT.test(css))) return undefined;
    const sheets = texts.map((css, index) => ({ css, media: styles[index]?.media ?? '' }));
    const isNamed = names.some((name) => texts.some((css) => css.includes(name)));
    const scripts = isNamed ? await textsOf(assets.filter(({ kind }) => kind === 'script')) : undefined;
    return { sheets, script: scripts?.join('\n'), around: aroundIn(html) };
  };
}
export type PageTheme = ReturnType<typeof createPageTheme>;

const IMPORT = /@import\s+(?:url\()?\s*["']?(?!(?:https?:)?\/\/fonts\.)/i;

type Asset = {
  readonly kind: 'style' | 'script';
  readonly media: string;
  /** Of what stands in the page. */
  readonly text?: string;
  /** Of what it links. */
  readonly address?: string;
};

/** A comment, or the start tag of what may be an asset, or may hold one. It ends where another begins: so it is linear. */
const ASSETS = (() => {
  const name = '<(?:style|script|noscript|template|link)(?=[\\s>])';
  return `<!--|${name.replace('?:', '')}(?:[^<>]|(?!${name})<){0,5000}>`;
})();

/** Style sheets and scripts of a page, in the order in which they stand; of other files, those of the site that may say something of a text. */
function* assetsOf(html: string, base: string): Generator<Asset> {
  const start = new RegExp(ASSETS, 'gi');
  const lower = html.toLowerCase();
  const endOf = (mark: string) => lower.indexOf(mark, start.lastIndex);
  for (let match = start.exec(html); match; match = start.exec(html)) {
    const [tag, name = ''] = match;
    const kind = name.toLowerCase();
    if (kind === 'link') {
      const address = isStyleSheet(tag) ? ownAddress('style', attribute(tag, 'href'), base) : undefined;
      if (address !== undefined) yield { kind: 'style', media: mediaOf(tag), address };
      continue;
    }
    const end = endOf(kind === '' ? '-->' : `</${kind}`);
    if (end === -1) return;
    const text = html.slice(start.lastIndex, end);
    start.lastIndex = end;
    if (kind === 'style') yield { kind, media: mediaOf(tag), text };
    if (kind !== 'script') continue;
    yield { kind, media: '', text };
    const address = ownAddress(kind, attribute(tag.replace(/\sdata-[\w-]*src\s*=/i, ' src='), 'src'), base);
    if (address !== undefined) yield { kind, media: '', address };
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

/** Style sheets of WordPress, of plugins and of builders are about what is their own; of scripts, any may show what another hides. */
const OTHERS = {
  style:
    /\/wp-(?:includes|admin|content\/(?:mu-)?plugins)\/|\/et-cache\/|\/uploads\/(?:elementor|bb-plugin|uag-plugin|stackable|oxygen|bricks|brizy|siteorigin-widgets)\//,
  script: /\/wp-(?:includes|admin)\//,
};

function ownAddress(kind: Asset['kind'], address: string | undefined, base: string): string | undefined {
  const url = address === undefined || address === '' ? null : URL.parse(address, base);
  const isOwn = url?.host === URL.parse(base)?.host && /^https?:$/.test(url?.protocol ?? '');
  if (!url || !isOwn || OTHERS[kind].test(url.pathname)) return undefined;
  url.hash = '';
  return url.href;
}

/** The elements around a page's text that themes name in their rules, outermost first. */
const AROUND = [
  { name: 'html', mark: /\s/ },
  { name: 'body', mark: /\s/ },
  { name: 'main', mark: /\s/ },
  {
    name: 'div|section|article',
    mark: /\s.*\b(?:entry-content|wp-block-post-content|post-content|page-content)\b/is,
  },
];
/** Classes that scripts take away. */
const PASSING = /^(?:no-?js|js|\S*(?:load|ready|wait)\S*)$/i;

function aroundIn(html: string): Theme['around'] {
  return AROUND.flatMap(({ name, mark }) => {
    const tag = [...startTags(html, name)].find((one) => mark.test(one));
    if (tag === undefined) return [];
    const names = (attribute(tag, 'class') ?? '').match(/\S+/g) ?? [];
    const classes = names.filter((one) => !PASSING.test(one)).join(' ');
    return [{ name: /^<(\w+)/.exec(tag)?.[1]?.toLowerCase() ?? '', id: attribute(tag, 'id') ?? '', classes }];
  });
}
