import assert from 'node:assert/strict';
import type { TinyPage } from '../../wordpress/tiny-wordpress.ts';
import type { Random } from './random.ts';

/** So many pages are there at the start; the first of them always stay public. */
const PAGES = 130;
const FIRST_ID = 11;
const ALWAYS = 40;
/** Of these pages the text also changes without a new time of change, as a synced pattern does it. */
const UNDATED_FROM = 30;
const WORDS = 24;

type Shown = { readonly id: number; readonly path: string; readonly markdown: string };

const isAlways = (id: number): boolean => id < FIRST_ID + ALWAYS;
const isUndated = (id: number): boolean => isAlways(id) && id >= FIRST_ID + UNDATED_FROM;

/** Edits a tiny site at random, and remembers everything that was ever public on it. */
export function createEditor(random: Random) {
  const everPublic = new Map<number, { readonly paths: Set<string>; readonly texts: Set<string> }>();
  const pages: TinyPage[] = [];
  /** Paths at which a reader last saw the pages. */
  const shownAt = new Map<number, string>();
  let version = 0;
  let nextId = FIRST_ID;

  /** Versions share no words: while the REST API fails, a page of which sync has another version is published as visitors get it. */
  const textOf = (id: number, number: number) =>
    Array.from({ length: WORDS }, (_, at) => `p${id}v${number}w${at}`).join(' ');
  function fresh(): { readonly modified_gmt: string } {
    version += 1;
    return { modified_gmt: new Date(Date.UTC(2026, 3, 1) + version * 1000).toISOString().slice(0, 19) };
  }

  function put(page: TinyPage): void {
    const at = pages.findIndex(({ id }) => id === page.id);
    if (at === -1) pages.push(page);
    else pages[at] = page;
    if (page.password === true) return;
    const known = everPublic.get(page.id) ?? { paths: new Set(), texts: new Set() };
    known.paths.add(pathOf(page));
    known.texts.add(plain(page));
    everPublic.set(page.id, known);
  }

  function create(): void {
    const id = nextId++;
    const isHidden = !isAlways(id) && random.chance(0.1);
    const changed = fresh();
    const text = isHidden ? `Secreto de la página ${id}` : textOf(id, version);
    put({ id, slug: `pagina-${id}`, content: `<p>${text}</p>`, password: isHidden, ...changed });
  }

  function change(): void {
    const page = random.pick(pages);
    const { id } = page;
    switch (random.below(isAlways(id) ? 3 : 6)) {
      case 0: {
        const changed = isUndated(id) && random.chance(0.5) ? ((version += 1), {}) : fresh();
        const text = page.password === true ? `Secreto de la página ${id}, versión ${version}` : textOf(id, version);
        return put({ ...page, content: `<p>${text}</p>`, ...changed });
      }
      case 1:
        return put({ ...page, slug: `pagina-${id}-${(version += 1)}` });
      case 2:
        return put({ ...page, ...fresh() });
      case 3:
        return put({
          ...page,
          password: page.password !== true,
          content: `<p>${page.password === true ? textOf(id, version) : `Secreto de la página ${id}`}</p>`,
          ...fresh(),
        });
      case 4:
        return create();
      default:
        pages.splice(pages.indexOf(page), 1);
    }
  }

  /** Makes so many changes. */
  function edit(count: number): number {
    for (let made = 0; made < count; made++) change();
    return count;
  }

  /**
   * Asserts that a reader may see this: only what was public once, and every page that always was. While the REST API fails, a page
   * that has moved may be missing, because visitors get nothing at its former address.
   */
  function judge(shown: readonly Shown[]): void {
    for (const { id, path, markdown } of shown) {
      const known = everPublic.get(id);
      assert.ok(known, `page ${id} was never public`);
      assert.ok(known.paths.has(path), `page ${id} was never at ${path}`);
      assert.ok(known.texts.has(markdown.trim()), `page ${id} never said ${JSON.stringify(markdown)}`);
    }
    for (const { id, path } of shown) shownAt.set(id, path);
    const ids = new Set(shown.map(({ id }) => id));
    for (const page of pages) {
      const isThere = ids.has(page.id) || !isAlways(page.id) || shownAt.get(page.id) !== pathOf(page);
      assert.ok(isThere, `page ${page.id} was always public and is missing`);
    }
  }

  /** Asserts that a mirror holds exactly what the site shows to visitors. */
  function assertEqual(mirrored: readonly Shown[], { exceptUndated }: { readonly exceptUndated: boolean }): void {
    const rows = (all: readonly Shown[]) =>
      all
        .map(({ id, path, markdown }) => `${id} ${path} ${exceptUndated && isUndated(id) ? '' : markdown.trim()}`)
        .toSorted();
    const site = pages
      .filter((page) => page.password !== true)
      .map((page) => ({ id: page.id, path: pathOf(page), markdown: plain(page) }));
    assert.deepEqual(rows(mirrored), rows(site));
  }

  for (let number = 0; number < PAGES; number++) create();
  return { pages, edit, judge, assertEqual };
}

const pathOf = ({ slug }: TinyPage): string => `/${slug}`;
const plain = ({ content }: TinyPage): string => content.replaceAll(/<[^>]+>/g, '');
