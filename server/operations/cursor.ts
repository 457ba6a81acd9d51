import { hash } from 'node:crypto';
import { invalidParameters } from './input.ts';

const OFFSET_BYTES = 4;
const FINGERPRINT_BYTES = 5;
const FORM = /^[A-Za-z0-9_-]{12}$/;

/**
 * Encodes an offset as an opaque cursor of 12 characters. `subject` lists the values of the request; a cursor is
 * invalid with another subject.
 */
export function writeCursor(subject: readonly string[], offset: number): string {
  const bytes = Buffer.alloc(OFFSET_BYTES + FINGERPRINT_BYTES);
  bytes.writeUInt32BE(offset);
  fingerprint(subject, offset).copy(bytes, OFFSET_BYTES);
  return bytes.toString('base64url');
}

/**
 * Returns the offset of a cursor, or 0 without a cursor. Throws `invalid_parameter` if it was edited or belongs to
 * another subject.
 */
export function readCursor(subject: readonly string[], cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!FORM.test(cursor)) throw wrongCursor();
  const bytes = Buffer.from(cursor, 'base64url');
  const offset = bytes.readUInt32BE();
  if (!bytes.subarray(OFFSET_BYTES).equals(fingerprint(subject, offset))) throw wrongCursor();
  return offset;
}

function fingerprint(subject: readonly string[], offset: number): Buffer {
  return hash('sha256', JSON.stringify([offset, ...subject]), 'buffer').subarray(0, FINGERPRINT_BYTES);
}

function wrongCursor() {
  return invalidParameters([
    {
      name: 'cursor',
      code: 'rest_invalid_pattern',
      message: 'cursor must be the next_cursor of the previous response to the same request; omit it to start again',
    },
  ]);
}
