import { hash } from 'node:crypto';
import type { Index } from '../../db/index/reader.ts';
import { isAbsoluteAddress, postIdOf, slugOf, type Addresses } from '../../shared/addresses.ts';
import { AppError } from '../../shared/errors.ts';
import type { OperationInput, OperationOutput } from '../../shared/operations.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import { nearestWord } from '../../shared/nearest-word.ts';
import { createPlaces, toSlug } from '../../shared/places.ts';
import { printable } from '../../shared/printable.ts';
import type { Page } from '../../shared/page.ts';
import type { ContentOperation, ContentSource } from './content-operation.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { invalidParameters } from './input.ts';
import { endOfPart } from './markdown-parts.ts';
import { exampleHits } from './search-pages.ts';

// Pages with the same slug that are read, and that an error lists.
const NAMESAKES = 100;
const NAMESAKES_SHOWN = 5;

/** `read_page`: the Markdown of a page. Text longer than `readPageMaxChars` is returned in parts. */
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
  source: ContentSource,
  input: OperationInput<'read_page'>,
): { readonly page: OperationOutput<'read_page'>; readonly path: string } {
  const { index, readPageMaxChars: maxChars } = source;
  const { path, ...page } = findPage(source, input.url, 'url');
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

type Source = Pick<ContentSource, 'index' | 'addresses' | 'partialOf'>;

/** Finds the page of a URL, path or slug. Throws `invalid_parameter` with the URLs if several pages have the slug. */
export function findPage(source: Source, text: string, parameter: string): Page {
  const { index, addresses } = source;
  const absolute = isAbsoluteAddress(text);
  const key = addresses.keyOf(absolute ? text : `/${text.replace(/^\/+/, '')}`);
  if (key === undefined) {
    throw new AppError('page_not_found', 'That URL is not a page of this site', {
      hint: `Only pages of ${index.site.home} can be read. Use a url that a search returned.`,
    });
  }
  const page = pageAt(index, key) ?? (absolute ? undefined : withHost(index, addresses, text));
  if (page) return page;
  if (!absolute && slugOf(key) === key.slice(1)) return bySlug(source, key.slice(1), parameter);
  throw notFound(source, key);
}

// A WordPress shortlink (`/?p=12`) contains the id of a page.
function pageAt(index: Index, key: string): Page | undefined {
  const id = postIdOf(key);
  return index.pageByPath(key) ?? (id === undefined ? undefined : index.pageById(id));
}

// A URL without its scheme, such as `example.com/contacto`.
function withHost(index: Index, addresses: Addresses, text: string): Page | undefined {
  const key = addresses.keyOf(`https://${text.replace(/^\/+/, '')}`);
  return key === undefined ? undefined : pageAt(index, key);
}

function bySlug(source: Source, slug: string, parameter: string): Page {
  const { index } = source;
  const namesakes = index.pagesBySlug(slug, NAMESAKES);
  const main = primaryLanguage(index.site.language);
  const inMain = namesakes.filter(({ language }) => primaryLanguage(language) === main);
  const pages = inMain.length > 0 ? inMain : namesakes;
  const [only] = pages;
  if (only === undefined) throw notFound(source, slug);
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

function notFound({ index, partialOf }: Source, path: string): AppError {
  const { city, family } = createPlaces(index.cities).locate(path);
  const query = slugOf(family === '' ? path : `/${family}`).replaceAll('-', ' ');
  const hits = (place?: string) => index.search({ query, city: place, limit: NEAREST_OF, offset: 0 }).hits;
  const found = [...(city === '' ? [] : hits(city)), ...hits()].find((page) => isNear(query, page));
  const above = found ? undefined : pageAbove(index, path);
  const total = partialOf?.();
  return new AppError('page_not_found', `There is no such page: ${printable(path, 100)}`, {
    hint: [
      ...(total ? [`The first sync has read ${index.counts.pages} of ${total} pages so far; retry in a minute.`] : []),
      ...(found ? [`The page with the most similar address or title is ${inWords(found)}.`] : []),
      ...(above ? [`The page above it is ${inWords(above)}.`] : []),
      'Use a url that a search returned, or the path of a page of this site.',
    ].join(' '),
  });
}

// Search results that are compared with the requested path.
const NEAREST_OF = 5;

// Shared prefix of two forms of a word (`painter`, `painting`) in letters, and as a share of the longer form.
const SHARED_LETTERS = 5;
const SHARED_PART = 0.6;

// At least half of the words of the query and half of the words of the slug or title must be similar.
function isNear(query: string, { url, title }: Pick<Page, 'url' | 'title'>): boolean {
  const queryWords = wordsOf(query);
  return [slugOf(new URL(url).pathname), title].map(wordsOf).some((words) => {
    const shared = queryWords.filter((word) => words.some((known) => isSimilar(word, known))).length;
    return shared > 0 && shared * 2 >= Math.max(queryWords.length, words.length);
  });
}

const wordsOf = (text: string): readonly string[] =>
  toSlug(text)
    .split('-')
    .filter(({ length }) => length > 2);

function isSimilar(word: string, known: string): boolean {
  if (nearestWord(word, [known], Math.floor(word.length / 4)) !== undefined) return true;
  let shared = 0;
  while (shared < word.length && word[shared] === known[shared]) shared++;
  return shared >= SHARED_LETTERS && shared >= SHARED_PART * Math.max(word.length, known.length);
}

const inWords = ({ url, title }: Pick<Page, 'url' | 'title'>): string => `${url} (${printable(title, 100)})`;

// Returns the page with the longest parent path, except the front page.
function pageAbove(index: Index, path: string): Page | undefined {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const page = index.pageByPath(path.slice(0, end));
    if (page) return page;
  }
  return undefined;
}
