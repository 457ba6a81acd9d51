/** Handlers of images and embedded content. */
import { attribute, elementsBelow, isElement, previousElement } from '../parse/html.ts';
import { drawnImageSource, embedName, embedSource, imageSource, isEmoji, widgetSource } from './media-sources.ts';
import type { ElementHandler, WalkState } from './state.ts';
import type { HtmlElement } from '../parse/tree.ts';

/** Handles `noscript`: the original of a lazy image or frame, unless it has been found. */
export const noscript: ElementHandler = (element, { baseUrl }) => {
  const media = [...elementsBelow(element)].filter((inner) => /^(?:img|iframe)$/.test(inner.name));
  if (media.length === 0) return false;
  const previous = previousElement(element);
  const before = previous?.name === 'picture' ? pictureImage(previous) : previous;
  const isShown =
    before &&
    (before.name === 'iframe'
      ? embedSource(before, baseUrl)
      : before.name === 'img'
        ? imageSource(before, baseUrl)
        : widgetSource(before, baseUrl));
  return isShown ? false : undefined;
};

function pictureImage(picture: HtmlElement): HtmlElement | undefined {
  return picture.children.filter(isElement).find((child) => child.name === 'img');
}

/** Handles an image, or an emoji as text. */
export const image: ElementHandler = (element, { blocks, baseUrl }) => {
  const alt = attribute(element, 'alt');
  if (isEmoji(element)) {
    blocks.text(alt);
    return undefined;
  }
  const source = imageSource(element, baseUrl);
  if (source !== undefined) blocks.image(source, alt);
  return undefined;
};

/** Adds an image that a gallery draws as the background of an empty element. Returns whether an image was added. */
export function addDrawnImage(element: HtmlElement, { blocks, baseUrl }: WalkState): boolean {
  if (element.children.some(isElement)) return false;
  const source = drawnImageSource(element, baseUrl);
  if (source !== undefined) blocks.image(source, attribute(element, 'aria-label') || attribute(element, 'title'));
  return source !== undefined;
}

/** Handles a frame, a video or audio: a link in a separate paragraph. */
export const embed: ElementHandler = (element, state) => {
  const source = embedSource(element, state.baseUrl);
  const name = attribute(element, 'title') || attribute(element, 'aria-label');
  const isFile =
    element.name === 'object' || element.name === 'audio' || /\.(?:mp3|ogg|wav|m4a)(?:$|\?)/i.test(source ?? '');
  // Do not repeat a file that a link of the page names.
  const isNamed =
    source !== undefined && isFile && state.namedLinks.has(source) && (name === '' || element.name === 'object');
  if (source !== undefined && !isNamed) addEmbed(source, name, state);
  return false;
};

/** Adds a link to embedded content, in a separate paragraph. */
export function addEmbed(source: string, name: string, { blocks }: WalkState): void {
  blocks.boundary();
  const unmark = blocks.mark({ link: { href: source, once: false } });
  blocks.text(name.trim() || embedName(source));
  unmark();
  blocks.boundary();
}
