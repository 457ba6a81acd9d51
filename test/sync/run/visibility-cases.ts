import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createContent } from '../../../server/operations/content.ts';
import { INVISIBLE } from '../../fixtures/hidden-text.ts';
import type { Shown, TinyPage } from '../wordpress/tiny-wordpress.ts';
import { paths, smallSite } from './small-site.ts';

type Site = Awaited<ReturnType<typeof smallSite>>;

export const LATER = '2026-03-01T09:00:00';

/** A passage that only page `id` has. */
export const secret = (id: number): string => `El código reservado de la caldera número ${id} es zarzuela${id}.`;
export const open = (id: number): string =>
  `La vivienda ${id} tiene una terraza orientada al sur, con toldo y una pequeña fuente de piedra${id}.`;
export const paragraphs = (...texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('\n');

/** Writes a public and a hidden paragraph into each page of a site. */
export function fill(site: Site, change: (id: number) => Partial<TinyPage> = () => ({})): void {
  for (const { id } of site.pages) {
    site.edit(id, { content: paragraphs(open(id), secret(id)), ...change(id) });
  }
}

/** The passages, of some, that `read_page` or `search_pages` serves. */
export async function served(site: Site, passages: readonly string[]): Promise<readonly string[]> {
  return await site.index((index) => {
    const { call } = createContent(index, { readPageMaxChars: 100_000 });
    const texts = [...site.mirror.publishable()].map(({ url }) => {
      const { title, markdown } = call.read_page({ url }).value as { title: string; markdown: string };
      return `${title}\n${markdown}`;
    });
    const isServed = (passage: string) =>
      texts.some((text) => text.includes(passage)) ||
      JSON.stringify(call.search_pages({ query: passage.slice(0, 150) }).value).includes(passage);
    return passages.filter(isServed);
  });
}

export const ids = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);
export const kinds = async (site: Site) => (await site.generations.guard()).map(({ kind }) => kind);

/** Tests that pages disappear while they answer visitors like this. */
export function dropsPages(what: string, shown: Shown): void {
  it(`drops nine of twenty pages in the same run that answer visitors ${what}, and has them again after`, async () => {
    await using site = await smallSite(20);
    fill(site);
    await site.sync();
    for (const id of ids(11, 20)) site.edit(id, { shown });
    await site.sync({ full: true });
    assert.deepEqual(await served(site, ids(11, 31).map(secret)), ids(20, 31).map(secret));
    for (const id of ids(11, 20)) site.edit(id, { shown: {} });
    await site.sync({ full: true });
    assert.equal((await served(site, ids(11, 31).map(secret))).length, 20);
  });
}

const gate = '<div class="gate"><p>Únete para seguir leyendo esta ficha.</p><a href="/alta/">Alta</a></div>';

export const GATES = {
  'keeps the first paragraph': (id: number) => paragraphs(open(id)) + gate,
  'keeps the first sentence': (id: number) => `<p>${open(id)} …</p>${gate}`,
} as const;

/** Tests that the text behind a gate is not published, on a first sync or after one without the gate. */
export function publishesNothingBehindGate(how: keyof typeof GATES, isFirst: boolean): void {
  it(`publishes the public part alone of 20 of 45 pages behind a gate that ${how}, ${isFirst ? 'on a first sync' : 'in the same run'}`, async () => {
    await using site = await smallSite(45);
    const hidden = (id: number) => `${secret(id)} Y otra frase más que nadie debe leer aquí. `.repeat(4);
    const text = how.includes('sentence') ? (id: number) => `<p>${open(id)} ${hidden(id)}</p>` : undefined;
    fill(site, (id) => ({ content: text?.(id) ?? paragraphs(open(id), hidden(id)) }));
    if (!isFirst) await site.sync();
    for (const id of ids(11, 31)) site.edit(id, { shown: { main: GATES[how](id) } });
    await site.sync({ full: true });
    assert.deepEqual(await served(site, ids(11, 56).map(secret)), ids(31, 56).map(secret));
    assert.equal((await served(site, ids(11, 56).map(open))).length, 45);
    assert.deepEqual(await kinds(site), []);
  });
}

