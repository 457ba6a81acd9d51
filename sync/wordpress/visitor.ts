import { isUtf8 } from 'node:buffer';
import type { Answer } from './connection.ts';
import { WordPressError } from './errors.ts';
import { isAbout, isHtml, readHtml, wholeDocument, type PageAddress } from './html.ts';
import { attribute } from './html-tags.ts';
import type { RetryPolicy } from './pace.ts';
import type { Requests } from './requests.ts';
import { asksNotToBeIndexed } from './robots.ts';

/** `ETag` and `Last-Modified` of an answer, as they came; empty when the site gives none (RFC 9110 section 8.8). */
export type Validators = { readonly etag: string; readonly lastModified: string };

/** Reasons that the answer to a visitor gives to leave a page out. */
type HiddenReason = 'noindex' | 'redirect' | 'denied' | 'not found' | 'other page';

/** The answer to an anonymous visitor who asks for the address of a page. */
export type View =
  | {
      readonly kind: 'page';
      readonly html: string;
      readonly validators: Validators;
      /** Bytes that are not UTF-8 were replaced. */
      readonly damaged: boolean;
      /** The address of the `canonical` link, when there is one. */
      readonly canonical: string | undefined;
    }
  /** As it was when the site gave the validators. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'hidden'; readonly reason: HiddenReason; readonly detail: string }
  /** A failure that says nothing about the page: the site is down, or a firewall took us for a robot. */
  | { readonly kind: 'unknown'; readonly error: WordPressError };

type VisitorOptions = {
  readonly requests: Requests;
  /** The address to ask for a page's own address. */
  readonly addressOf: (link: string) => string;
};

const ASKED = { headers: { accept: 'text/html' }, asVisitor: true } as const;

/** A page is looked at again in a later run, so that one more attempt is enough. */
const retryOnce: RetryPolicy = () => 2;

/** Statuses by which a site keeps a page from its visitors. */
const HIDING_STATUS: Readonly<Record<number, HiddenReason>> = {
  401: 'denied',
  403: 'denied',
  451: 'denied',
  404: 'not found',
  410: 'not found',
};

/** Marks of a firewall that asks for a proof of being human: not of the page. */
const CHALLENGE =
  /<title>\s*(?:Just a moment|Attention Required! \| Cloudflare)|\/\.well-known\/sgcaptcha\/|Sucuri WebSite Firewall|_Incapsula_Resource|imunify360/i;

/** Looks at pages as an anonymous visitor: without credentials, at their own addresses. */
export function createVisitor({ requests, addressOf }: VisitorOptions) {
  return async function look(page: PageAddress, known?: Validators): Promise<View> {
    const url = addressOf(page.link);
    try {
      const view = known && (await lookAtHead(url, known));
      return (
        view ?? (await requests.get({ ...ASKED, url, retry: retryOnce, read: (answer) => viewOf(answer, url, page) }))
      );
    } catch (error) {
      if (!(error instanceof WordPressError)) throw error;
      if (error.kind === 'redirect') return { kind: 'hidden', reason: 'redirect', detail: error.what };
      return { kind: 'unknown', error };
    }
  };

  /** A server that fails at HEAD is asked for the page. */
  async function lookAtHead(url: string, known: Validators): Promise<View | undefined> {
    if (!known.etag && !known.lastModified) return undefined;
    const read = (answer: Answer) => viewOfHead(answer, url, known);
    try {
      return await requests.get({ ...ASKED, url, method: 'HEAD', retry: () => 1, read });
    } catch (error) {
      if (error instanceof WordPressError) return undefined;
      throw error;
    }
  }
}
export type Visitor = ReturnType<typeof createVisitor>;

/**
 * The view that the headers alone tell: the page is as it was, or not to be indexed; `undefined` when it must be read. A
 * conditional request would not do: Apache leaves `X-Robots-Tag` out of its 304.
 */
function viewOfHead({ url, status, headers }: Answer, asked: string, known: Validators): View | undefined {
  if (status !== 200 || url !== asked) return undefined;
  if (asksNotToBeIndexed('', headers)) return { kind: 'hidden', reason: 'noindex', detail: '' };
  const { etag, lastModified } = validatorsOf(headers);
  return etag === known.etag && lastModified === known.lastModified ? { kind: 'unchanged' } : undefined;
}

function viewOf(answer: Answer, asked: string, page: PageAddress): View {
  const { url, status, headers, body } = answer;
  const hiding = HIDING_STATUS[status];
  if (hiding) {
    if (isChallenge(answer)) throw new WordPressError('denied', `A firewall answered ${status}`, { url, status });
    return { kind: 'hidden', reason: hiding, detail: `status ${status}` };
  }
  const isRedirected = !isSamePlace(asked, url);
  const away: View = { kind: 'hidden', reason: 'redirect', detail: `to ${url}` };
  if (isRedirected && status === 200 && !isHtml(answer)) return away;
  const html = readHtml(answer);
  const shown = postIn(html);
  const canonical = canonicalIn(html, url);
  const isItself = shown === undefined ? canonical !== undefined && isSamePlace(asked, canonical) : shown === page.id;
  if (isRedirected && !isItself) return away;
  if (asksNotToBeIndexed(html, headers)) return { kind: 'hidden', reason: 'noindex', detail: '' };
  if (!/<\/(?:body|html)\s*>/i.test(html)) {
    throw new WordPressError('truncated', 'The site answered 200 with HTML that breaks off', { url, status });
  }
  const isOther = shown !== undefined && page.id !== undefined && shown !== page.id;
  if (isOther || !isAbout(html, page)) {
    if (isChallenge(answer))
      throw new WordPressError('html', 'A firewall answered instead of the site', { url, status });
    return { kind: 'hidden', reason: 'other page', detail: isOther ? `page ${shown}` : '' };
  }
  const isLegacy = /charset\s*=\s*"?(?!utf-?8)/i.test(String(headers['content-type']));
  return {
    kind: 'page',
    html: wholeDocument(html),
    validators: validatorsOf(headers),
    damaged: !isLegacy && !isUtf8(body),
    canonical,
  };
}

/** The number of the post that a theme names in the classes of `<body>` (`body_class`); `undefined` for archives. */
function postIn(html: string): number | undefined {
  const body = /<body\b[^>]{0,5000}>/i.exec(html)?.[0] ?? '';
  const id = /[\s"'](?:page-id|postid)-(\d{1,15})\b/.exec(body)?.[1];
  return id === undefined ? undefined : Number(id);
}

function canonicalIn(html: string, base: string): string | undefined {
  const link = (html.match(/<link\b[^>]{0,5000}>/gi) ?? []).find((tag) => /\srel\s*=\s*["']?canonical\b/i.test(tag));
  const address = link && attribute(link, 'href');
  return address === undefined ? undefined : URL.parse(address, base)?.href;
}

/** True when two addresses differ in scheme, host, letter case and a slash at the end at most. */
function isSamePlace(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) => {
    const { pathname, searchParams } = new URL(address);
    searchParams.sort();
    return `${decoded(pathname).replace(/\/+$/, '').toLowerCase()}?${searchParams.toString()}`;
  });
  return a === b;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}

function isChallenge({ headers, body }: Answer): boolean {
  if (headers['cf-mitigated'] !== undefined || headers['x-sucuri-block'] !== undefined) return true;
  return CHALLENGE.test(body.subarray(0, 65_536).toString('utf8'));
}

const validatorsOf = (headers: Answer['headers']): Validators => ({
  etag: single(headers.etag),
  lastModified: single(headers['last-modified']),
});

const single = (value: string | readonly string[] | undefined): string => [value ?? []].flat()[0] ?? '';
