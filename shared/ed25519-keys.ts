import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

const PEM = /^-----BEGIN /;

/** Reads a private Ed25519 key (RFC 8410): PKCS #8 as PEM, or the Base64 of it on one line; `undefined` for anything else. */
export function readPrivateKey(text: string): KeyObject | undefined {
  return ofEd25519(() =>
    PEM.test(text)
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }),
  );
}

/** Reads a public Ed25519 key (RFC 8410): SubjectPublicKeyInfo as PEM, or the Base64 of it on one line; `undefined` for anything else. */
export function readPublicKey(text: string): KeyObject | undefined {
  // Node would make the public key of a private one, which nobody should give away.
  if (text.includes('PRIVATE')) return undefined;
  return ofEd25519(() =>
    PEM.test(text)
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }),
  );
}

function ofEd25519(read: () => KeyObject): KeyObject | undefined {
  try {
    const key = read();
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
