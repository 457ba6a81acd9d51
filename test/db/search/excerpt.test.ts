import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { array, assert as assertProperty, constantFrom, property } from 'fast-check';
import { excerptOf } from '../../../db/search/excerpt.ts';
import { fold } from '../../../db/search/text/folding.ts';
import { words } from '../../../db/search/text/tokenizer.ts';

const hitsOf = (text: string, query: string) =>
  words(text).flatMap((found) => {
    const term = query.split(' ').indexOf(fold(found.text));
    return term < 0 ? [] : [{ start: found.start, term, weight: 1 }];
  });

const excerpt = (text: string, query: string) => excerptOf(text, hitsOf(text, query));

describe('excerptOf', () => {
  it('gives a short text whole, on one line', () => {
    assert.equal(excerpt('Grifos.\nCisternas.', 'grifos'), 'Grifos. Cisternas.');
  });

  it('sets the items of a list apart', () => {
    assert.equal(
      excerpt('Averías:\nEl fregadero no traga\nSale mal olor.\nLa arqueta rebosa', 'arqueta'),
      'Averías: El fregadero no traga · Sale mal olor. La arqueta rebosa',
    );
  });

  it('shows the passage where the words are together, not the first that has one of them', () => {
    const text = `La caldera es un aparato. ${'Relleno sin nada que ver. '.repeat(30)}La revisión de la caldera cuesta 80 euros. ${'Más relleno. '.repeat(30)}`;
    const shown = excerpt(text, 'revision caldera');
    assert.match(shown, /^…La revisión de la caldera cuesta 80 euros\./);
    assert.match(shown, /…$/);
  });

  for (const figure of ['900 123 456', '9:00 – 14:30 h', 'de 9 a 14 Uhr', '1 200 €', '£ 45', '(0341) 22 33 44']) {
    it(`never divides ${figure}`, () => {
      for (let length = 150; length < 260; length++) {
        const filler = 'palabras sin relevancia '.repeat(20).slice(0, length).trim();
        const digits = figure.match(/\d+/g) ?? [];
        for (const text of [`caldera ${filler} ${figure} ${filler}`, `${filler}, ${figure} caldera ${filler}`]) {
          const shown = excerpt(text, 'caldera');
          const isCut = digits.some((one) => shown.includes(one)) && !shown.includes(figure.replace(/^de /, ''));
          assert.ok(!isCut, shown);
        }
      }
    });
  }

  it('shows a sentence that goes on from one with other words of the question', () => {
    const filler = 'Palabras sin nada que ver aquí. '.repeat(12);
    const text = `${filler}La revisión fue en mayo. ${filler}Esta es la caldera. La revisión cuesta ochenta euros. ${filler}`;
    assert.match(excerpt(text, 'caldera revision'), /^…Esta es la caldera\. La revisión cuesta ochenta euros\./);
  });

  it('shows the sentence that has most of the words, not words near each other in two', () => {
    const filler = 'Palabras sin nada que ver aquí. '.repeat(12);
    const near = 'Hay caldera. Hubo revisión. Hay precio.';
    const text = `${filler}${near} ${filler}El precio de la revisión de la caldera es este. ${filler}`;
    assert.match(excerpt(text, 'precio revision caldera'), /^…El precio de la revisión de la caldera es este\./);
  });

  it('begins with a sentence, and goes on after the words of the question, where the answer is', () => {
    const filler = 'Relleno sin nada que ver con ello. '.repeat(20);
    const text = `${filler}Hoy no. La revisión de la caldera, que es cada año, cuesta ochenta euros. ${filler}`;
    assert.match(
      excerpt(text, 'revision caldera'),
      /^…La revisión de la caldera, que es cada año, cuesta ochenta euros\./,
    );
  });

  it('keeps to one paragraph where two have the words', () => {
    const filler = 'Relleno sin nada que ver. '.repeat(20);
    const divided = `${filler}Cuesta poco la revisión.\nCaldera nueva. ${filler}`;
    const whole = `La revisión de cada año: la caldera queda limpia. ${filler}`;
    assert.match(excerpt(`${divided}\n${whole}`, 'revision caldera'), /^…La revisión de cada año: la caldera/);
  });

  it('says the first row of a table before rows of it', () => {
    const rows = [...Array(30).keys()].map((at) => `Servicio ${at} · ${at} euros`).join('\n');
    const text = `Tarifas de este año.\nTratamiento · Precio\n${rows}\nMuela · 120 euros\n${rows}`;
    assert.match(excerpt(text, 'muela'), /^…Tratamiento · Precio …Muela · 120 euros · Servicio 0 · 0 euros · .+…$/);
    assert.match(excerpt(text, 'precio'), /^…Tratamiento · Precio · Servicio 0 · 0 euros/);
    assert.match(
      excerpt(text.replace('Servicio 0', 'Empaste'), 'empaste'),
      /^…Tratamiento · Precio · Empaste · 0 euros/,
    );
  });

  it('shows the row that is asked for, not the first one because the query has the words above it', () => {
    const rows = [...Array(30).keys()].map((at) => `Curso de nivel ${at} · ${at} horas · ${at} euros`).join('\n');
    const text = `Los cursos de este año.\nCurso · Duración · Precio\n${rows}\nCurso de rastreo · 12 horas · 90 euros`;
    assert.match(
      excerpt(text, 'precio curso rastreo'),
      /^…Curso · Duración · Precio …Curso de .*rastreo · 12 horas · 90 euros$/,
    );
    assert.ok(excerpt(text, 'precio curso rastreo').length <= 240);
  });

  it('cuts no character in two', () => {
    for (const text of [
      '𝒜'.repeat(300),
      `a${'𝒜'.repeat(300)}`,
      `agua ${'𝒜'.repeat(300)}`,
      `b ${'🔧'.repeat(300)} agua`,
    ]) {
      for (const hits of [[], [{ start: 0, term: 0, weight: 1 }], [{ start: 2, term: 0, weight: 1 }]]) {
        const shown = excerptOf(text, hits);
        assert.ok(shown.isWellFormed() && shown.length <= 240, shown);
      }
    }
  });

  it('is as long in scripts without spaces, and ends with a whole word', () => {
    for (const [filler, word] of [
      ['我们提供全天候的维修服务和安装服务。', '水管'],
      ['บริการซ่อมแซมบ้านตลอดเวลา', 'ท่อน้ำ'],
    ] as const) {
      const text = `${filler.repeat(30)}${word}${filler.repeat(30)}`;
      const start = filler.length * 30;
      const shown = excerptOf(text, [{ start, term: 0, weight: 1 }]);
      assert.ok(shown.length > 190 && shown.length <= 240 && shown.includes(word), shown);
      assert.match(shown, /^….*…$/);
    }
  });

  it('begins with the text when nothing answers', () => {
    assert.match(excerpt(`Principio. ${'palabra '.repeat(100)}`, 'nada'), /^Principio\. palabra/);
  });

  it('stays within 240 characters when one word is longer than that', () => {
    for (const text of ['agua'.repeat(100), `antes ${'agua'.repeat(100)} después`, `${'x'.repeat(500)} agua`]) {
      const hits = words(text).map(({ start }) => ({ start, term: 0, weight: 1 }));
      assert.ok(excerptOf(text, hits).length <= 240);
      assert.ok(excerptOf(text, []).length <= 240);
    }
  });

  it('begins earlier if the text ends before the excerpt is full', () => {
    const shown = excerpt(`${'Revisamos la presión del agua. '.repeat(20)}\nVolver al blog`, 'blog');
    assert.ok(shown.length > 200 && shown.endsWith('Revisamos la presión del agua. Volver al blog'), shown);
  });

  it('keeps whole words within 240 characters, and marks where text was left out', () => {
    assertProperty(
      property(
        array(
          constantFrom('agua', 'grifo', 'calefacción', 'y', '12,5', 'niño.', '«llave»', '🔧', '\n', 'x'.repeat(30)),
          {
            maxLength: 200,
          },
        ),
        constantFrom('agua', 'grifo calefaccion', 'nino llave'),
        (parts, query) => {
          const text = parts.join(' ');
          const shown = excerpt(text, query);
          assert.ok(shown.length <= 240, `${shown.length}`);
          const inside = shown.replaceAll(/^…|…$/g, '');
          const line = text
            .trim()
            .replaceAll(/([^\s.!?…:;,·])\s*\n\s*/g, '$1 · ')
            .replaceAll(/\s+/g, ' ');
          assert.ok(line.includes(inside.trim()));
          const known = new Set(words(line).map((found) => found.text));
          for (const found of words(inside)) assert.ok(known.has(found.text), `${found.text} is cut`);
        },
      ),
    );
  });
});
