import type { SignedForwarding } from '../access/signed-forwarding.ts';
import type { ServerConfig } from '../config.ts';
import type { Request } from '../http/message.ts';
import { CODES, McpError } from './protocol.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Validates `Host` and `Origin` at the MCP endpoint (MCP Streamable HTTP, "Security Warning"). Otherwise a third-party
 * page could call it through a browser, directly or by DNS rebinding. `Host` must be a name of this server, and
 * `Origin` must be absent or allowed.
 */
export function createOriginPolicy(
  { siteUrl, mcpOrigins }: Pick<ServerConfig, 'siteUrl' | 'mcpOrigins'>,
  signedForwarding: SignedForwarding,
) {
  const publicUrl = new URL(siteUrl);
  const hosts = new Set([publicUrl.hostname, ...LOOPBACK]);
  const origins = new Set([publicUrl.origin, ...mcpOrigins]);

  // A gateway that connects under a different host sends the requested host in a signed request header.
  function hostOf(request: Request): string {
    const { host = '', 'content-service-host': requestedHost } = request.headers;
    return requestedHost !== undefined && signedForwarding(request) !== undefined ? String(requestedHost) : host;
  }

  const isAllowedOrigin = (origin: string) => origins.has(origin);

  return {
    /** Throws 421 for an unknown `Host` and 403 for a disallowed `Origin`. */
    check(request: Request): void {
      const { origin } = request.headers;
      if (!hosts.has(hostOf(request).toLowerCase().replace(/:\d*$/, ''))) {
        throw new McpError(421, CODES.invalidRequest, 'This Host is not served here');
      }
      if (origin !== undefined && !isAllowedOrigin(origin)) {
        throw new McpError(403, CODES.invalidRequest, 'This Origin may not call the MCP endpoint');
      }
    },
    /** Returns CORS headers with the origin of the request if it is allowed, or the origin of this server. */
    cors({ headers: { origin } }: Request): Readonly<Record<string, string>> {
      return {
        'Access-Control-Allow-Origin': origin !== undefined && isAllowedOrigin(origin) ? origin : publicUrl.origin,
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
