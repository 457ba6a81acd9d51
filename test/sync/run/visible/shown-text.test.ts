import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPage } from '../../../../sync/markdown/parse/page.ts';
import { shownOf } from '../../../../sync/run/visible/shown-page.ts';
import { compareWithPage } from '../../../../sync/run/visible/shown-text.ts';

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
