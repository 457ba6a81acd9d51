import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compare } from '../../../sync/doctor/browser/differences.ts';
import { numbered } from '../../../sync/doctor/browser/renderer.ts';
import { judgePage } from '../../../sync/doctor/browser/examine-pages.ts';

const URL = 'https://casa.example/taller/';
const HTML = `<main><p>El taller abre a las ocho.</p><p>Llame al <a href="tel:+34986000123">986 000 123</a>.</p><p hidden>Oferta antigua del invierno</p></main>`;
const text = (value: string, element: string, isVisible = true) =>
  ({ kind: 'text', value, element, isVisible }) as const;
const SHOWN = [
  text('El taller abre a las ocho.', '1'),
  text('Llame al ', '2'),
  text('986 000 123', '3'),
  { kind: 'link', value: 'tel:+34986000123', element: '3', isVisible: true } as const,
  text('Oferta antigua del invierno', '4', false),
];

describe('doctor --browser', () => {
  it('finds no difference where visitors see what is published', () => {
    const { differences, visibleWords, keptWords } = compare(HTML, URL, SHOWN);
    assert.deepEqual(differences, []);
    assert.equal(keptWords, visibleWords);
    assert.deepEqual(judgePage(URL, differences), [
      { level: 'ok', check: 'browser.page', message: `${URL}: the published text matches the visible text` },
    ]);
  });

  it('counts the elements of the main region, not equal words elsewhere', () => {
    const html = `<nav><a>Taller</a></nav>${HTML}`;
    const shown = [text('Taller', '1'), ...SHOWN.map((item) => ({ ...item, element: `${Number(item.element) + 2}` }))];
    const { differences, visibleWords } = compare(html, URL, shown, 'El taller abre a las ocho.');
    assert.equal(visibleWords, 6 + 2 + 3 + 1);
    assert.deepEqual(
      differences.map(({ text: lost }) => lost),
      ['Llame al', '986 000 123', 'tel:+34986000123'],
    );
  });

  it('counts visible words of a form as page furniture, and as text within a form that is published', () => {
    const html = `<main><p>El taller abre a las ocho.</p><form><label>Su nombre</label></form></main>`;
    const { furniture, visibleWords } = compare(html, URL, [
      text('El taller abre a las ocho.', '1'),
      text('Su nombre', '3'),
    ]);
    assert.equal(visibleWords, 6);
    assert.deepEqual([...furniture], [['a form', 2]]);
  });

  it('numbers elements, not tags in scripts and comments', () => {
    assert.equal(
      numbered('<!doctype html><p a="<b>"><!-- <i> --><script>"<u>"</script><br/></p>'),
      '<!doctype html><p data-element-number=0  a="<b data-element-number=1 >"><!-- <i> --><script>"<u>"</script><br data-element-number=2 /></p>',
    );
  });

  it('names visible text that is not published, a contact as a problem, and published text that nobody sees', () => {
    const { differences } = compare(HTML, URL, SHOWN, 'El taller abre a las ocho.\n\nOferta antigua del invierno');
    const findings = judgePage(URL, differences);
    assert.deepEqual(
      findings.map(({ level, check }) => `${level} ${check}`),
      ['note browser.lost', 'problem browser.contact', 'problem browser.contact', 'note browser.hidden'],
    );
    assert.match(findings[1]?.message ?? '', /986 000 123.*not published/);
  });
});
