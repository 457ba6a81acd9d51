import { attribute, textOf } from '../../markdown/parse/html.ts';
import type { Organisation } from '../evidence.ts';
import type { ParsedPage } from './parsed-page.ts';

const SHORTEST_NAME = 5;

/** Names of a site, in letters and digits without spaces. */
export type OwnNames = {
  /** Unambiguous names: hosts without their endings, and names of its organisation. */
  readonly names: readonly string[];
  /** All of these names and the titles of pages. A word in this string does not name a third party. */
  readonly self: string;
};

/** Returns the names of a site by its hosts, pages and organisations. */
export function ownNames(
  hosts: readonly string[],
  pages: readonly ParsedPage[],
  organisations: readonly Organisation[],
): OwnNames {
  const elements = pages.flatMap((page) => page.elements.slice(0, 500));
  const siteNames = elements
    .filter((element) => attribute(element, 'property') === 'og:site_name')
    .map((element) => attribute(element, 'content'));
  const titles = elements.filter(({ name }) => name === 'title').map((element) => textOf(element).slice(0, 300));
  const named = [
    ...hosts.map((host) =>
      host
        .split('.')
        .slice(0, -1)
        .join('')
        .replace(/(?:com?|org|net)$/, ''),
    ),
    ...siteNames,
    ...organisations.slice(0, 3).flatMap(({ name, legal_name }) => [name ?? '', legal_name ?? '']),
  ].map(squeezed);
  return {
    names: [...new Set(named)].filter((name) => name.length >= SHORTEST_NAME),
    self: [...named, ...titles.map(squeezed)].join(' '),
  };
}

/** Returns true for a string that contains a name of the company. */
export function hasOwnName(text: string, { names }: OwnNames): boolean {
  const plain = squeezed(text);
  return names.some((name) => plain.includes(name));
}

/** Returns the letters and digits of a string, in lower case and without accents. */
export const squeezed = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
