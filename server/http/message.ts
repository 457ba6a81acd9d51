import type { IncomingHttpHeaders } from 'node:http';
import type { TraceContext } from './trace-context.ts';

/** A request for handlers, without socket and framework. */
export type Request = {
  /** Id in the log and in `X-Request-Id`. */
  readonly id: string;
  /** Trace context of the client. */
  readonly trace?: TraceContext | undefined;
  readonly method: string;
  /** Raw path, without query and `prefix`. */
  readonly path: string;
  /** Path of the public URL, which precedes `path`; empty for an origin. */
  readonly prefix?: string | undefined;
  /** Raw query, without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Raw names and values alternately, including repeated headers. */
  readonly rawHeaders: readonly string[];
  /** Address of the peer: a client or a proxy. */
  readonly remoteAddress: string;
  /** Reads the body, up to `limit` bytes. */
  readonly body: (limit: number) => Promise<Buffer>;
};

/** API and operation of a request in the metrics; requests without an operation have the path of their route. */
export type Subject = {
  readonly api: 'api' | 'mcp' | 'oauth' | 'documents' | 'console' | 'pages' | 'status' | 'none';
  readonly operation: string;
};

/** A response. Common headers are added when it is sent. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Further headers, which depend on the caller. They follow `headers`, which cached responses share. */
  readonly callerHeaders?: Readonly<Record<string, string>>;
  /** String, or UTF-8 bytes if the response is sent repeatedly. */
  readonly body: string | Buffer;
  /** Subject, if the request determines it and not the route. */
  readonly subject?: Subject;
};

export type Handler = (request: Request) => Reply | Promise<Reply>;

/** Returns the response for a path, such as a file or a page, or `undefined`. */
export type Lookup = (request: Request) => Reply | undefined | Promise<Reply | undefined>;

/** A path with a handler for each method. HEAD and OPTIONS are derived. */
export type Route = {
  readonly path: string;
  /** Handlers by method; without any, every method gets 404. `*` handles all methods. */
  readonly methods: Readonly<Partial<Record<'GET' | 'POST' | '*', Handler>>>;
  /** Handles GET and HEAD; without a result the response is 404. */
  readonly lookup?: Lookup;
  /** Headers of every response of this route. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly subject?: Subject;
  /** Logs successful requests at `debug`, because they are frequent. */
  readonly quiet?: boolean;
  /** Renders errors of this route; the default is the renderer of the API. */
  readonly renderError?: RenderError;
};

/** Renders a thrown value as a response. */
export type RenderError = (error: unknown) => Reply;

/** Prevents caching of a response (RFC 9111 §5.2.2.5). */
export const NO_STORE = { 'Cache-Control': 'no-store' };

/** Returns a JSON response of the API. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=UTF-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** Returns the media type of a request body in lower case, without parameters; empty by default. */
export function mediaTypeOf({ headers }: Pick<Request, 'headers'>): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  return type.trim().toLowerCase();
}

/** Counts the fields of a header. `headers` is not sufficient: Node retains only the first `Authorization` there. */
export function countField({ rawHeaders }: Pick<Request, 'rawHeaders'>, name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
}
