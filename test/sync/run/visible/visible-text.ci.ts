import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wholeWordsIn } from '../../../../sync/run/visible/shown-page.ts';
import { smallSite } from '../small-site.ts';

const long = `<p>${'La revisión incluye el desplazamiento, la limpieza del quemador y la medición de gases. '.repeat(6)}</p>`;

describe('run, beside what stands aside of a text', () => {
  const asides = [
    ['text in brackets', '<p>[Para socios: 30 euros]</p>'],
    ['the label of a link', '<p><a href="/precios/" aria-label="Para socios: 30 euros"><i></i></a></p>'],
    ['the title of a link', '<p><a href="/precios/" title="Para socios: 30 euros"><i></i></a></p>'],
    ['text in brackets, hyphenated by hand', '<p>[Para so&shy;cios: 30 eu\u200Bros]</p>'],
    ['text in brackets, with elements in its words', '<p>[Para so<span>c</span>ios: 30 eu<span>r</span>os]</p>'],
    ['a label of whole words in brackets', '<p>[Para <a href="/x/">so</a><i>cios</i>: 30 eu<b>ros</b>]</p>'],
    [
      'a choice with its price',
      '<form><label><input type="radio" name="a"> Para socios: 30 euros</label><label><input type="radio" name="a"> Oro</label></form>',
    ],
    ['a paragraph that breaks out of a drawing', '<svg><path d="M0 0"/><p>Para socios: 30 euros</p></svg>'],
  ] as const;
  const link = '<p><a href="/precios/"><i></i></a></p>';
  for (const [what, aside] of asides) {
    it(`publishes ${what} where visitors get it, and only there`, async () => {
      await using site = await smallSite();
      site.edit(11, { content: `${long}${aside}${long}`, shown: { main: `${long}${link}${long}` } });
      site.edit(12, { content: `${long}${aside}${long}` });
      await site.sync();
      const textOf = (path: string) => site.index((index) => index.pageByPath(path)?.markdown ?? '');
      assert.match(await textOf('/pagina-11'), /quemador/);
      assert.doesNotMatch(await textOf('/pagina-11'), /30 eu/);
      assert.match(wholeWordsIn(await textOf('/pagina-12')).join(' '), /para socios 30 euros/);
      assert.equal(site.mirror.snapshots().get(12)?.textFrom, 'rest');
    });
  }

  it('keeps the text of the REST API where only what agents do not get is another one', async () => {
    await using site = await smallSite();
    const given = (name: string) =>
      `${long}<svg><title>${name}</title><text>${name}</text></svg><button aria-label="${name}">Abrir</button>[${name}_forma id="4"]${long}`;
    site.edit(11, { content: given('uno'), shown: { main: given('dos') } });
    await site.sync();
    assert.equal(site.mirror.snapshots().get(11)?.textFrom, 'rest');
  });
});

describe('run, in a theme that marks no content', () => {
  it('takes menu, sidebar and footer for none of the text that it reads from the pages themselves', async () => {
    await using site = await smallSite();
    const around = (text: string) =>
      `<div class="menu"><a href="/a/">Inicio</a></div><div class="texto">${text}</div><div class="pie">Calle Mayor 1</div>`;
    for (let id = 11; id < 23; id++) site.edit(id, { shown: { body: around(`<p>Texto de la página ${id}.</p>`) } });
    site.edit(12, { content: '', shown: { body: around(long) } });
    await site.sync();
    assert.equal(site.mirror.snapshots().get(12)?.textFrom, 'page');
    assert.match(site.mirror.publishablePage(12)?.markdown ?? '', /^La revisión incluye [^\n]* gases\.$/);
    const looks = site.proxy.seen.filter(({ url }) => url.startsWith('/pagina-')).length;
    assert.ok(looks <= 12 + 1 + 4, String(looks));
  });
});

describe('run, beside a page that its editor divides', () => {
  const first = '<p>La primera parte de la guía habla de los cimientos de la casa y de su zócalo.</p>';
  const second = (file: string) =>
    `<p>La segunda parte habla del tejado y de sus canalones: <a href="/f/${file}.pdf">el plano</a>.</p>`;

  async function divided(given: string, shown: string) {
    const site = await smallSite();
    site.edit(11, { content: `${first}<!--nextpage-->${given}`, shown: { main: first } });
    const part = { id: 11, slug: 'pagina-11', path: '/pagina-11/2/', unlisted: true };
    site.pages.push({ ...part, modified_gmt: '2026-03-01T08:30:00', content: shown });
    return site;
  }

  it('reads all parts of it as visitors get them, where one of them is another', async () => {
    await using site = await divided(second('tejado-socios'), second('tejado'));
    assert.deepEqual((await site.sync()).skipped, {});
    const text = await site.index((index) => index.pageByPath('/pagina-11')?.markdown ?? '');
    assert.match(text, /cimientos[^]*canalones[^]*tejado\.pdf/);
    assert.doesNotMatch(text, /socios/);
  });

  it('leaves it as it is while one of its parts cannot be seen', async () => {
    await using site = await divided(second('tejado'), second('tejado'));
    await site.sync();
    site.edit(11, { content: `${first}<!--nextpage-->${second('obra')}`, modified_gmt: '2026-05-01T00:00:00' });
    site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-11/2') ? { kind: 'status', status: 503 } : undefined));
    assert.equal((await site.alert()).gone, 0);
    assert.match(await site.index((index) => index.pageByPath('/pagina-11')?.markdown ?? ''), /tejado\.pdf/);
  });
});

describe('run, beside a shop that opens later', () => {
  const soon = '<h1>Algo grande se acerca</h1><p>Estamos preparando la tienda, y la abriremos dentro de muy poco.</p>';
  const body = '<p>Texto de un radiador que calienta la casa.</p>';

  it('takes what stands in the place of a product for none of it, with a text of its own or without', async () => {
    await using site = await smallSite();
    const product = (id: number, content: string, main: string) => ({
      id,
      slug: `radiador-${id}`,
      path: `/radiador-${id}/`,
      modified_gmt: '2026-03-01T08:30:00',
      content,
      shown: { main },
    });
    const pages = [product(71, body, soon), product(72, '', soon), product(73, body, `<h1>Radiador</h1>${body}`)];
    site.wordpress.types = { product: { namespace: 'wp/v2', pages } };
    const types = ['pages', 'product'];
    assert.deepEqual((await site.sync({}, { types })).skipped, { 'other text': 2 });
    assert.notEqual(await site.index((index) => index.pageByPath('/radiador-73')), undefined);
  });

  it('takes no page for a product because it shows ratings of one', async () => {
    await using site = await smallSite();
    const rating = '<div itemscope itemtype="https://schema.org/Product">Calderas García: 4,8 de 5 (31 votos)</div>';
    site.edit(11, { content: '', shown: { main: `<h1>Calefacción sin sorpresas</h1>${long}${rating}` } });
    assert.deepEqual((await site.sync()).skipped, {});
    assert.match(await site.index((index) => index.pageByPath('/pagina-11')?.markdown ?? ''), /quemador/);
  });
});
