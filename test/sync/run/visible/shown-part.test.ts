import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPage } from '../../../../sync/markdown/parse/page.ts';
import { shownOf } from '../../../../sync/run/visible/shown-page.ts';
import { shownPart } from '../../../../sync/run/visible/shown-text.ts';

const MARKDOWN = `# Blog de la casa

- ***

  ## [Poda el recibo del agua](https://casa.example/poda/)

  Tres consejos para pagar menos agua en verano.

- ***

  ## [Raíces en las tuberías](https://casa.example/raices/)

  Las raíces buscan el agua en las juntas viejas.`;

const post = (title: string, slug: string, text: string) =>
  `<li><hr><h2><a href="/${slug}/">${title}</a></h2><p>${text}</p></li>`;
const FIRST = post('Poda el recibo del agua', 'poda', 'Tres consejos para pagar menos agua en verano.');
const SECOND = post('Raíces en las tuberías', 'raices', 'Las raíces buscan el agua en las juntas viejas.');

const pageOf = (posts: string) => shownOf(readPage(`<h1>Blog de la casa</h1><ul>${posts}</ul>`));

describe('shownPart', () => {
  it('compares the text after the name of a tag, which is text in Markdown', () => {
    const names =
      'iframe noembed noframes noscript plaintext script select style svg template textarea title xmp b !--';
    for (const name of names.split(' ')) {
      const first = `En cada plantilla la etiqueta \`<${name}>\` define el nombre.`;
      const page = shownOf(
        readPage(
          `<p>En cada plantilla la etiqueta <code>&lt;${name}&gt;</code> define el nombre.</p><p>Hazte socio.</p>`,
        ),
      );
      assert.equal(shownPart(`${first} Solo para socios: el código del curso es 4711.`, page), first);
      assert.equal(shownPart(`${first}\n\nSolo para socios: el código es 4711.`, page), first);
    }
  });

  it('compares addresses that are text', () => {
    const page = shownOf(readPage('<p>La reunión es hoy: <a href="/alta/">hazte socio</a></p>'));
    assert.equal(shownPart('La reunión es hoy: <https://reunion.example/j/4711>', page), 'La reunión es hoy:');
    const open =
      '<p>La reunión es hoy: <a href="https://reunion.example/j/4711">https://reunion.example/j/4711</a></p>';
    const text = 'La reunión es hoy: <https://reunion.example/j/4711>';
    assert.equal(shownPart(text, shownOf(readPage(open))), text);
  });

  it('accepts a ciphered email address', () => {
    const text = 'Escríbanos a <info@casa.example>';
    const cipher = '<p>Escríbanos a <span class="cryptx" data-x="jogpAdbtb">[correo protegido]</span></p>';
    assert.equal(shownPart(text, shownOf(readPage(cipher))), text);
    assert.equal(shownPart(text, shownOf(readPage('<p>Escríbanos a nosotros</p>'))), '');
  });

  it('leaves a text as it is of which the page has every word', () => {
    assert.equal(shownPart(MARKDOWN, pageOf(FIRST + SECOND)), MARKDOWN);
  });

  it('keeps the lines in their place around those that are not shown', () => {
    const part = shownPart(MARKDOWN, pageOf(SECOND));
    assert.doesNotMatch(part, /recibo|consejos/);
    assert.match(part, /^- \*\*\*\n\n {2}## \[Raíces en las tuberías\]/m);
  });
});
