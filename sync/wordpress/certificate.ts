/** Faults of a TLS certificate by the code of OpenSSL or Node, with advice for the operator. */
const FAULTS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired: renew it on the site, and check the clock of this machine',
  CERT_NOT_YET_VALID: 'is not valid yet: check the clock of this machine and the dates of the certificate',
  CERT_REVOKED: 'was revoked: renew it on the site',
  DEPTH_ZERO_SELF_SIGNED_CERT: signedBy('itself'),
  SELF_SIGNED_CERT_IN_CHAIN: signedBy('an authority that this machine does not know'),
  UNABLE_TO_GET_ISSUER_CERT: signedBy('an authority that this machine does not know'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: signedBy('an authority that this machine does not know'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: signedBy('an authority that this machine does not know'),
};

function signedBy(whom: string): string {
  return (
    `is signed by ${whom}: have the site send a trusted certificate with its whole chain, ` +
    'or name the file of its authority in NODE_EXTRA_CA_CERTS'
  );
}

/** Explains a refused certificate to the operator; `undefined` for any other failure. */
export function certificateFault(error: unknown, host: string): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if (error.code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of the site is not for ${host} but for ${namesIn(error)}: set SITE_URL to a name that it is for, or renew it with this one`;
  }
  const fault = FAULTS[error.code];
  return fault === undefined ? undefined : `The certificate of the site ${fault}`;
}

/** Codes of OpenSSL for an answer that is no TLS at all. */
const NOT_TLS = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_UNKNOWN_PROTOCOL',
]);

/** Explains to the operator why an https address has no connection to speak over; `undefined` for any other failure. */
export function handshakeFault(error: unknown, host: string): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !/^(?:ERR_SSL_|EPROTO$)/.test(String(error.code)))
    return undefined;
  if (NOT_TLS.has(String(error.code)))
    return `No https is spoken there: set SITE_URL to http://${host} where the site has none, or to the port of its https`;
  return `The TLS handshake failed${'reason' in error ? ` (${String(error.reason)})` : ''}`;
}

/** Names of a subjectAltName: `DNS:example.com, DNS:www.example.com` becomes `example.com, www.example.com`. */
function namesIn(error: Error): string {
  const { subjectaltname } = ('cert' in error ? error.cert : {}) as { readonly subjectaltname?: unknown };
  if (typeof subjectaltname !== 'string' || subjectaltname === '') return 'no name at all';
  return subjectaltname.replaceAll(/\b(?:DNS|IP Address):/g, '');
}
