import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { endOfPart } from '../../../server/operations/markdown-parts.ts';
import { wellFormedText } from '../../helpers/well-formed-text.ts';

function parts(text: string, max: number): string[] {
  const cut: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfPart(text, start, max);
    assert.ok(end > start, 'every part brings the reader on');
    cut.push(text.slice(start, end));
    start = end;
  }
  return cut;
}

const paragraph = (words: number) => `${'palabra '.repeat(words).trim()}.`;
const TABLE = ['| a | b |', '| --- | --- |', ...Array.from({ length: 20 }, (_, row) => `| ${row} | celda |`)].join(
  '\n',
);
const CODE = [
  '```php',
  ...Array.from({ length: 20 }, (_, line) => `echo ${line};`),
  '',
  '# no es un título',
  '```',
].join('\n');
const LINK = `[${'texto de enlace '.repeat(10).trim()}](https://casa.example/una/direccion/)`;

const block = fc.oneof(
  fc.integer({ min: 1, max: 60 }).map(paragraph),
  fc.constant(TABLE),
  fc.constant(CODE),
  fc.constant(`## Un título`),
  fc.constant(`- uno\n- dos ${LINK}\n- tres`),
  fc.integer({ min: 1, max: 5 }).map((times) => `${paragraph(9)} ${LINK} `.repeat(times).trim()),
);
const document = fc.array(block, { maxLength: 12 }).map((blocks) => blocks.join('\n\n'));

describe('endOfPart', () => {
  it('loses nothing: joined parts are the text', () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 40, max: 600 }), (text, max) => {
        assert.equal(parts(text, max).join(''), text);
      }),
    );
  });

  it('loses nothing and ends on any text at all', () => {
    fc.assert(
      fc.property(wellFormedText({ maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (text, max) => {
        assert.equal(parts(text, max).join(''), text);
      }),
    );
  });

  it('keeps a part within the limit unless it is one thing that cannot be cut', () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 40, max: 600 }), (text, max) => {
        for (const part of parts(text, max)) {
          const uncuttable = [TABLE, CODE, LINK].some((whole) => part.includes(whole));
          assert.ok(part.length <= max || uncuttable, part);
        }
      }),
    );
  });

  it('never cuts inside a table, a code block or a link', () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 40, max: 600 }), (text, max) => {
        let at = 0;
        for (const part of parts(text, max).slice(0, -1)) {
          at += part.length;
          for (const whole of [TABLE, CODE, LINK]) {
            for (let from = text.indexOf(whole); from >= 0; from = text.indexOf(whole, from + 1)) {
              assert.ok(at <= from || at >= from + whole.length, `cut at ${at} inside ${from}`);
            }
          }
        }
      }),
    );
  });

  it('cuts between blocks where it can', () => {
    const text = [paragraph(10), paragraph(10), paragraph(10)].join('\n\n');
    assert.deepEqual(parts(text, 190), [`${paragraph(10)}\n\n${paragraph(10)}\n\n`, paragraph(10)]);
  });

  it('cuts a giant paragraph between words', () => {
    for (const part of parts(paragraph(500), 100)) assert.ok(part.length <= 100 && /(?: |\.)$/.test(part));
  });
});
