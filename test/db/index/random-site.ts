import type { Index } from '../../../db/index/reader.ts';
import { DEFAULT_CITIES } from '../../../shared/cities.ts';
import type { Alias, Page } from '../../../shared/page.ts';
import { createPlaces } from '../../../shared/places.ts';

/** A site between two edits. */
export type Site = {
  readonly pages: ReadonlyMap<number, Page>;
  readonly aliases: readonly Alias[];
  readonly synonyms: readonly (readonly string[])[];
};

const SPANISH: readonly string[] =
  'agua grifo grifos fontanero fontaneros fontanería tubería tuberías caldera calderas madrid gijón luz enchufe enchufes puerta puertas cerradura cerrajero persiana persianas pintura pintor cocina baño ducha duchas avería averías urgente urgencias presupuesto precio precios calefacción radiador radiadores aire acondicionado papá papa está esta solo sólo'.split(
    ' ',
  );
const GERMAN: readonly string[] =
  'wasser heizung heizungen tür türen wetter daten wetterdaten schloss schlösser haus häuser preis preise'.split(' ');
const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi'.split(' ');
const CITIES = DEFAULT_CITIES.slice(0, 4).map(({ slug }) => slug);
const places = createPlaces(DEFAULT_CITIES);

/** Random sites of few words, so that pages share them, and random edits of them. */
export function createRandomSite(chance: () => number) {
  const below = (most: number) => Math.floor(chance() * most);
  const pick = <Item>(list: readonly Item[]): Item => list[below(list.length)] as Item;
  let nextId = 1;

  const newWord = () => Array.from({ length: 2 + below(3) }, () => pick(SYLLABLES)).join('');
  const accented = (text: string) =>
    text.replace(/[aeiou](?=[^aeiou]*$)/, (vowel) => `${vowel}\u0301`.normalize('NFC'));
  const word = (list: readonly string[]) =>
    chance() < 0.03 ? newWord() : chance() < 0.05 ? accented(pick(list)) : pick(list);
  const text = (length: number, list: readonly string[] = SPANISH) =>
    Array.from({ length }, () => word(list)).join(' ');

  function newPage(id: number): Page {
    const list = chance() < 0.2 ? GERMAN : SPANISH;
    const slug = `${word(list)}-${chance() < 0.6 ? below(8) : id}`;
    const path = chance() < 0.5 ? `/${pick(CITIES)}/${slug}` : `/${slug}`;
    return written({ id, path: chance() < 0.03 ? `/${pick(CITIES)}` : path }, list);
  }

  function written({ id, path }: Pick<Page, 'id' | 'path'>, list: readonly string[]): Page {
    const markdown = [`## ${text(1 + below(4), list)}`, text(10 + below(50), list), text(below(30), list)].join('\n\n');
    return {
      id,
      type: 'pages',
      url: `https://example.com${path}/`,
      path,
      title: text(1 + below(4), list),
      markdown,
      language: list === GERMAN ? 'de' : 'es',
      modified: `2026-0${1 + below(9)}-01T00:00:00Z`,
      ...places.locate(path),
      translations: '',
    };
  }

  /** Links pages of two languages as translations of each other. */
  function translate(pages: Map<number, Page>): void {
    const all = [...pages.values()];
    const [one, other] = [
      pick(all.filter(({ language }) => language === 'es')),
      pick(all.filter(({ language }) => language === 'de')),
    ];
    if (!one || !other) return;
    pages.set(one.id, { ...one, translations: `${one.path}\n${other.path}` });
    pages.set(other.id, { ...other, translations: `${one.path}\n${other.path}` });
  }

  function site(size = 60 + below(60)): Site {
    const pages = new Map<number, Page>();
    for (let left = size; left > 0; left--) put(pages, newPage(nextId++));
    for (let left = 5; left > 0; left--) translate(pages);
    return { pages, aliases: [{ path: '/antigua', pageId: 3 }], synonyms: [] };
  }

  /** A page has its path for itself. */
  function put(pages: Map<number, Page>, page: Page): void {
    const taken = [...pages.values()].some(({ id, path }) => id !== page.id && path === page.path);
    const path = taken ? `${page.path}-${page.id}-${nextId++}` : page.path;
    pages.set(page.id, { ...page, path, url: `https://example.com${path}/`, ...places.locate(path) });
  }

  const EDITS: readonly ((pages: Map<number, Page>) => void)[] = [
    (pages) => put(pages, newPage(nextId++)),
    // A page that comes back, or was imported, has a low id.
    (pages) => put(pages, newPage(1 + below(nextId))),
    (pages) => pages.delete(pick([...pages.keys()])),
    (pages) => put(pages, { ...pick([...pages.values()]), title: text(1 + below(4)) }),
    (pages) => {
      const page = pick([...pages.values()]);
      put(pages, {
        ...page,
        markdown: `${page.markdown}\n\n${text(below(20), page.language === 'de' ? GERMAN : SPANISH)}`,
      });
    },
    (pages) => {
      const page = pick([...pages.values()]);
      put(pages, written({ id: page.id, path: newPage(page.id).path }, chance() < 0.1 ? GERMAN : SPANISH));
    },
    (pages) => {
      const page = pick([...pages.values()]);
      put(pages, { ...page, path: `/${pick(CITIES)}/${page.family || 'x'}` });
    },
    translate,
  ];

  function edit(before: Site): Site {
    const pages = new Map(before.pages);
    for (let left = 1 + below(6); left > 0; left--) pick(EDITS)(pages);
    const moved = [...pages.values()].find(
      ({ id, path }) => before.pages.has(id) && before.pages.get(id)?.path !== path,
    );
    const aliases = moved
      ? [...before.aliases, { path: before.pages.get(moved.id)?.path ?? '/', pageId: moved.id }]
      : before.aliases;
    const live = new Set([...pages.values()].map(({ path }) => path));
    const byPath = new Map(aliases.filter(({ path }) => !live.has(path)).map((alias) => [alias.path, alias]));
    const synonyms = chance() < 0.3 ? [[pick(SPANISH), pick(SPANISH), newWord()]] : before.synonyms;
    return { pages, aliases: [...byPath.values()], synonyms };
  }

  return { site, edit };
}

