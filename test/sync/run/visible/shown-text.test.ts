import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPage } from '../../../../sync/markdown/parse/page.ts';
import { shownOf } from '../../../../sync/run/visible/shown-page.ts';
import { compareWithPage, shownPart } from '../../../../sync/run/visible/shown-text.ts';

describe('a text beside its page', () => {
  it('is compared with drawings of any number of texts', () => {
    const drawing = `<svg>${'<text>a</text>'.repeat(150_000)}</svg>`;
    const { isAllAside } = compareWithPage(readPage(`<p>Hola</p>${drawing}`), shownOf(readPage('<p>Hola</p>')));
    assert.equal(isAllAside('Hola'), true);
  });

  const compare = (content: string, page: string) => compareWithPage(readPage(content), shownOf(readPage(page)));
  const secret = '<div style="display:none"><p>Solo para socios: treinta euros</p></div>';

  it('counts what its own markup hides only where the page hides nothing', () => {
    const content = `<p>Hola a todos los vecinos</p>${secret}`;
    assert.equal(compare(content, '<p>Hola a todos los vecinos</p>').isWhole(), false);
    assert.equal(compare(content, `<p>Hola a todos los vecinos</p>${secret}`).isWhole(), true);
    assert.equal(compare('<p>Solo para socios: treinta euros</p>', `<p>Hola</p>${secret}`).overlap, 0);
  });

  it('finds its links in the visible elements of the page alone', () => {
    const content = '<p>Hola <a href="/f/plano-9.pdf">plano</a></p>';
    assert.equal(
      compare(content, '<p>Hola <a href="https://cdn.example/f/plano-9.pdf?x=1">plano</a></p>').isWhole(),
      true,
    );
    assert.equal(compare(content, '<p>Hola plano</p><a href="/f/plano-9.pdf" hidden>.</a>').isWhole(), false);
    assert.equal(compare(content, '<p>Hola plano</p><script>open("/f/plano-9.pdf")</script>').isWhole(), true);
  });

  it('omits a form with few visible words, which may differ in each response', () => {
    const form = (sum: string, hidden: string) =>
      `<p>Hola</p><form><p>Cuánto es ${sum}</p><div style="display:none">${hidden}</div></form>`;
    const { given, isWhole } = compare(form('3 + 4', 'trampa '.repeat(130)), form('5 + 1', 'trampa'));
    assert.deepEqual(given, ['hola']);
    assert.equal(isWhole(), true);
  });

  it('takes no title of the document for text of the page', () => {
    const page = shownOf(readPage('<p>Hola</p><title>Solo para socios</title><svg><title>Casa</title></svg>'));
    assert.deepEqual([page.words(), page.allWords()], [['hola'], ['hola', 'casa']]);
  });
});

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
