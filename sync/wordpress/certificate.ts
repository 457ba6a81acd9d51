// Faults of a TLS certificate by OpenSSL or Node error code, with advice for the operator.
const FAULTS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired: renew it on the site, and check the clock of this machine',
  CERT_NOT_YET_VALID: 'is not valid yet: check the clock of this machine and the dates of the certificate',
  CERT_REVOKED: 'was revoked: renew it on the site',
  DEPTH_ZERO_SELF_SIGNED_CERT: signedBy('itself'),
  SELF_SIGNED_CERT_IN_CHAIN: signedBy('an authority that this machine does not trust'),
  UNABLE_TO_GET_ISSUER_CERT: signedBy('an authority that this machine does not trust'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: signedBy('an authority that this machine does not trust'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: signedBy('an authority that this machine does not trust'),
};

function signedBy(signer: string): string {
  return (
    `is signed by ${signer}: install a trusted certificate with its full chain on the site, ` +
    'or set NODE_EXTRA_CA_CERTS to the file of its authority'
  );
}

/** Explains a rejected TLS certificate to the operator; `undefined` for any other failure. */
export function certificateFault(error: unknown, host: string): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if (error.code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of the site is valid for ${namesIn(error)}, not for ${host}: set SITE_URL to a name in the certificate, or renew it with this name`;
  }
  const fault = FAULTS[error.code];
  return fault === undefined ? undefined : `The certificate of the site ${fault}`;
}

// OpenSSL error codes for a response without TLS.
const NOT_TLS = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_UNKNOWN_PROTOCOL',
]);

/** Explains a failed TLS handshake to the operator; `undefined` for any other failure. */
export function handshakeFault(error: unknown, host: string): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !/^(?:ERR_SSL_|EPROTO$)/.test(String(error.code)))
    return undefined;
  if (NOT_TLS.has(String(error.code)))
    return `The server does not use TLS: set SITE_URL to http://${host} if the site has no https, or to its https port`;
  return `The TLS handshake failed${'reason' in error ? ` (${String(error.reason)})` : ''}`;
}

// `DNS:example.com, DNS:www.example.com` becomes `example.com, www.example.com`.
function namesIn(error: Error): string {
  const { subjectaltname } = ('cert' in error ? error.cert : {}) as { readonly subjectaltname?: unknown };
  if (typeof subjectaltname !== 'string' || subjectaltname === '') return 'no name at all';
  return subjectaltname.replaceAll(/\b(?:DNS|IP Address):/g, '');
}
