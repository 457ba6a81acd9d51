/** Finds addresses of images, videos and frames, including lazy loading and consent managers. */
import { decodePercent, mediaDestination } from '../address.ts';
import { attribute, isElement } from '../parse/html.ts';
import { classTest } from '../parse/class-names.ts';
import type { HtmlElement } from '../parse/tree.ts';

// Attributes with the address in lazy loaders and consent managers, while `src` is a placeholder: `data-src`,
// `data-lazy-src`, `data-cookieblock-src`, `data-src-cmplz`, `nitro-lazy-src`, …
const LAZY =
  /^(?!.*(?:thumb|placeholder|preview|lqip|icon|avatar|logo|bg))(?:data|nitro|uc|consent)-(?:[\w-]*-)?(?:(?:cf|ez|lazy)?src|lazy(?:load)?|original|breeze|echo|spai)(?:-fg|-cmplz|-_)?$/;
const ADDRESS = /^[^\s"'<>{}]*[/.][^"'<>{}]*$/;
const LAZY_SETS: readonly string[] = ['data-srcset', 'data-lazy-srcset', 'data-splide-lazy-srcset', 'srcset'];
// Further attributes of lazy loaders and galleries: `data-splide-lazy`, `data-full-image`, …
const LAZY_NAME =
  /^data-(?!.*(?:thumb|placeholder|preview|lqip|icon|avatar|logo|bg|background)).*(?:src|lazy|orig|full|large|image|img|photo|url)/;
const THUMBNAIL_NAME = /^data-(?:thumb|thumbnail)(?:-src|-url)?$/;
const IMAGE_FILE = /^[^\s"'<>]+\.(?:jpe?g|png|webp|avif|gif|svg)(?:[?#]\S*)?$/i;
const PLACEHOLDER =
  /^(?:data:|about:|javascript:|$)|\/(?:[\w-]*(?:placeholder|spacer|spinner|transparent|blank|1x1|1px|lazy[-_]?load(?:ing)?|(?:[-_]|\/)lazy|loader|loading)|empty|pixel|trans|clear|gr[ae]y)(?:-\d+x\d+)?\.(?:gif|svg|png|jpe?g|webp)/i;
const TRACKER =
  /facebook\.com\/tr\b|doubleclick\.net|google-analytics\.com|\/pixel\.(?:gif|png)|bat\.bing\.com|stats\.wp\.com/i;
const FRAMES_WITHOUT_CONTENT =
  /googletagmanager|recaptcha|doubleclick|facebook\.com\/plugins|google\.com\/recaptcha|hcaptcha|about:blank/i;

/**
 * Returns the absolute address of an image; `undefined` for a tracking pixel, or for a placeholder without an original.
 */
export function imageSource(image: HtmlElement, baseUrl: string): string | undefined {
  if (isTrackingPixel(image)) return undefined;
  const lazy = lazySource(image);
  const own = attribute(image, 'src').trim();
  const source =
    lazy ??
    (PLACEHOLDER.test(own) ? undefined : own) ??
    setSource(image) ??
    lazyAttribute(image) ??
    surroundingSource(image);
  return source === undefined ? undefined : mediaDestination(source, baseUrl);
}

function lazySource({ attribs }: HtmlElement): string | undefined {
  const isSource = (name: string) => {
    const value = (attribs[name] ?? '').trim();
    return LAZY.test(name) && ADDRESS.test(value) && !PLACEHOLDER.test(value);
  };
  const name = isSource('data-src') ? 'data-src' : Object.keys(attribs).find(isSource);
  return name === undefined ? undefined : attribs[name];
}

function setSource(image: HtmlElement): string | undefined {
  const sets = [...LAZY_SETS.map((name) => attribute(image, name)), ...pictureSets(image)];
  return sets.map(largestOf).find((value) => value !== undefined);
}

const isGallery = classTest(/gallery/);

/** Returns the address of an image that a gallery draws as the background of an element. */
export function drawnImageSource(element: HtmlElement, baseUrl: string): string | undefined {
  const isImage = attribute(element, 'role') === 'img' || isGallery(element.classes);
  const source = isImage ? lazyAttribute(element) : undefined;
  return source === undefined ? undefined : mediaDestination(source, baseUrl);
}

// Image file in an attribute that is named as by a lazy loader; the fallback is the thumbnail.
function lazyAttribute(element: HtmlElement): string | undefined {
  const files = Object.entries(element.attribs).filter(
    ([name, value]) => name.startsWith('data-') && IMAGE_FILE.test(value.trim()) && !PLACEHOLDER.test(value.trim()),
  );
  const found = [LAZY_NAME, THUMBNAIL_NAME].map((pattern) => files.find(([name]) => pattern.test(name)));
  return found.find((file) => file !== undefined)?.[1];
}

// Image file of the link or gallery item around a placeholder.
function surroundingSource({ parent }: HtmlElement): string | undefined {
  for (const around of [parent, parent?.parent]) {
    if (!around) continue;
    const source = lazyAttribute(around) ?? (around.name === 'a' ? attribute(around, 'href') : '');
    if (IMAGE_FILE.test(source)) return source;
  }
  return undefined;
}

/** Tests for an emoji that WordPress replaced by an image. */
export function isEmoji(image: HtmlElement): boolean {
  return (
    /\bemoji\b|\bwp-smiley\b/.test(attribute(image, 'class')) ||
    /s\.w\.org\/images\/core\/emoji/.test(attribute(image, 'src'))
  );
}

/** Returns the absolute address of an embedded frame, video, audio or object. */
export function embedSource(element: HtmlElement, baseUrl: string): string | undefined {
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
  const source = settingsVideo(element) ?? playerVideo(element) ?? '';
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

const isPlayer = classTest(/rll-youtube-player|lyte|youtube-player|video-player|wp-block-embed__lazy/);

function playerVideo(element: HtmlElement): string | undefined {
  if (!isPlayer(element.classes)) return undefined;
  return attribute(element, 'data-src') || attribute(element, 'data-url') || attribute(element, 'data-video');
}

/** Returns a name for embedded content without title. */
export function embedName(address: string): string {
  if (/youtube|youtu\.be/.test(address)) return 'YouTube';
  if (/vimeo/.test(address)) return 'Vimeo';
  if (/\/maps|maps\.|openstreetmap/.test(address)) return 'Google Maps'.slice(address.includes('google') ? 0 : 7);
  if (/soundcloud|spotify/.test(address)) return 'Audio';
  return fileName(address) ?? 'Embed';
}

const FILE =
  /([^/?=&#\\]+\.(?:mp3|ogg|wav|m4a|mp4|webm|mov|ogv|pdf|docx?|xlsx?|pptx?|odt|ods|odp|csv|txt|rtf|epub|zip))(?:$|[?&#])/i;

// File name in an address, including the parameter of a document viewer.
function fileName(address: string): string | undefined {
  return FILE.exec(decodePercent(address))?.[1]?.trim();
}

function isTrackingPixel(image: HtmlElement): boolean {
  const tiny = ['width', 'height'].every((side) => /^[01](?:px)?$/.test(attribute(image, side)));
  return tiny || TRACKER.test(attribute(image, 'src'));
}

function pictureSets(image: HtmlElement): string[] {
  const parent = image.parent;
  if (parent?.name !== 'picture') return [];
  return parent.children
    .filter(isElement)
    .filter((child) => child.name === 'source')
    .map((child) => attribute(child, 'srcset') || attribute(child, 'data-srcset'));
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
