import type { IncomingHttpHeaders } from 'node:http';
import type { TraceContext } from './trace-context.ts';

/** A request, as handlers see it: no socket, no framework. */
export type Request = {
  /** Identifies the request in the log and in `X-Request-Id`. */
  readonly id: string;
  /** The trace that the caller says it belongs to. */
  readonly trace?: TraceContext | undefined;
  readonly method: string;
  /** As sent, without the query and `prefix`. */
  readonly path: string;
  /** Path of the public address, which comes before `path`: nothing where that is an origin. */
  readonly prefix?: string | undefined;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as sent: the only place where a repeated header shows. */
  readonly rawHeaders: readonly string[];
  /** Address at the other end of the connection: a client's, or a proxy's. */
  readonly remoteAddress: string;
  /** Reads the body, up to this many bytes. */
  readonly body: (limit: number) => Promise<Buffer>;
};

/** The face and the operation that a request is counted under; the path of its route where it asks for no operation. */
export type Subject = {
  readonly face: 'api' | 'mcp' | 'oauth' | 'documents' | 'console' | 'pages' | 'status' | 'none';
  readonly operation: string;
};

/** An answer. Headers that every answer carries are added on the way out. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or its UTF-8 where one answer is sent many times. */
  readonly body: string | Buffer;
  /** The subject where it shows only in the request, and not by its address. */
  readonly subject?: Subject;
};

export type Handler = (request: Request) => Reply | Promise<Reply>;

/** Looks for what is at an address: a file, a page. `undefined`: nothing. */
export type Lookup = (request: Request) => Reply | undefined | Promise<Reply | undefined>;

/** An address of this server with the handler of each method. HEAD and OPTIONS follow from the others. */
export type Route = {
  readonly path: string;
  /** Handlers by method; none: every method is answered 404. `*` takes every method itself. */
  readonly methods: Readonly<Partial<Record<'GET' | 'POST' | '*', Handler>>>;
  /** Answers GET and HEAD instead of a handler; where it finds nothing, there is nothing. */
  readonly lookup?: Lookup;
  /** Headers of every answer here, whatever its status. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly subject?: Subject;
  /** Asked so often that a success is logged at `debug`. */
  readonly quiet?: boolean;
  /** Renders the errors of this address; as the API does unless given. */
  readonly renderError?: RenderError;
};

/** Makes the answer to whatever was thrown. */
export type RenderError = (error: unknown) => Reply;

/** Keeps an answer out of every cache (RFC 9111 §5.2.2.5). */
export const NO_STORE = { 'Cache-Control': 'no-store' };

/** JSON as every answer of the API carries it. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=UTF-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** The media type of a request's body, in lower case and without parameters; empty when it names none. */
export function mediaTypeOf({ headers }: Pick<Request, 'headers'>): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  return type.trim().toLowerCase();
}

/** Counts the lines of one header field. `headers` does not show it: Node keeps only the first `Authorization` there. */
export function countField({ rawHeaders }: Pick<Request, 'rawHeaders'>, name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
}
