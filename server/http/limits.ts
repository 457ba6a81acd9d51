/** Limits of connections and requests: sizes in bytes, times in milliseconds. */
export type Limits = {
  /** Size of request line and headers. */
  readonly maxHeaderSize: number;
  readonly maxHeaders: number;
  /** Timeout of the headers, from the first byte or the start of the connection. */
  readonly headersTimeout: number;
  /** Timeout of a whole request with its body. */
  readonly requestTimeout: number;
  /** Interval of the checks of both timeouts. */
  readonly connectionsCheckingInterval: number;
  /**
   * Timeout of an idle connection. It exceeds that of the proxies in `deploy/`: if the server closed a connection while
   * a proxy sends a POST request, the request would be lost.
   */
  readonly keepAliveTimeout: number;
  /** Timeout without any byte on a connection; then the client is not reading. */
  readonly stallTimeout: number;
  /**
   * Duration of reading the rest of a body after the response. If the connection closed at once, the client could
   * lose the response.
   */
  readonly lingerTimeout: number;
  /** Time for active requests to finish when the server closes. */
  readonly drainTimeout: number;
  /** Most queued requests of a connection. */
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

/** Files that the server opens besides connections while it replaces an index. */
export const OWN_FILES = 48;

/** Returns the limit of connections: three quarters of the open file limit, with at least `OWN_FILES` left. */
export function affordable(openFiles: number): Pick<Limits, 'maxConnections'> {
  return { maxConnections: Math.min(LIMITS.maxConnections, Math.floor(openFiles * 0.75), openFiles - OWN_FILES) };
}
