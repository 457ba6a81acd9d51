import type { Theme } from '../../markdown/clean/visibility/theme.ts';
import { attribute, startTags } from '../../wordpress/html-tags.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import { assetsOf, MOST_CHARACTERS, type Asset, type AssetReader } from './page-assets.ts';

/** Classes and ids of one text that are looked for. */
const MOST_NAMES = 200;

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

/** The themes around texts within one run. */
export function createPageTheme(textOf: AssetReader) {
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
    const assets = [...assetsOf(html, link, (kind, path) => !OTHERS[kind].test(path))];
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

/** Style sheets of WordPress, of plugins and of builders are about what is their own; of scripts, any may show what another hides. */
const OTHERS = {
  style:
    /\/wp-(?:includes|admin|content\/(?:mu-)?plugins)\/|\/et-cache\/|\/uploads\/(?:elementor|bb-plugin|uag-plugin|stackable|oxygen|bricks|brizy|siteorigin-widgets)\//,
  script: /\/wp-(?:includes|admin)\//,
};

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
