import { tagsOf } from '../../markdown/parse/tokenizer.ts';
import { attribute, inLowerCase } from '../../wordpress/html-tags.ts';
import { namesOf, withoutElements } from './html-elements.ts';

/** Elements that a page keeps for subscribers: classes (`.x`) and ids (`#x`). `undefined` for a selector that is more than these, or the whole. */
type Paywalled = readonly (string | undefined)[];

const MARK = 'isAccessibleForFree';

/** What stands for a document that names paid parts in broken JSON: which ones, cannot be told. */
const UNREADABLE = { isAccessibleForFree: false, cssSelector: '' };
const SAYS_SO = new RegExp(`${MARK}["']?\\s*:\\s*["']?(?:https?:\\\\?/\\\\?/schema\\.org\\\\?/)?false`, 'i');

/**
 * What a page says to be behind a paywall, in the structured data by which search engines know it (`isAccessibleForFree`, schema.org,
 * of parts with a `cssSelector`, or else of the text): some sites give it to everybody, and cover it by a script.
 */
export function paywalledIn(html: string): Paywalled {
  const documents = html.includes(MARK) ? documentsIn(html) : [];
  const parts = documents.flatMap(selectorsIn);
  return parts.length === 0 && documents.flatMap(topOf).some(isPaid) ? [undefined] : parts;
}

/** HTML without what it keeps for subscribers. */
export function withoutPaywalled(html: string): string {
  const names = new Set(paywalledIn(html));
  return names.size === 0 ? html : withoutElements(html, (_, tag) => namesOf(tag).some((name) => names.has(name)));
}

/** The JSON-LD documents of a page that name the mark. */
function documentsIn(html: string): readonly unknown[] {
  const documents: unknown[] = [];
  const lower = inLowerCase(html);
  for (const { name, isEnd, start, end } of tagsOf(html)) {
    const isData = name === 'script' && !isEnd && /ld\+json/i.test(attribute(html.slice(start, end), 'type') ?? '');
    if (!isData) continue;
    const close = lower.indexOf('</script', end);
    const text = close === -1 ? '' : html.slice(end, close);
    if (!text.includes(MARK)) continue;
    try {
      documents.push(JSON.parse(text));
    } catch {
      if (SAYS_SO.test(text) && text.includes('cssSelector')) documents.push(UNREADABLE);
    }
  }
  return documents;
}

function selectorsIn(document: unknown): Paywalled {
  const found: (string | undefined)[] = [];
  const open = [document];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    // One by one: a call takes a hundred thousand arguments, and a list may be longer.
    for (const one of Object.values(value)) open.push(one);
    const { isAccessibleForFree: isFree, cssSelector: selector } = value as Readonly<Record<string, unknown>>;
    if (selector === undefined || !isFalse(isFree)) continue;
    const selectors = (Array.isArray(selector) ? selector : [selector]).flatMap((one) => String(one).split(','));
    for (const one of selectors) found.push(/^\s*[a-z]*([.#][\w-]+)\s*$/i.exec(one)?.[1]);
  }
  return found;
}

const isFalse = (isFree: unknown): boolean => /^(?:https?:\/\/schema\.org\/)?false$/i.test(String(isFree));

/** Texts, other than those of which a thing is told that costs money, such as an event. */
const TEXT = /^(?:https?:\/\/schema\.org\/)?(?:WebPage|\w*Article|BlogPosting|Report)$/;

/** True for a text that is not free as a whole. */
function isPaid(thing: unknown): boolean {
  const { '@type': type, isAccessibleForFree: isFree } = (thing ?? {}) as Readonly<Record<string, unknown>>;
  return isFalse(isFree) && [type].flat().some((one) => TEXT.test(String(one)));
}

/** The things that a document is about: those within others may be of other pages. */
function topOf(document: unknown): readonly unknown[] {
  const graph = [document]
    .flat()
    .map((thing) => (thing as { readonly '@graph'?: unknown } | null)?.['@graph'] ?? thing);
  return graph.flat();
}
