/** The ground under a text, as far as the page itself tells: themes and builders lay grounds by classes whose rules are elsewhere. */
import { memory } from '../../memory.ts';
import { isText } from '../../parse/html.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { UNKNOWN, type Declarations } from './cascade.ts';
import { colourOf, distance, LEAST_CONTRAST, over, type Colour } from './colours.ts';
import { commaSeparated, componentsOf } from './css.ts';
import { gradientColours, isEmptyPicture } from './shapes.ts';
import type { StyleSheets } from './style-sheets.ts';

/** A colour under a text. `presumed` is the canvas, of which no more is known than that it is white on most sites. */
export type Ground = Colour & {
  readonly presumed: boolean;
  /** The filters over the text are over it, too. */
  readonly isPainted: boolean;
};

/** Classes of WordPress that lay no ground of their own. */
const NEUTRAL =
  /^(?:has-(?![\w-]*gradient)[\w-]*(?:color|font-size|font-family|background|columns|radius|padding)|has-text-align-\w+|has-drop-cap|has-custom-\w+|align\w+|text-\w+|is-(?:layout|content|vertically|horizontally|not-stacked|nowrap|responsive|vertical)\S*|wp-container-\S+|wp-elements?-\S+|wp-block-(?:paragraph|heading|list|list-item|group|group__inner-container|columns?|post-content|spacer|image|site-\w+)|entry-content|post-content|page-content|site|site-content|site-main|content-area|hentry|entry|page|post|post-\d+|page-\d+|type-\w+|status-\w+|default-max-width)$/;
/** Elements that themes give a ground. */
const GROUNDED = /^(?:button|input|th|thead|pre|code|kbd|blockquote|header|footer|nav|summary)$/;

/** Parts of a text, to which themes give a ground only where a class says so. */
const PART_OF_TEXT = /^(?:p|span|font|b|strong|em|i|u|small|li|h[1-6]|div)$/;
const SAYS_GROUND =
  /b(?:tn|utton|adge|g|ox|anner|lack|lock)|label|tag|pill|chip|hero|cover|dark|highlight|mark|notice|alert|card|callout|cta|overlay|colou?r|inver|white|light|ribbon|number|step|icon|fondo|caja|boton|etiqueta/i;

/** True when something that is not in the page may lay a ground under an element. */
export function mayHaveGround({ name, attribs, children }: HtmlElement, sheets: StyleSheets): boolean {
  if (name === 'body' || name === 'html') return false;
  if (GROUNDED.test(name)) return true;
  const classes = attribs['class'];
  if (classes === undefined) return false;
  const tokens = tokensWithGround(classes);
  if (tokens.length === 0) return false;
  const isPartOfText =
    PART_OF_TEXT.test(name) && /color/i.test(attribs['style'] ?? '') && (name !== 'div' || children.every(isText));
  return tokens.some(
    (token) =>
      sheets.rulesNaming(`.${token}`).every(({ isTheme }) => isTheme) && (!isPartOfText || SAYS_GROUND.test(token)),
  );
}

const tokensWithGround = memory((classes: string) =>
  classes.split(/\s+/).filter((token) => token !== '' && !NEUTRAL.test(token)),
);

/** The ground of an element's text; `undefined` where it cannot be known. */
export function groundOf(
  declared: Declarations,
  around: Ground | undefined,
  { ink, isElsewhere }: { readonly ink: Colour | undefined; readonly isElsewhere: boolean },
): Ground | undefined {
  if (declared.get('background-clip')?.value === 'text') return around;
  const shade = shadeOf(declared.get('box-shadow')?.value);
  if (shade !== undefined) return shade ? { ...shade, presumed: false, isPainted: true } : undefined;
  const image = declared.get('background-image')?.value ?? 'none';
  const laid = declared.get('background-color')?.value;
  const base = isElsewhere && laid === undefined ? undefined : around;
  const below = laid === undefined ? base : laidOver(laid, base, ink);
  const images = componentsOf(image)
    .filter(({ text, args }) => (args && text !== '') || /^url\((?!\s*\)$)/.test(text))
    .filter((one) => !isEmptyPicture(one));
  if (images.length === 0) return below;
  const [first, ...rest] = images.flatMap((one) => gradientColours(one) ?? [undefined]);
  const isOther = (colour: Colour | undefined) =>
    !first || !colour || colour.alpha !== first.alpha || distance(colour, first) > LEAST_CONTRAST;
  if (!first || rest.some(isOther)) return undefined;
  return first.alpha > 0.98
    ? { ...first, presumed: false, isPainted: true }
    : below && { ...over(first, below), presumed: false, isPainted: true };
}

/** The one colour of a ground that is cut to the letters; `null` for one of several or unknown colours, `undefined` for none. */
export function groundInLetters(declared: Declarations): Colour | null | undefined {
  if (declared.get('background-clip')?.value !== 'text') return undefined;
  const image = componentsOf(declared.get('background-image')?.value ?? '').find(
    ({ args, text }) => args !== undefined || text.startsWith('url('),
  );
  const laid = declared.get('background-color')?.value ?? 'transparent';
  const colours = image ? gradientColours(image) : [colourOf(laid)];
  const [first] = colours ?? [];
  if (!first || colours?.some((one) => !one || one.alpha !== first.alpha || distance(one, first) > LEAST_CONTRAST))
    return !image && laid === 'initial' ? undefined : null;
  return first;
}

/** A shadow within a box, so large that it fills it; `null` for one of no colour that is known, `undefined` for none. */
function shadeOf(value: string | undefined): Colour | null | undefined {
  if (value === undefined || !/inset/i.test(value)) return undefined;
  const shadow = commaSeparated(componentsOf(value)).find((parts) => parts.some(({ text }) => text === 'inset'));
  const widest = Math.max(0, ...(shadow ?? []).map(({ text }) => Math.abs(Number.parseFloat(text)) || 0));
  if (!shadow || widest < LEAST_SHADE) return undefined;
  const colour = shadow.map((part) => colourOf(part.args ? part.source : part.text)).find((one) => one);
  return colour && colour.alpha > 0.98 ? colour : null;
}

/** A shadow within a box that goes so far in, in pixels, leaves nothing of what is below it. */
const LEAST_SHADE = 100;

function laidOver(laid: string, around: Ground | undefined, ink: Colour | undefined): Ground | undefined {
  const colour = laid === 'currentcolor' ? ink : laid === UNKNOWN ? undefined : colourOf(laid);
  if (!colour) return laid === 'initial' ? around : undefined;
  if (colour.alpha < 0.02) return around;
  if (colour.alpha > 0.98) return { ...colour, presumed: false, isPainted: true };
  return around && { ...over(colour, around), presumed: false, isPainted: true };
}
