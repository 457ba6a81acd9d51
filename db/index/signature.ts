import { sign, verify, type KeyObject } from 'node:crypto';

/** What is signed begins with this, so that a signature of something else is none of a pointer. */
const CONTEXT = 'wordpress-content-service index pointer v1\n';
/** The same of a list of verdicts. */
export const OF_VERDICTS = 'wordpress-content-service verdicts v1\n';

/** The signature of a pointer: Ed25519 (RFC 8032) over its canonical bytes, in Base64. The same pointer has the same one. */
export function signatureOf(pointer: object, key: KeyObject, context = CONTEXT): string {
  return sign(null, canonicalBytes(pointer, context), key).toString('base64');
}

/** True for a pointer, as it was read, whose `signature` is of one of the keys. */
export function isSignedBy(pointer: object, keys: readonly KeyObject[], context = CONTEXT): boolean {
  const signature: unknown = Reflect.get(pointer, 'signature');
  if (typeof signature !== 'string') return false;
  const [bytes, given] = [canonicalBytes(pointer, context), Buffer.from(signature, 'base64')];
  return keys.some((key) => verify(null, bytes, key, given));
}

/** All of a pointer but its signature, as JSON with sorted names and no white space (RFC 8785; its numbers are integers). */
function canonicalBytes(pointer: object, context: string): Buffer {
  const { signature: _, ...signed } = pointer as Readonly<Record<string, unknown>>;
  return Buffer.from(context + JSON.stringify(signed, sorted));
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // By code unit, as the RFC has it.
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
