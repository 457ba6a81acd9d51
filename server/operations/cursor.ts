import { hash } from 'node:crypto';
import { invalidParameters } from './input.ts';

const OFFSET_BYTES = 4;
const FINGERPRINT_BYTES = 5;
const FORM = /^[A-Za-z0-9_-]{12}$/;

/**
 * Writes "go on at `offset`" as an opaque text of 12 characters. `subject` is what the cursor belongs to: a cursor of
 * another subject, or one that somebody edited, is refused.
 */
export function writeCursor(subject: readonly string[], offset: number): string {
  const bytes = Buffer.alloc(OFFSET_BYTES + FINGERPRINT_BYTES);
  bytes.writeUInt32BE(offset);
  fingerprint(subject, offset).copy(bytes, OFFSET_BYTES);
  return bytes.toString('base64url');
}

/** The offset of a cursor that `writeCursor` made for this subject; 0 without a cursor. */
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
