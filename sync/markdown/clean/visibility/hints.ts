/** Declarations by attributes and classes, without any style sheet. */
import { memory } from '../../memory.ts';
import { NO_ATTRIBUTES, type HtmlElement } from '../../parse/tree.ts';
import type { Declaration } from './css.ts';

/** Properties of a `style` attribute without which nothing in it hides a text, as long as no style sheet adds to it. */
const DECISIVE =
  /colou?r|background|display|visib|opacity|offset|perspective|font|line-height|clip|mask|filter|transform|translate|rotate|scale|zoom|indent|overflow|position|contain|content|blend|animation|all|margin[^;]*[-(]|padding-|height|grid|stroke|shadow|white-space|fill|--|\\/i;

const isDecisive = memory((style: string) => DECISIVE.test(style));

/** True when an element's own attributes may say that it, or what is in it, is not seen. */
export function hasOwnStyle(element: HtmlElement, { hasRules }: { readonly hasRules: boolean }): boolean {
  if (element.attribs === NO_ATTRIBUTES) return HINTING.has(element.name);
  const style = element.attribs['style'];
  return (style !== undefined && (hasRules || isDecisive(style))) || hasHints(element);
}

/** Elements that say something by their names. */
const HINTING: ReadonlySet<string> = new Set(['font', 'mark', 'dialog', 'marquee']);

export function hasHints(element: HtmlElement): boolean {
  return isHinted(element) || hasColourClass(element);
}

/** True when of all that may be said without a style sheet, the classes of a palette alone say something. */
export function hasPresets(element: HtmlElement): boolean {
  return hasColourClass(element) && !isHinted(element);
}

function isHinted({ name, attribs }: HtmlElement): boolean {
  return (
    attribs['hidden'] !== undefined ||
    attribs['popover'] !== undefined ||
    attribs['bgcolor'] !== undefined ||
    HINTING.has(name)
  );
}

function hasColourClass({ attribs }: HtmlElement): boolean {
  return attribs['class']?.includes('-color') === true;
}

/** Elements of which `bgcolor` is an attribute. */
const COLOURED = /^(?:body|table|thead|tbody|tfoot|tr|t[dh]|marquee)$/;

/** Presentational hints of attributes (HTML 15). */
export function hintsOf(element: HtmlElement): readonly Declaration[] {
  const { name, attribs } = element;
  const hints: Declaration[] = [];
  const hint = (property: string, value: string | undefined) => {
    if (value !== undefined) hints.push({ property, value, important: false });
  };
  if ('hidden' in attribs && attribs['hidden'] !== 'until-found') hint('display', 'none');
  if ('popover' in attribs || (name === 'dialog' && !('open' in attribs))) hint('display', 'none');
  if (COLOURED.test(name)) hint('background-color', attribs['bgcolor']);
  if (name === 'font') hint('color', attribs['color']);
  if (name === 'mark') {
    hint('background-color', 'yellow');
    hint('color', 'black');
  }
  if (name === 'marquee') hint('overflow', 'hidden');
  return hints;
}

/** Declarations by WordPress's classes of a palette (`has-white-color`). A text in the colour of its ground is so whatever that is. */
export function presetsOf(classes: string): readonly Declaration[] {
  if (!classes.includes('has-')) return [];
  const presets: Declaration[] = [];
  const [ground, ink] = [
    /(?:^|\s)has-([\w-]+)-background-color(?:\s|$)/,
    /(?:^|\s)has-(?![\w-]+-(?:background|border)-color)([\w-]+)-color(?:\s|$)/,
  ].map((pattern) => pattern.exec(classes.replaceAll(/has-(?:text|link|inline|border)-color/g, ''))?.[1]);
  const fallback = ground === ink ? ', black' : '';
  const preset = (property: string, slug: string) =>
    presets.push({ property, value: `var(--wp--preset--color--${slug}${fallback})`, important: false });
  if (ground !== undefined) preset('background-color', ground);
  if (ink !== undefined) preset('color', ink);
  return presets;
}
