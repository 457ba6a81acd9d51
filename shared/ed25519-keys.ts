import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

const PEM = /^-----BEGIN /;

/**
 * Parses a private Ed25519 key (RFC 8410): PKCS #8 as PEM or its Base64 string. Returns `undefined` for an invalid key.
 */
export function readPrivateKey(text: string): KeyObject | undefined {
  return ofEd25519(() =>
    PEM.test(text)
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }),
  );
}

/**
 * Parses a public Ed25519 key (RFC 8410): SubjectPublicKeyInfo as PEM or its Base64 string. Returns `undefined` for an
 * invalid key.
 */
export function readPublicKey(text: string): KeyObject | undefined {
  // Node derives a public key from a private key, which must never be published.
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
