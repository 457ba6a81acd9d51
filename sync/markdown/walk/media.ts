/** Handlers of images and embedded content, with their addresses from lazy loaders and consent managers. */
import { decodePercent, mediaDestination } from '../address.ts';
import { attribute, elementsBelow, isElement, previousElement } from '../parse/html.ts';
import { createMark } from '../write/inline.ts';
import { classTest } from '../parse/class-names.ts';
import type { ElementHandler, WalkState } from './state.ts';
import type { HtmlElement } from '../parse/tree.ts';

// Attributes with the address while `src` is a placeholder: `data-src`, `data-lazy-src`, `data-cookieblock-src`,
// `data-src-cmplz`, `nitro-lazy-src`, …
const LAZY =
  /^(?!.*(?:thumb|placeholder|preview|lqip|icon|avatar|logo|bg))(?:data|nitro|uc|consent)-(?:[\w-]*-)?(?:(?:cf|ez|lazy)?src|lazy(?:load)?|original|breeze|echo|spai)(?:-fg|-cmplz|-_)?$/;
const ADDRESS = /^[^\s"'<>{}]*[/.][^"'<>{}]*$/;
const SETS: readonly string[] = ['data-srcset', 'data-lazy-srcset', 'data-splide-lazy-srcset', 'srcset'];
// Fallback attributes of lazy loaders and galleries with the address of an image.
const IMAGE_NAME = /^data-(?!.*(?:placeholder|preview|lqip|icon|avatar|logo|bg|background))/;
const IMAGE_FILE = /^[^\s"'<>]+\.(?:jpe?g|png|webp|avif|gif|svg)(?:[?#]\S*)?$/i;
const PLACEHOLDER =
  /^(?:data:|about:|javascript:|$)|\/(?:[\w-]*(?:placeholder|spacer|spinner|transparent|blank|1x1|1px|lazy[-_]?load(?:ing)?|(?:[-_]|\/)lazy|loader|loading)|empty|pixel|trans|clear|gr[ae]y)(?:-\d+x\d+)?\.(?:gif|svg|png|jpe?g|webp)/i;
const FRAMES_WITHOUT_CONTENT =
  /googletagmanager|recaptcha|doubleclick|facebook\.com\/plugins|google\.com\/recaptcha|hcaptcha|about:blank/i;

// Emoji that WordPress replaced by an image.
const EMOJI = /\bemoji\b|\bwp-smiley\b|s\.w\.org\/images\/core\/emoji/;

/** Handler of an image, or an emoji as text. */
export const image: ElementHandler = (element, { blocks, baseUrl }) => {
  if (EMOJI.test(`${attribute(element, 'class')} ${attribute(element, 'src')}`)) {
    blocks.text(attribute(element, 'alt'));
    return undefined;
  }
  const source = imageSource(element, baseUrl);
  if (source !== undefined) blocks.image(source, attribute(element, 'alt'));
  return undefined;
};

/** Handler of `noscript`: the original of a lazy image or frame, unless it has been found. */
export const noscript: ElementHandler = (element, { baseUrl }) => {
  const isMedia = ({ name }: HtmlElement) => name === 'img' || name === 'iframe';
  if (!elementsBelow(element).some(isMedia)) return false;
  const previous = previousElement(element);
  const before = previous?.name === 'picture' ? previous.children.filter(isElement).find(isMedia) : previous;
  const sourceOf = before?.name === 'img' ? imageSource : before?.name === 'iframe' ? embedSource : widgetSource;
  return before && sourceOf(before, baseUrl) !== undefined ? false : undefined;
};

const isGallery = classTest(/gallery/);

/** Adds an image that a gallery draws as the background of an empty element. Returns whether an image was added. */
export function addDrawnImage(element: HtmlElement, { blocks, baseUrl }: WalkState): boolean {
  if (element.children.some(isElement) || !(attribute(element, 'role') === 'img' || isGallery(element.classes)))
    return false;
  const source = mediaDestination(imageAttribute(element) ?? '', baseUrl);
  if (source !== undefined) blocks.image(source, attribute(element, 'aria-label') || attribute(element, 'title'));
  return source !== undefined;
}

/** Handler of a frame, a video or audio: a link in a separate paragraph. */
export const embed: ElementHandler = (element, state) => {
  const source = embedSource(element, state.baseUrl);
  if (source !== undefined) addEmbed(source, attribute(element, 'title') || attribute(element, 'aria-label'), state);
  return false;
};

/** Adds a link to embedded content, in a separate paragraph. */
export function addEmbed(source: string, name: string, { blocks }: WalkState): void {
  blocks.boundary();
  const unmark = blocks.mark(createMark('link', { href: source }));
  blocks.text(name.trim() || embedName(source));
  unmark();
  blocks.boundary();
}

/** Returns the address of an image; `undefined` for a tracking pixel, or for a placeholder without an original. */
export function imageSource(element: HtmlElement, baseUrl: string): string | undefined {
  const own = attribute(element, 'src').trim();
  const source = lazySource(element) ?? (PLACEHOLDER.test(own) ? (setSource(element) ?? imageAttribute(element)) : own);
  const isPixel = ['width', 'height'].every((side) => /^[01](?:px)?$/.test(attribute(element, side)));
  return source === undefined || (isPixel && !VECTOR.test(source)) ? undefined : mediaDestination(source, baseUrl);
}

// WordPress sets the size of vector images to 1 × 1.
const VECTOR = /\.svg(?:[?#]|$)/i;

function lazySource({ attribs }: HtmlElement): string | undefined {
  const isSource = (name: string) => {
    const value = (attribs[name] ?? '').trim();
    return LAZY.test(name) && ADDRESS.test(value) && !PLACEHOLDER.test(value);
  };
  const name = isSource('data-src') ? 'data-src' : Object.keys(attribs).find(isSource);
  return name === undefined ? undefined : attribs[name];
}

function setSource(element: HtmlElement): string | undefined {
  return SETS.map((name) => largestOf(attribute(element, name))).find((value) => value !== undefined);
}

// Address of an image file in a fallback attribute.
function imageAttribute({ attribs }: HtmlElement): string | undefined {
  const isImage = (value: string) => IMAGE_FILE.test(value.trim()) && !PLACEHOLDER.test(value.trim());
  return Object.entries(attribs).find(([name, value]) => IMAGE_NAME.test(name) && isImage(value))?.[1];
}

// Returns the absolute address of an embedded frame, video, audio or object.
function embedSource(element: HtmlElement, baseUrl: string): string | undefined {
  const children = element.children.filter(isElement).filter((child) => child.name === 'source');
  const own = [
    attribute(element, 'src'),
    attribute(element, 'data'),
    ...children.map((child) => attribute(child, 'src')),
  ];
  const source = lazySource(element) ?? own.find((value) => !PLACEHOLDER.test(value.trim()));
  if (source === undefined || FRAMES_WITHOUT_CONTENT.test(source)) return undefined;
  const address = mediaDestination(source, baseUrl);
  return address === undefined ? undefined : watchPage(address);
}

/** Returns the address of a video widget that creates its frame after a click, from its attributes. */
export function widgetSource(element: HtmlElement, baseUrl: string): string | undefined {
  const source = settingsVideo(element) ?? '';
  const address = /^(?:https?:)?\/\//.test(source) ? mediaDestination(source, baseUrl) : undefined;
  return address === undefined ? undefined : watchPage(address);
}

function settingsVideo(element: HtmlElement): string | undefined {
  const settings = element.attribs['data-settings'];
  if (settings === undefined || !settings.includes('_')) return undefined;
  return /"(?:youtube_url|vimeo_url|dailymotion_url|external_url|background_video_link)":"(https?:[^"]+)"/.exec(
    settings.replaceAll('\\/', '/'),
  )?.[1];
}

// Returns the fallback title of embedded content.
function embedName(address: string): string {
  if (/youtube|youtu\.be/.test(address)) return 'YouTube';
  if (/vimeo/.test(address)) return 'Vimeo';
  if (/\/maps|maps\.|openstreetmap/.test(address)) return 'Google Maps'.slice(address.includes('google') ? 0 : 7);
  if (/soundcloud|spotify/.test(address)) return 'Audio';
  return fileName(address) ?? 'Embed';
}

const FILE =
  /([^/?=&#\\]+\.(?:mp3|ogg|wav|m4a|mp4|webm|mov|ogv|pdf|docx?|xlsx?|pptx?|odt|ods|odp|csv|txt|rtf|epub|zip))(?:$|[?&#])/i;

// File name in the path, or in the query of a document viewer.
function fileName(address: string): string | undefined {
  return FILE.exec(decodePercent(address))?.[1]?.trim();
}

// Largest candidate of a `srcset`.
function largestOf(set: string): string | undefined {
  const candidates = set
    .split(/,\s+|,(?=https?:)/)
    .map((candidate) => candidate.trim().split(/\s+/))
    .map(([address = '', size = '']) => ({ address, size: Number.parseFloat(size) || 1 }))
    .filter(({ address }) => !PLACEHOLDER.test(address));
  return candidates.toSorted((a, b) => b.size - a.size)[0]?.address;
}

// Page of a video instead of its player.
function watchPage(address: string): string {
  const youtube = /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,})/.exec(address)?.[1];
  if (youtube && youtube !== 'videoseries') return `https://www.youtube.com/watch?v=${youtube}`;
  const vimeo = /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/.exec(address)?.[1];
  return vimeo ? `https://vimeo.com/${vimeo}` : address;
}
