import { neighboursOf, withoutElements } from './html-elements.ts';
import { isOnlyNotice, saysForWhom } from './members-only.ts';
import type { AssetReader } from './page-assets.ts';
import { createLinkedStyles, createStyleReader, DISPLAYED, withOwnStyle, type StyleIndex } from './page-styles.ts';
import { wordsOf } from './text-comparison.ts';

/** A ground from the top to the bottom of the window, and from side to side. */
const COVER = [
  /(?:^|[;\s])position\s*:\s*fixed/i,
  /(?:^|[;\s])(?:background|(?:-webkit-)?backdrop-filter)/i,
  /(?:^|[;\s])(?:inset|top)\s*:\s*0/i,
  /(?:^|[;\s])(?:inset\s*:\s*0|bottom\s*:\s*0|(?:min-)?height\s*:\s*100(?:%|[dls]?vh))/i,
  /(?:^|[;\s])(?:inset\s*:\s*0|right\s*:\s*0|width\s*:\s*100(?:%|[dls]?vw))/i,
];
/** A box that stands above the page. */
const ABOVE = /(?:^|[;\s])position\s*:\s*(?:fixed|absolute)/i;
/** Veils of a page whose neighbours are read; for each the page is read once more. */
const MOST_VEILS = 10;
const MOVED = /(?:^|[;\s])position\s*:\s*(?:static|relative|absolute|sticky)/i;

/** What no visitor sees before a script opens it: hidden, behind the page, beside the window, or of no size. */
const UNSEEN = [
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|z-index\s*:\s*-\d/i,
  /(?:^|[;\s])(?:top|right|bottom|left|inset)\s*:[^;]{0,100}-\d{3}/i,
  /(?:^|[;\s])(?:top|right|bottom|left)\s*:\s*100(?:%|v[hw])/i,
  /(?:^|[;\s])(?:max-)?(?:height|width)\s*:\s*0(?![.\d])/i,
  /transform\s*:[^;]{0,100}(?:translate[XY3d]{0,2}\([^)]{0,50}\d{3}(?:%|v[hw])|scale[XY]?\(\s*0\s*[,)])/i,
  /clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0(?![.\d]))/i,
  /(?:^|[;\s])(?:translate\s*:[^;]{0,100}\d{3}(?:%|v[hw])|scale\s*:\s*0(?![.\d]))/i,
];

/** Attributes of what is closed, and of what a script of the page opens (Alpine, Vue). */
const CLOSED = /\s(?:hidden|inert|(?:x|v)-(?:cloak|if|show))(?=[\s=>/])|\saria-hidden\s*=\s*["']?true/i;
/** Elements of which no visitor with scripts is shown anything. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(['template', 'noscript']);

/** A dialog or popover, which browsers hide until a script opens it, unless a style sheet displays it. */
function opensLater(name: string, tag: string): boolean {
  const names = tag.replaceAll(/=\s*(?:"[^"]*"|'[^']*')/g, ' ');
  return (name === 'dialog' && !/\sopen(?=[\s=>/])/i.test(names)) || /\spopover(?=[\s=>/])/i.test(names);
}

/** An animation that leaves the box as it ends, and where that begins. */
const MOVES_IN = /(?:^|[;\s])animation(?:-fill-mode)?\s*:[^;]*\b(?:forwards|both)\b/i;
const BEGINNING = /(?:opacity|transform|translate|scale)\s*:[^;]*/gi;

function isUnseen(declarations: string): boolean {
  const lasting = MOVES_IN.test(declarations) ? declarations.replaceAll(BEGINNING, '') : declarations;
  return UNSEEN.some((pattern) => pattern.test(lasting));
}

const coversWindow = (declarations: string): boolean => COVER.every((pattern) => pattern.test(declarations));

/** One rule has it cover the window, or all of them together, as those of utility classes do. */
function isCover(declared: readonly string[]): boolean {
  const all = declared.join(';');
  return declared.some(coversWindow) || (coversWindow(all) && !MOVED.test(all));
}

const { indexOf, stylesIn } = createStyleReader((declarations) =>
  [...COVER, MOVED, ...UNSEEN, DISPLAYED].some((pattern) => pattern.test(declarations)),
);

/**
 * Finds walls within one run: boxes that cover the whole window from the start, and say for whom the page is, or stand beside the box
 * that says so. The style sheets that a page links are asked for only where a text of it says so, and no box of its own styles does.
 */
export function createWalls(textOf: AssetReader) {
  const linkedIn = createLinkedStyles(textOf, indexOf);

  /** True for a page that stands behind a wall. */
  return async function isWalled(html: string, base: string): Promise<boolean> {
    if (/position\s*:\s*fixed/i.test(html) && hasWall(html, [], isOnlyNotice)) return true;
    if (!saysForWhom(html)) return false;
    const linked = await linkedIn(html, base);
    return linked.length > 0 && hasWall(html, linked, (element) => isOnlyNotice(element) && saysForWhom(element));
  };
}
export type Walls = ReturnType<typeof createWalls>;

function hasWall(html: string, linked: readonly StyleIndex[], isNotice: (element: string) => boolean): boolean {
  const declared = withOwnStyle(stylesIn(html, linked));
  const isClosed = (name: string, tag: string, its: readonly string[]) =>
    NEVER_SHOWN.has(name) ||
    CLOSED.test(tag) ||
    its.some(isUnseen) ||
    (opensLater(name, tag) && !its.some((declarations) => DISPLAYED.test(declarations)));
  const isOpen = (element: string, isThere: (declared: readonly string[]) => boolean) => {
    const [tag = '', name = ''] = /^<([a-z][\w-]*)[^>]*>/i.exec(element) ?? [];
    const its = declared(tag);
    return isThere(its) && !isClosed(name.toLowerCase(), tag, its);
  };
  const isAbove = (its: readonly string[]) => its.some((declarations) => ABOVE.test(declarations));
  const veils: string[] = [];
  let isFound = false;
  withoutElements(
    html,
    (name, tag) => {
      if (name === 'html' || name === 'body') return false;
      const its = declared(tag);
      return isClosed(name, tag, its) || isCover(its);
    },
    (element) => {
      if (!isOpen(element, isCover)) return false;
      isFound ||= isNotice(element);
      if (veils.length < MOST_VEILS && wordsOf(element).length === 0) veils.push(element);
      return false;
    },
  );
  return (
    isFound ||
    veils.some((veil) => neighboursOf(html, veil).some((element) => isOpen(element, isAbove) && isNotice(element)))
  );
}
