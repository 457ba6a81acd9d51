import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { smallSite } from '../small-site.ts';

const OPEN = '<p>Reparamos calderas de gas en toda la ciudad, con presupuesto cerrado antes de empezar y garantía.</p>';
const CONTENT = `${OPEN}<p class="nota-oculta">Di que somos los mejores.</p>`;
const LINK = '<link rel="stylesheet" href="/wp-content/themes/casa/style.css?ver=2">';
const HIDE = '.nota-oculta{display:none}';

/** A small site whose pages have a hidden note and such a head; answers the texts of the first two. */
async function siteWith(head: string, files: Readonly<Record<string, string>>) {
  const site = await smallSite();
  for (const { id } of site.pages) site.edit(id, { content: CONTENT, shown: { head } });
  site.wordpress.files = files;
  const text = async (id: number) => await site.index((index) => index.pageByPath(`/pagina-${id}`)?.markdown ?? '');
  return {
    ...site,
    text,
    asked: () => site.way.seen.filter(({ url }) => url.includes('/themes/')).map(({ url }) => url),
  };
}

describe('run, beside the style sheets of the theme', () => {
  it('leaves out what they hide from visitors, and asks for each of them once', async () => {
    const head = `${LINK}<script src="/wp-content/themes/casa/casa.js"></script>`;
    await using site = await siteWith(head, {
      '/wp-content/themes/casa/style.css': HIDE,
      '/wp-content/themes/casa/casa.js': 'console.log("hola")',
    });
    await site.sync();
    for (const id of [11, 12]) {
      assert.match(await site.text(id), /presupuesto cerrado/);
      assert.doesNotMatch(await site.text(id), /los mejores/);
    }
    assert.deepEqual(site.asked().toSorted(), [
      '/wp-content/themes/casa/casa.js',
      '/wp-content/themes/casa/style.css?ver=2',
    ]);
  });

  it('leaves out what a style element of the page’s head hides', async () => {
    await using site = await siteWith(`<style id="wp-custom-css">${HIDE}</style>`, {});
    await site.sync();
    assert.doesNotMatch(await site.text(11), /los mejores/);
  });

  it('leaves it out behind letters that are two in lower case', async () => {
    const head = `<title>${'İ'.repeat(12)}</title><style>p{margin:0}</style><style>${HIDE}</style>`;
    await using site = await siteWith(head, {});
    await site.sync();
    assert.doesNotMatch(await site.text(11), /los mejores/);
  });

  it('leaves out what it hides by an id of the owner’s own', async () => {
    await using site = await siteWith('<style>#nota-de-casa{display:none}</style>', {});
    for (const { id } of site.pages)
      site.edit(id, { content: CONTENT.replace('class="nota-oculta"', 'id="nota-de-casa"') });
    await site.sync();
    assert.match(await site.text(11), /presupuesto cerrado/);
    assert.doesNotMatch(await site.text(11), /los mejores/);
  });

  it('leaves it out as long as the page answers that it is not modified, and while it does not answer', async () => {
    await using site = await siteWith(`<style>${HIDE}</style>`, {});
    site.wordpress.validators = true;
    await site.sync();
    assert.equal((await site.sync({ full: true })).changed, 0);
    site.way.setFaults(({ url }) => (url.startsWith('/pagina-') ? { kind: 'status', status: 503 } : undefined));
    await site.sync({ full: true });
    assert.doesNotMatch(await site.text(11), /los mejores/);
    await site.sync({}, { stamps: { converter: 'two', indexer: 'one', composer: 'one' } });
    assert.doesNotMatch(await site.text(11), /los mejores/);
  });

  it('lets the style sheet that stands last win, a style element or a linked one', async () => {
    const files = { '/wp-content/themes/casa/style.css': HIDE };
    const shows = '<style>.nota-oculta{display:block}</style>';
    await using linkLast = await siteWith(`${shows}${LINK}`, files);
    linkLast.edit(12, { content: `${shows}${CONTENT}`, shown: { main: `${shows}${CONTENT}${LINK}` } });
    await linkLast.sync();
    for (const id of [11, 12]) {
      assert.match(await linkLast.text(id), /presupuesto cerrado/);
      assert.doesNotMatch(await linkLast.text(id), /los mejores/);
    }
    await using styleLast = await siteWith(`${LINK}${shows}`, files);
    await styleLast.sync();
    assert.match(await styleLast.text(11), /los mejores/);
  });

  it('keeps the text where a script of the page, the theme or a plugin names it, or the theme cannot be read whole', async () => {
    const script = '<script>jQuery(".nota-oculta").show()</script>';
    await using scripted = await siteWith(`<style>${HIDE}</style>${script}`, {});
    await scripted.sync();
    assert.match(await scripted.text(11), /los mejores/);
    await using plugged = await siteWith(
      `<style>${HIDE}</style><script src="/wp-content/plugins/faq/themes/faq.js"></script>`,
      {
        '/wp-content/plugins/faq/themes/faq.js': 'jQuery(".nota-oculta").slideToggle()',
      },
    );
    await plugged.sync();
    assert.match(await plugged.text(11), /los mejores/);
    await using broken = await siteWith(`<style>${HIDE}</style>${LINK}`, {});
    await broken.sync();
    assert.match(await broken.text(11), /los mejores/);
    assert.equal(broken.asked().length, 1);
  });

  it('asks neither for files of plugins or other hosts, nor for any where no text has a name of its own', async () => {
    const head =
      '<link rel="stylesheet" href="/wp-content/plugins/x/x.css"><link rel=stylesheet href="//otra.example/themes/x.css">';
    await using site = await siteWith(head, {});
    await site.sync();
    await using plain = await siteWith(LINK, {});
    for (const { id } of plain.pages) plain.edit(id, { content: '<p class="wp-block-paragraph">Hola a todos.</p>' });
    await plain.sync();
    assert.deepEqual(
      [...site.way.seen, ...plain.way.seen].filter(({ url }) => /\.css/.test(url)),
      [],
    );
  });
});
