import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DEFAULT_CITIES } from '../shared/cities.ts';
import type { Page } from '../shared/page.ts';
import { createPlaces } from '../shared/places.ts';
import { seeded } from '../test/helpers/seeded.ts';

/** A query that a person or an agent asks a site, and the paths of the pages that answer it; none when no page does. */
export type Judged = { readonly kind: string; readonly q: string; readonly rel: readonly string[] };

/** A made-up site with its judged queries (test/data/search/README.md). */
export type Site = {
  readonly name: string;
  /** Primary subtag. */
  readonly language: string;
  readonly pages: readonly Page[];
  readonly queries: readonly Judged[];
};

const DATA = join(import.meta.dirname, '../test/data/search/sites');

/** The sites of the development data, or of another folder, in the order of their names; what their pages share differs from seed to seed. */
export function readSites(seed = 1, folder = DATA): readonly Site[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .toSorted()
    .map((file) => parseSite(basename(file, '.txt'), readFileSync(join(folder, file), 'utf8'), seed));
}

function parseSite(name: string, text: string, seed: number): Site {
  const [head = '', ...sections] = text.split(/^=== /m);
  const field = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(head)?.[1] ?? '';
  const language = field('language');
  const bodyOf = (title: string) =>
    sections.find((section) => section.startsWith(`${title}\n`))?.slice(title.length + 1);
  const blocks = (bodyOf('blocks') ?? '').trim().split('\n---\n');
  const cities = field('cities').split(' ');
  const written = sections
    .filter((section) => section.startsWith('/'))
    .flatMap((section) => (section.includes('{city}') ? cities.map((slug) => forCity(section, slug)) : [section]));
  const chance = seeded(seed);
  const { locate } = createPlaces(DEFAULT_CITIES);
  const pages = written.map((section, at): Page => {
    const end = section.indexOf('\n');
    const [address = '', title = ''] = section.slice(0, end).split(' | ');
    const path = address === '/' ? '/' : address.slice(0, -1);
    const { city, family } = locate(path);
    // As on real sites, most of a page may be on many others, too, and pages differ in length.
    const share = chance();
    const shared = blocks.filter(() => chance() < share);
    return {
      id: at + 1,
      type: 'pages',
      url: `https://example.com${address}`,
      path,
      title,
      markdown: [section.slice(end + 1).trim(), ...shared].join('\n\n'),
      language,
      modified: '2026-01-01T00:00:00Z',
      city,
      family,
    };
  });
  return { name, language, pages, queries: parseQueries(bodyOf('queries') ?? '') };
}

/** The page of one city, where a site has the same page for several. */
function forCity(section: string, slug: string): string {
  const name = DEFAULT_CITIES.find((city) => city.slug === slug)?.name ?? slug;
  return section.replaceAll('{city}', slug).replaceAll('{City}', name);
}

function parseQueries(text: string): Judged[] {
  let kind = '';
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('# ')) kind = line.slice(2);
    const [q, rel] = line.split(' →');
    return q === undefined || rel === undefined
      ? []
      : [
          {
            kind,
            q,
            rel: rel
              .trim()
              .split(' ')
              .filter((path) => path !== ''),
          },
        ];
  });
}
