import type { SignedForwarding } from '../access/signed-forwarding.ts';
import type { ServerConfig } from '../config.ts';
import type { Request } from '../http/message.ts';
import { CODES, McpError } from './protocol.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Checks of `Host` and `Origin` for the MCP endpoint. A page of another site could otherwise make a browser call it, or make it look
 * local by rebinding a name (MCP Streamable HTTP, "Security Warning"): so `Host` must be ours, and `Origin`, if there is one, on the list.
 */
export function createOriginPolicy(
  { siteUrl, mcpOrigins }: Pick<ServerConfig, 'siteUrl' | 'mcpOrigins'>,
  signedForwarding: SignedForwarding,
) {
  const own = new URL(siteUrl);
  const hosts = new Set([own.hostname, ...LOOPBACK]);
  const origins = new Set([own.origin, ...mcpOrigins]);

  /** The name that was asked for: a gateway that knows us under another one tells it in a field of its own. */
  function hostOf(request: Request): string {
    const { host = '', 'content-service-host': asked } = request.headers;
    return asked !== undefined && signedForwarding(request) !== undefined ? String(asked) : host;
  }

  const isAllowedOrigin = (origin: string) => origins.has(origin);

  return {
    /** Throws 421 for a foreign `Host` and 403 for a foreign `Origin`. */
    check(request: Request): void {
      const { origin } = request.headers;
      if (!hosts.has(hostOf(request).toLowerCase().replace(/:\d*$/, ''))) {
        throw new McpError(421, CODES.invalidRequest, 'This Host is not served here');
      }
      if (origin !== undefined && !isAllowedOrigin(origin)) {
        throw new McpError(403, CODES.invalidRequest, 'This Origin may not call the MCP endpoint');
      }
    },
    /** Instead of the `*` of other addresses: the caller's origin if it is allowed, else our own. */
    cors({ headers: { origin } }: Request): Readonly<Record<string, string>> {
      return {
        'Access-Control-Allow-Origin': origin !== undefined && isAllowedOrigin(origin) ? origin : own.origin,
        Vary: 'Origin',
      };
    },
    preflight: {
      Allow: 'POST, OPTIONS',
      'Access-Control-Allow-Methods': 'POST, OPTIONS',
      'Access-Control-Allow-Headers':
        'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, ' +
        'Last-Event-ID, Traceparent, Tracestate',
      'Access-Control-Max-Age': '86400',
    },
  };
}
