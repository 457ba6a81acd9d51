import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { readCursor, writeCursor } from '../../../server/operations/cursor.ts';
import { AppError } from '../../../shared/errors.ts';
import { wellFormedText } from '../../helpers/well-formed-text.ts';

const subject = fc.array(wellFormedText(), { minLength: 1, maxLength: 3 });
const offset = fc.nat({ max: 2 ** 32 - 1 });

describe('cursor', () => {
  it('gives back the offset it was made from, in 12 characters of base64url', () => {
    fc.assert(
      fc.property(subject, offset, (of, at) => {
        const cursor = writeCursor(of, at);
        assert.match(cursor, /^[A-Za-z0-9_-]{12}$/);
        assert.equal(readCursor(of, cursor), at);
      }),
    );
  });

  it('is refused by every other subject', () => {
    fc.assert(
      fc.property(subject, subject, offset, (mine, other, at) => {
        fc.pre(JSON.stringify(mine) !== JSON.stringify(other));
        assert.throws(() => readCursor(other, writeCursor(mine, at)), AppError);
      }),
    );
  });

  it('is refused when any character was changed', () => {
    fc.assert(
      fc.property(
        subject,
        offset,
        fc.nat({ max: 11 }),
        fc.constantFrom('A', 'b', '7', '_', '-'),
        (of, at, place, to) => {
          const cursor = writeCursor(of, at);
          fc.pre(cursor[place] !== to);
          assert.throws(() => readCursor(of, cursor.slice(0, place) + to + cursor.slice(place + 1)), AppError);
        },
      ),
    );
  });

  it('is refused when it is any other text', () => {
    fc.assert(
      fc.property(wellFormedText({ maxLength: 14 }), (text) => {
        assert.throws(() => readCursor(['search_pages', 'x', 'todas'], text), AppError);
      }),
    );
  });
});
