import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assert as assertProperty, property } from 'fast-check';
import { TOO_FAR } from '../../../../db/search/text/edit-distance.ts';
import { markdownToText } from '../../../../db/search/text/markdown-to-text.ts';
import { createAnalyzer } from '../../../../db/search/text/analyzer.ts';
import { fold, lowercase } from '../../../../db/search/text/folding.ts';
import { words } from '../../../../db/search/text/tokenizer.ts';
import { wellFormedText } from '../../../helpers/well-formed-text.ts';

const { stemOf: stem } = createAnalyzer('es');

describe('words', () => {
  it('are runs of letters and digits, with their places', () => {
    assert.deepEqual(words('¿Qué cuesta?'), [
      { text: 'Qué', start: 1, end: 4 },
      { text: 'cuesta', start: 5, end: 11 },
    ]);
    assert.deepEqual(
      words('24/7, wi-fi y e\u0301l 🔧𝒜').map((word) => word.text),
      ['24', '7', 'wi', 'fi', 'y', 'e\u0301l', '𝒜'],
    );
  });

  it('cover every letter of any text once, whatever the text', () => {
    assertProperty(
      property(wellFormedText(), (text) => {
        let end = 0;
        for (const word of words(text)) {
          assert.ok(word.start >= end && word.end > word.start);
          assert.equal(text.slice(word.start, word.end), word.text);
          end = word.end;
        }
      }),
    );
  });

  it('fold to lower case without accents; ñ is n', () => {
    assert.equal(fold('CAÑERÍA'), 'caneria');
    assert.equal(fold('Pingüino'), 'pinguino');
    assert.equal(fold('Ǽ'), 'ae');
    assert.equal(lowercase('CAN\u0303ERI\u0301A'), 'cañería');
  });

  it('fold a Latin letter by itself as they do among letters of any script', () => {
    const latin = Array.from({ length: 0x0300 }, (_, unit) => String.fromCharCode(unit));
    const differing = latin.filter((letter) => fold(`${letter}ж`) !== `${fold(letter)}ж`);
    assert.deepEqual(differing, []);
  });
});

describe('stem', () => {
  const same = (...list: string[]) => {
    assert.equal(new Set(list.map((word) => stem(fold(word)))).size, 1, list.map((word) => stem(fold(word))).join(' '));
  };

  it('is the same for the forms of a word, with accents or without', () => {
    same('reparación', 'reparacion', 'reparaciones', 'reparar', 'reparamos');
    same('grifo', 'grifos');
    same('fuga', 'fugas');
    same('eléctrico', 'electrica', 'eléctricas');
    same('obra', 'obras');
    same('luz', 'luces');
  });

  it('is the same for the forms of a verb, also when its stem changes', () => {
    same('trabajar', 'trabajáis', 'trabajais', 'trabajamos');
    same('perder', 'pierde', 'pierden', 'perdido');
    same('abrir', 'abre', 'abrís', 'abierta', 'apertura');
    same('romper', 'roto', 'rota', 'rompió');
    same('gotear', 'gotea', 'goteo');
  });

  it('is the same for a trade and the one who plies it', () => {
    same('cerrajería', 'cerrajero', 'cerrajeros', 'cerrajeria');
    same('fontanería', 'fontanero', 'fontaneras');
  });
});

describe('the edit distance of the analyzer', () => {
  const { editDistance } = createAnalyzer('es');

  it('knows the slips of each language, and no other', () => {
    const distance = (language: string, typed: string, word: string) =>
      createAnalyzer(language).editDistance(typed, word, 1);
    assert.ok(distance('es', 'caveza', 'cabeza') < distance('en', 'caveza', 'cabeza'));
    assert.ok(distance('es', 'umo', 'humo') < distance('en', 'umo', 'humo'));
    assert.ok(distance('fr', 'zau', 'eau') < distance('en', 'zau', 'eau'));
    assert.ok(distance('de', 'heitung', 'heizung') < distance('en', 'heitung', 'heizung'));
    assert.ok(distance('en', 'leaj', 'leak') < distance('en', 'leax', 'leak'));
  });

  it('is nothing for the same word and less for likely slips', () => {
    assert.equal(editDistance('grifo', 'grifo', 1), 0);
    assert.ok(editDistance('baso', 'vaso', 1) < editDistance('maso', 'vaso', 1));
    assert.ok(editDistance('gtifo', 'grifo', 1) < editDistance('gmifo', 'grifo', 1));
    assert.ok(editDistance('rgifo', 'grifo', 1) < TOO_FAR);
    assert.ok(editDistance('ornillo', 'hornillo', 1) < 1);
  });

  it('is `TOO_FAR` beyond the edits that are allowed', () => {
    assert.equal(editDistance('grifo', 'fruta', 2), TOO_FAR);
    assert.equal(editDistance('grufa', 'grifo', 1), TOO_FAR);
    assert.ok(editDistance('grufa', 'grifo', 2) < TOO_FAR);
  });
});

describe('markdownToText', () => {
  it('leaves the words of every block on a line of its own', () => {
    const { text, headings } = markdownToText(
      [
        '# Título con `código`',
        '',
        'Un **párrafo** con [un enlace](https://example.com/a_(b) "nota") y ![una foto](/f.jpg).',
        '',
        '- uno',
        '- dos',
        '  1. tres',
        '',
        '> cita',
        '',
        '| Día | Hora |',
        '| --- | ---: |',
        '| lunes | 8:00 |',
        '',
        '```js',
        'const a = 1;',
        '```',
        '',
        'Subrayado',
        '---------',
        '***',
        'A \\* B \\_ C &amp; D snake_case <hola@example.com> <br> fin',
      ].join('\n'),
    );
    assert.deepEqual(headings, ['Título con código', 'Subrayado']);
    assert.deepEqual(text.split('\n'), [
      'Título con código',
      'Un párrafo con un enlace y una foto.',
      'uno',
      'dos',
      'tres',
      'cita',
      'Día · Hora',
      'lunes · 8:00',
      'const a = 1;',
      'Subrayado',
      'A * B _ C & D snake_case hola@example.com fin',
    ]);
  });

  // What took quadratic time would take hours here.
  it('says the text of a picture once when a caption repeats it', () => {
    const picture = '![Caldera nueva](a.jpg)';
    assert.equal(markdownToText(`${picture}\n\nCaldera nueva.\n\nTexto.`).text, 'Caldera nueva.\nTexto.');
    assert.equal(markdownToText(`${picture}\n\nUna caldera nueva en Soria`).text, 'Una caldera nueva en Soria');
    assert.equal(markdownToText(`[${picture}](b)\n\nCaldera`).text, 'Caldera nueva');
    assert.equal(markdownToText(`${picture}\n\nCalderas`).text, 'Caldera nueva\nCalderas');
    assert.equal(markdownToText('Agua.\n\nAgua.').text, 'Agua.\nAgua.');
  });

  it('never throws, however long and strange the text', { timeout: 120_000 }, () => {
    assertProperty(
      property(wellFormedText({ maxLength: 300 }), (text) => {
        markdownToText(text);
      }),
    );
    for (const piece of ['[', '![](', '<', '> ', '- ', '*', '`', '|', '\\', '&', '_ ', '](', '# ']) {
      markdownToText(piece.repeat(100_000));
    }
  });
});
