/** Limits on connections and requests: sizes in bytes, times in milliseconds. */
export type Limits = {
  /** Bytes of a request line and headers together. */
  readonly maxHeaderSize: number;
  readonly maxHeaders: number;
  /** Time for the headers of a request, from its first byte or from the start of the connection. */
  readonly headersTimeout: number;
  /** Time for a whole request, its body included. */
  readonly requestTimeout: number;
  /** Interval at which these two are enforced. */
  readonly connectionsCheckingInterval: number;
  /**
   * Time for which a connection without a request is kept. Longer than the proxies in `deploy/` keep theirs, so that it is never
   * the server that closes one just as a proxy sends a request, which for a POST would be lost.
   */
  readonly keepAliveTimeout: number;
  /** Time without any byte on a connection, after which its client is taken not to read the answer. */
  readonly stallTimeout: number;
  /** Time for which the rest of a body is read and dropped once the answer is out: closing at once could cost the client the answer. */
  readonly lingerTimeout: number;
  /** Time for running requests to finish when the server closes. */
  readonly drainTimeout: number;
  /** Requests that wait on one connection while an earlier one is answered. */
  readonly maxPipelined: number;
  readonly maxConnections: number;
};

export const LIMITS: Limits = {
  maxHeaderSize: 16 * 1024,
  maxHeaders: 100,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 75_000,
  stallTimeout: 30_000,
  lingerTimeout: 2_000,
  drainTimeout: 5_000,
  maxPipelined: 100,
  maxConnections: 4_000,
};

/** Files that the server opens besides connections, when it changes from one index to the next. */
export const OWN_FILES = 48;

/** As many connections as leave a quarter of the files that may be open to everything else, and what that needs at least. */
export function affordable(openFiles: number): Pick<Limits, 'maxConnections'> {
  return { maxConnections: Math.min(LIMITS.maxConnections, Math.floor(openFiles * 0.75), openFiles - OWN_FILES) };
}