/** Tests that a site is held, and later withheld, while all its pages have this content. */
export function holdsSiteOfNotices(what: string, content: string, isInRest: boolean): void {
  it(`holds for GUARD_HOURS when all pages show ${what}${isInRest ? ', in the REST API too' : ''}, and withholds the texts then`, async () => {
    await using site = await smallSite(20);
    fill(site);
    await site.sync();
    const show = (id: number) =>
      site.edit(id, isInRest ? { content, modified_gmt: LATER } : { shown: { main: content } });
    for (const id of ids(11, 31)) show(id);
    assert.match((await site.alert({ full: true })).message, /20 of 20 pages show the same text/);
    assert.equal((await served(site, ids(11, 31).map(secret))).length, 20);
    site.pass(3);
    await site.alert();
    assert.equal(paths(site).length, 20);
    site.pass(1);
    await site.alert();
    assert.deepEqual(paths(site), []);
    await site.alert();
    assert.deepEqual([paths(site), await kinds(site)], [[], ['different']]);
    for (const id of ids(11, 31)) {
      site.edit(id, { content: paragraphs(open(id), secret(id)), modified_gmt: '2026-03-01T10:00:00', shown: {} });
    }
    await site.sync();
    assert.equal((await served(site, ids(11, 31).map(secret))).length, 20);
    assert.deepEqual(await kinds(site), []);
  });
}

/** A site with a page for each block; its `TEXT` is in the REST API of the page, and `open` is public. */
export async function filled(blocks: readonly string[], text = (id: number) => `<p>${secret(id)}</p>`): Promise<Site> {
  const site = await smallSite(blocks.length);
  fill(site, (id) => ({
    content: paragraphs(open(id)) + text(id),
    shown: { main: paragraphs(open(id)) + (blocks[id - 11] ?? '').replaceAll('TEXT', text(id)) },
  }));
  return site;
}

export const secretsOf = (count: number) => ids(11, 11 + count).map(secret);

/** Tests that a page does not publish a text that it hides by every nth known technique, all of them with 1. */
export function hidesTechniques(nth: number): void {
  it(`publishes no text that ${nth === 1 ? 'any' : 'a'} known technique hides`, async () => {
    // A style sheet without an end would have the rest of the document as its last declaration.
    const techniques = Object.values(INVISIBLE)
      .flat()
      .filter((html) => !/<style>[^<]*$/.test(html))
      .filter((_, at) => at % nth === 0);
    await using site = await filled(techniques, secret);
    await site.sync();
    assert.deepEqual(await served(site, secretsOf(techniques.length)), []);
    assert.equal((await served(site, ids(11, 11 + techniques.length).map(open))).length, techniques.length);
  });
}

const closed = ({ url }: { url: string }) =>
  /wp-json|rest_route/.test(url) ? ({ kind: 'status', status: 401 } as const) : undefined;

/** Tests a site whose REST API is closed from the start, and open at the end. */
export function readsClosedSite(hasSitemap: boolean): void {
  it(`reads a site whose REST API was never open ${hasSitemap ? 'by its sitemap' : 'by the links of its home page'}, and by the REST API once it is open`, async () => {
    await using site = await smallSite(12);
    fill(site);
    const links = site.pages.map(({ slug }) => `${site.proxy.url}/${slug}/`);
    const theme = '<link rel="stylesheet" href="/wp-content/themes/casa/style.css">';
    const list = links.map((link) => `<url><loc>${link}</loc><lastmod>2026-03-01T08:00:00+00:00</lastmod></url>`);
    site.wordpress.front = `${theme}${links.map((link) => `<a href="${link}">Ficha</a>`).join('')}`;
    if (hasSitemap) {
      const index = `<sitemapindex><sitemap><loc>${site.proxy.url}/fichas.xml</loc></sitemap></sitemapindex>`;
      site.wordpress.files = { '/wp-sitemap.xml': index, '/fichas.xml': `<urlset>${list.join('')}</urlset>` };
    }
    site.edit(22, { shown: { head: '<meta name="robots" content="noindex">' } });
    site.proxy.setFaults(closed);
    await site.sync();
    const expected = ids(11, 22).flatMap((id) => [open(id), secret(id)]);
    assert.deepEqual(await served(site, [...expected, secret(22)]), expected);
    assert.match(site.warnings().join(), /sync reads the site by its sitemap/);
    site.edit(11, { shown: { main: paragraphs(open(11)) } });
    await site.sync({ full: true });
    assert.deepEqual(await served(site, [open(11), secret(11), secret(12)]), [open(11), secret(12)]);
    site.proxy.setFaults(undefined);
    await site.sync();
    assert.deepEqual(await served(site, [open(11), secret(11), secret(12)]), [open(11), secret(12)]);
    assert.ok([...site.mirror.publishable()].every(({ id }) => id < 100));
  });
}
