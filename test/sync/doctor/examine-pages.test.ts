import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compare } from '../../../sync/doctor/browser/differences.ts';
import { judgePage } from '../../../sync/doctor/browser/examine-pages.ts';

const URL = 'https://casa.example/taller/';
const HTML = `<main><p>El taller abre a las ocho.</p><p>Llame al <a href="tel:+34986000123">986 000 123</a>.</p><p hidden>Oferta antigua del invierno</p></main>`;
const text = (value: string, isVisible = true) => ({ kind: 'text', value, isVisible }) as const;
const SHOWN = [
  text('El taller abre a las ocho.'),
  text('Llame al '),
  text('986 000 123'),
  { kind: 'link', value: 'tel:+34986000123', isVisible: true } as const,
  text('Oferta antigua del invierno', false),
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
