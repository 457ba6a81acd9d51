import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convert } from '../../../sync/markdown/convert.ts';
import { readPage } from '../../../sync/markdown/parse/page.ts';
import { BASE } from './render.ts';

/** A page of a theme that marks nothing as its content. */
const page = (text: string, extra = '') =>
  `<html><body class="page"><div id="caja"><div class="cabecera"><img src="/logo.png"><ul><li class="on">Inicio</li><li>Obras</li></ul></div>
   <div class="fila"><div class="lado"><div class="caja">Llámenos: 600 000 000</div>${extra}</div><div class="texto">${text}</div></div>
   <div class="pie"><p>Calle Mayor 1</p></div></div></body></html>`;

const read = (own: string, others: readonly string[], written = '') =>
  convert(readPage(own), { baseUrl: BASE, source: 'page', frame: { others, written } }).markdown;

describe('convert, a whole page whose theme marks no content', () => {
  const others = ['Reparamos fugas.', 'Pintamos casas.', 'Ponemos puertas.'].map((text) => page(`<p>${text}</p>`));

  it('leaves out what other pages have before and after the text', () => {
    const own = page('<h1>Tejados</h1><p>Quitamos goteras.</p>');
    assert.equal(read(own, others), '# Tejados\n\nQuitamos goteras.');
    assert.match(read(own, []), /Inicio[^]*Llámenos[^]*goteras[^]*Calle Mayor/);
  });

  it('believes no single page, and nothing that pages have in other places', () => {
    const own = page('<p>Quitamos goteras.</p><div><div class="pie"><p>Calle Mayor 1</p></div></div>');
    assert.match(read(own, others.slice(0, 1)), /Inicio[^]*goteras[^]*Calle Mayor/);
    assert.match(read(own, others), /^Quitamos goteras\.\n\nCalle Mayor 1$/);
  });

  it('keeps what its own text repeats: sentences, what stands between, and what its author has written', () => {
    const shared = '<p>Somos una empresa de la casa.</p>';
    const call = '<div class="aviso">Pida cita por teléfono</div>';
    const same = others.map((html) =>
      html.replace('<div class="texto">', `$&${shared}${call}`).replace('</div></div>\n', `${call}$&`),
    );
    const own = page(`${shared}${call}<p>Quitamos goteras.</p>${call}`);
    const kept = 'Somos una empresa de la casa.\n\nPida cita por teléfono\n\nQuitamos goteras.';
    assert.equal(read(own, same), kept);
    assert.equal(read(own, same, `<p>Quitamos goteras.</p>${call}`), `${kept}\n\nPida cita por teléfono`);
  });

  it('keeps a list at its end that some of the other pages have too', () => {
    const list = '<ul><li>Tejas</li><li>Canalones</li></ul>';
    const [own, one, two] = ['Quitamos goteras.', 'Cambiamos tejas.', 'Ponemos tejas.'].map((text) =>
      page(`<p>${text}</p>${list}`),
    );
    assert.equal(
      read(own ?? '', [one ?? '', two ?? '', ...others.slice(1)]),
      'Quitamos goteras.\n\n- Tejas\n- Canalones',
    );
  });

  it('leaves a page as it is that has nothing of its own', () => {
    assert.match(read(others[0] ?? '', [others[0] ?? '', others[0] ?? '']), /Reparamos fugas/);
  });
});
