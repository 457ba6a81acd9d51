import { sign, verify, type KeyObject } from 'node:crypto';

// Prefix of the signed bytes, so that signatures of different data are invalid for a pointer.
const CONTEXT = 'wordpress-content-service index pointer v1\n';
/** Prefix of a signed list of verdicts. */
export const OF_VERDICTS = 'wordpress-content-service verdicts v1\n';

/** Signs a pointer: Ed25519 (RFC 8032) over its canonical bytes, in Base64. The signature is deterministic. */
export function signatureOf(pointer: object, key: KeyObject, context = CONTEXT): string {
  return sign(null, canonicalBytes(pointer, context), key).toString('base64');
}

/** Returns true if the `signature` of a parsed pointer is valid for any of the keys. */
export function isSignedBy(pointer: object, keys: readonly KeyObject[], context = CONTEXT): boolean {
  const signature: unknown = Reflect.get(pointer, 'signature');
  if (typeof signature !== 'string') return false;
  const [bytes, given] = [canonicalBytes(pointer, context), Buffer.from(signature, 'base64')];
  return keys.some((key) => verify(null, bytes, key, given));
}

// Serializes an object without its signature as canonical JSON (RFC 8785; all numbers are integers).
function canonicalBytes(pointer: object, context: string): Buffer {
  const { signature: _, ...signed } = pointer as Readonly<Record<string, unknown>>;
  return Buffer.from(context + JSON.stringify(signed, sorted));
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // RFC 8785 sorts by UTF-16 code unit.
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
