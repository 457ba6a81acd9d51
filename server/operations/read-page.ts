import { hash } from 'node:crypto';
import type { Index } from '../../db/index/reader.ts';
import { isAbsoluteAddress, postIdOf, slugOf, type Addresses } from '../../shared/addresses.ts';
import { AppError } from '../../shared/errors.ts';
import type { OperationInput, OperationOutput } from '../../shared/operations.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import { createPlaces } from '../../shared/places.ts';
import { printable } from '../../shared/printable.ts';
import type { Page } from '../../shared/page.ts';
import type { ContentOperation, ContentSource } from './content-operation.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { invalidParameters } from './input.ts';
import { endOfPart } from './markdown-parts.ts';
import { exampleHits } from './search-pages.ts';

/** Pages with one slug that are looked at, and that an error names. */
const NAMESAKES = 100;
const NAMESAKES_SHOWN = 5;

/** `read_page`: the Markdown of one page, in parts when it is longer than `readPageMaxChars`. */
export const readPage: ContentOperation<'read_page'> = {
  answer: (source, input) => {
    const { page, path } = read(source, input);
    const noted = input.cursor === undefined ? ({ kind: 'page', path } as const) : undefined;
    return { value: page, modified: page.modified, noted };
  },
  exampleArguments: (index) => {
    const [found = index.samplePages(1)[0]] = exampleHits(index);
    return { url: found?.url ?? index.site.home };
  },
};

function read(
  { index, addresses, readPageMaxChars: maxChars }: ContentSource,
  input: OperationInput<'read_page'>,
): { readonly page: OperationOutput<'read_page'>; readonly path: string } {
  const { path, ...page } = findPage(index, addresses, input.url, 'url');
  const { title, url, modified, language, markdown } = page;
  const translations = index.translationsOf(page.id);
  const about = { title, url, modified, language, ...(translations.length > 0 && { translations }) };
  if (input.cursor === undefined && markdown.length <= maxChars) {
    return { page: { ...about, markdown, truncated: false }, path };
  }

  const subject = ['read_page', String(page.id), hash('sha256', markdown, 'base64url')];
  const start = readCursor(subject, input.cursor);
  const end = endOfPart(markdown, start, maxChars);
  const part = { ...about, markdown: markdown.slice(start, end) };
  if (end >= markdown.length) return { page: { ...part, truncated: false }, path };
  return { page: { ...part, truncated: true, next_cursor: writeCursor(subject, end) }, path };
}

/**
 * The page that an address, a path or a slug names, as it came in a parameter. A slug that several pages have is refused, with their
 * addresses.
 */
export function findPage(index: Index, addresses: Addresses, text: string, parameter: string): Page {
  const absolute = isAbsoluteAddress(text);
  const key = addresses.keyOf(absolute ? text : `/${text.replace(/^\/+/, '')}`);
  if (key === undefined) {
    throw new AppError('page_not_found', 'That URL is not a page of this site', {
      hint: `Only pages of ${index.site.home} can be read. Use a url that a search returned.`,
    });
  }
  const page = pageAt(index, key) ?? (absolute ? undefined : withHost(index, addresses, text));
  if (page) return page;
  if (!absolute && slugOf(key) === key.slice(1)) return bySlug(index, key.slice(1), parameter);
  throw notFound(index, key);
}

/** WordPress's short links (`/?p=12`) name a page by its number wherever it is. */
function pageAt(index: Index, key: string): Page | undefined {
  const id = postIdOf(key);
  return index.pageByPath(key) ?? (id === undefined ? undefined : index.pageById(id));
}

/** People leave the scheme out: `example.com/contacto`. */
function withHost(index: Index, addresses: Addresses, text: string): Page | undefined {
  const key = addresses.keyOf(`https://${text.replace(/^\/+/, '')}`);
  return key === undefined ? undefined : pageAt(index, key);
}

function bySlug(index: Index, slug: string, parameter: string): Page {
  const namesakes = index.pagesBySlug(slug, NAMESAKES);
  const main = primaryLanguage(index.site.language);
  const inMain = namesakes.filter(({ language }) => primaryLanguage(language) === main);
  const pages = inMain.length > 0 ? inMain : namesakes;
  const [only] = pages;
  if (only === undefined) throw notFound(index, slug);
  if (pages.length === 1) return only;
  const shown = pages.slice(0, NAMESAKES_SHOWN).map((page) => page.url);
  const more = pages.length > NAMESAKES_SHOWN ? ', and others' : '';
  throw invalidParameters([
    {
      name: parameter,
      code: 'rest_invalid_pattern',
      message: `${parameter} must be a full address here, because several pages have that slug: ${shown.join(' , ')}${more}`,
    },
  ]);
}

/** Says what was asked for, and which page has the words of its last segment: one of the city that the path names, if it can be. */
function notFound(index: Index, path: string): AppError {
  const { city, family } = createPlaces(index.cities).locate(path);
  const query = slugOf(family === '' ? path : `/${family}`).replaceAll('-', ' ');
  const best = (place?: string) => index.search({ query, city: place, limit: 1, offset: 0 }).hits[0];
  const found = (city === '' ? undefined : best(city)) ?? best();
  const above = found ? undefined : pageAbove(index, path);
  return new AppError('page_not_found', `There is no such page: ${printable(path, 100)}`, {
    hint: [
      ...(found ? [`The page nearest to its words is ${inWords(found)}.`] : []),
      ...(above ? [`The page above it is ${inWords(above)}.`] : []),
      'Use a url that a search returned, or the path of a page of this site.',
    ].join(' '),
  });
}

const inWords = ({ url, title }: Pick<Page, 'url' | 'title'>): string => `${url} (${printable(title, 100)})`;

/** The page of the longest path that this one goes on from, but for the front page, which is above all. */
function pageAbove(index: Index, path: string): Page | undefined {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const page = index.pageByPath(path.slice(0, end));
    if (page) return page;
  }
  return undefined;
}
