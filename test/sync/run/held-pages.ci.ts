import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paths, smallSite } from './small-site.ts';

describe('run, while the guard holds', () => {
  it('lets go at once of what the site itself keeps from readers, whatever the number', async () => {
    await using site = await smallSite(45);
    await site.sync();
    for (let id = 11; id < 31; id++) site.edit(id, { password: true });
    site.edit(31, { content: '<p>Una corrección.</p>', modified_gmt: '2026-05-01T00:00:00' });
    const { gone, changed, published } = await site.sync();
    assert.deepEqual([gone, changed, published], [20, 1, true]);
    for (let id = 31; id < 56; id++) site.edit(id, { shown: { head: '<meta name="robots" content="noindex">' } });
    await site.alert({ full: true });
    assert.deepEqual(paths(site), []);
  });

  it('publishes everything else when pages vanish without a word, and says what it holds', async () => {
    await using site = await smallSite(45);
    await site.sync();
    site.pages.splice(0, 10);
    site.edit(31, { password: true });
    site.edit(32, { content: '<p>Una corrección.</p>', modified_gmt: '2026-05-01T00:00:00' });
    await assert.rejects(site.sync(), { code: 'mass_loss', message: /10 of 45 pages would go .*--force/ });
    assert.equal(paths(site).length, 44);
    assert.equal(await site.index((index) => index.pageByPath('/pagina-32')?.markdown), 'Una corrección.');
    assert.equal(await site.index((index) => index.pageByPath('/pagina-31')), undefined);
    const [hold] = await site.generations.guard();
    assert.deepEqual([hold?.kind, hold?.why], ['vanished', '10 of 45 pages would go']);
    await site.sync({ force: true });
    assert.equal(paths(site).length, 34);
    assert.deepEqual(await site.generations.guard(), []);
  });

  it('keeps holding what vanished, however long', async () => {
    await using site = await smallSite(45);
    await site.sync();
    site.pages.splice(0, 10);
    await assert.rejects(site.sync(), { code: 'mass_loss' });
    site.pass(100);
    await assert.rejects(site.sync(), { code: 'mass_loss' });
    assert.equal(paths(site).length, 45);
  });

  it('keeps the texts when all pages become one notice that names each of them, with a link of its own', async () => {
    await using site = await smallSite(45);
    const edited = (text: string) => ({ content: text, modified_gmt: '2026-05-01T00:00:00' });
    for (let id = 11; id < 56; id++)
      site.edit(id, { content: `<p>Texto de ${['gas', 'luz', 'agua'][id % 3]} ${id}.</p>` });
    await site.sync();
    for (let id = 11; id < 56; id++)
      site.edit(id, edited(`<p>«Pagina-${id}» no está <a href="/x/?para=${id}">disponible</a> aquí.</p>`));
    await assert.rejects(site.sync(), { code: 'mass_loss', message: /45 of 45 pages show the same text(?!.*--force)/ });
    assert.equal(await site.index((index) => index.pageByPath('/pagina-12')?.markdown), 'Texto de gas 12.');
  });

  it('ends when the pages are as they were', async () => {
    await using site = await smallSite(45);
    await site.sync();
    site.wordpress.everywhere = { main: '<p>Estamos de mantenimiento. Volvemos pronto.</p>' };
    await assert.rejects(site.sync({ full: true }), { code: 'mass_loss' });
    assert.equal(paths(site).length, 45);
    await assert.rejects(site.sync(), { code: 'mass_loss' });
    site.wordpress.everywhere = undefined;
    await site.sync();
    assert.equal(paths(site).length, 45);
    assert.deepEqual(await site.generations.guard(), []);
  });

  const kept = [
    ['a password', { password: true }],
    ['noindex', { shown: { head: '<meta name="robots" content="noindex">' } }],
    ['a redirect', { shown: { redirect: '/' } }],
  ] as const;
  for (const [how, change] of kept) {
    it(`lets go at once of a held page that gets ${how}`, async () => {
      await using site = await smallSite(30);
      await site.sync();
      const notice = { content: '<p>Volvemos pronto.</p>', modified_gmt: '2026-05-01T00:00:00' };
      for (let id = 11; id < 41; id++) site.edit(id, notice);
      await assert.rejects(site.sync(), { code: 'mass_loss' });
      site.edit(11, change);
      await assert.rejects(site.sync(), { code: 'mass_loss' });
      assert.deepEqual([paths(site).includes(11), paths(site).length], [false, 29]);
    });
  }

  it('lets go at once of a held page that site.yaml excludes', async () => {
    await using site = await smallSite(30);
    await site.sync();
    site.wordpress.everywhere = { main: '<p>Estamos de mantenimiento. Volvemos pronto.</p>' };
    await assert.rejects(site.sync({ full: true }), { code: 'mass_loss' });
    await site.writeSiteFile('exclude: [/pagina-11]\n');
    await assert.rejects(site.sync(), { code: 'mass_loss' });
    assert.deepEqual([paths(site).includes(11), paths(site).length], [false, 29]);
  });

  for (const [how, content] of Object.entries({
    'its text is hidden': '<p style="display:none">Texto que nadie ve.</p>',
    'a form stands in its place': '<form>Contenido con clave <input type="text"></form>',
  })) {
    it(`does not publish a text any longer once ${how}`, async () => {
      await using site = await smallSite();
      await site.sync();
      site.edit(11, { content, modified_gmt: '2026-05-01T00:00:00' });
      assert.equal((await site.sync()).changed, 1);
      assert.equal(site.mirror.publishablePage(11)?.markdown, '');
    });
  }
});
