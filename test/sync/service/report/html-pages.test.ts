import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inspectTexts } from '../../../../db/mirror/inspect.ts';
import { judgeTexts } from '../../../../sync/doctor/installation.ts';
import { htmlPagesLine, htmlPagesOf } from '../../../../sync/service/report/html-pages.ts';
import { smallSite } from '../../run/small-site.ts';

const many = Array.from({ length: 80 }, (_, index) => `palabra${index}`).join(' ');

describe('htmlPagesOf', () => {
  it('says which pages are read from their HTML, why, and what to put into site.yaml', async () => {
    await using site = await smallSite(6);
    for (const id of [11, 12])
      site.edit(id, { path: `/obras/${id}/`, shown: { main: `<p>Texto de la página ${id}.</p><p>${many}</p>` } });
    site.edit(13, { content: '[vc_row][vc_column][/vc_column][/vc_row]', shown: { main: `<p>${many}</p>` } });
    await site.writeSiteFile('read_html: [/pagina-14]\n');
    await site.sync();
    const found = htmlPagesOf(inspectTexts(join(site.dir, 'mirror.db')));
    assert.deepEqual(
      found.map(({ why, paths, site_yaml: line }) => [why, paths, line]),
      [
        ['outside', ['/obras/11', '/obras/12'], 'read_html: ["/obras/*"]'],
        ['unrendered', ['/pagina-13'], 'read_html: ["/pagina-13"]'],
        ['site.yaml', ['/pagina-14'], undefined],
      ],
    );
    const [several = '', single = ''] = found.map(htmlPagesLine);
    assert.match(single, /^1 of 6 pages is read from its HTML \(\/pagina-13\): /);
    assert.match(
      several,
      /^2 of 6 pages are read from their HTML \(\/obras\/11, \/obras\/12\): most of the text is not in the editor/,
    );
  });

  it('proposes the type where nearly all of its pages are meant', () => {
    const texts = ['/a', '/b', '/c'].map((path) => ({ type: 'servicio', path, why: 'outside' }));
    assert.equal(htmlPagesOf(texts)[0]?.site_yaml, 'read_html: [servicio]');
    const [finding] = judgeTexts([...texts, { type: 'pages', path: '/', why: '' }]);
    assert.deepEqual(
      [finding?.level, finding?.advice],
      ['note', 'to make it permanent, in site.yaml: read_html: [servicio]'],
    );
  });
});