/** Everything that an index answers: pages, and the results of words, pairs, misspelt words and cities, by all their pages. Closes it. */
export function answersOf(index: Index, site: Site): unknown {
  try {
    const words = [...SPANISH, ...GERMAN, ...[...site.pages.values()].flatMap(({ title }) => title.split(' '))];
    const distinct = [...new Set(words)].toSorted();
    const queries = distinct
      .filter((_, at) => at % 4 === site.pages.size % 4)
      .flatMap((word, at) => {
        const other = distinct[(at * 7 + 3) % distinct.length] ?? '';
        const misspelt = word.slice(0, 2) + word.slice(3);
        return [word, `${word} ${other}`, misspelt, `${word} madrid`, `${other} en ${CITIES[at % 4]}`];
      });
    return {
      counts: index.counts,
      languages: index.languages,
      samples: index.samplePages(20),
      cities: index.pagesByCity(),
      months: index.pagesByMonth(),
      originals: [...index.originals()].toSorted(([a], [b]) => a - b),
      pages: [...site.pages.values()].map(({ id, path }) => [
        index.pageByPath(path),
        index.pageById(id),
        index.translationsOf(id),
        index.pagesBySlug(path.slice(path.lastIndexOf('/') + 1), 5),
      ]),
      aliases: site.aliases.map(({ path }) => index.pageByPath(path)),
      found: queries.map((query, at) => [
        query,
        index.search({ query, city: undefined, limit: 30, offset: 0 }),
        index.search({ query, city: CITIES[at % 4], limit: 4, offset: at % 3 }),
        index.search({ query, city: undefined, language: 'de', limit: 8, offset: 0 }),
        index.search({ query, city: undefined, language: 'all', limit: 12, offset: 2 }),
        at % 9 === 0 && index.explain(query, undefined, 5),
      ]),
    };
  } finally {
    index.close();
  }
}
