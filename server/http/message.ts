import type { IncomingHttpHeaders } from 'node:http';
import type { FileServer } from './files.ts';

/** A request, as handlers see it: no socket, no framework. */
export type Request = {
  /** Identifies the request in the log and in `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
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

/** An answer. Headers that every answer carries are added on the way out. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or its UTF-8 where one answer is sent many times. */
  readonly body: string | Buffer;
};

export type Handler = (request: Request) => Reply | Promise<Reply>;

/** An address of this server, and what each method does there. HEAD and OPTIONS follow from the others. */
export type Route = {
  readonly path: string;
  /** Without any method there is nothing at this address, whatever the method; `*` takes every method itself. */
  readonly methods: Readonly<Partial<Record<'GET' | 'POST' | '*', Handler>>>;
  /** Answers GET and HEAD with files instead of a handler. */
  readonly files?: FileServer;
  /** Headers of every answer here, whatever its status. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Asked so often that a success is worth no line in the log. */
  readonly quiet?: boolean;
  /** How this address tells a fault; the way of the API unless given. */
  readonly errorReply?: ErrorReply;
};

/** Turns whatever was thrown into an answer. */
export type ErrorReply = (error: unknown) => Reply;

/** JSON as every answer of the API carries it. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=UTF-8', ...headers },
    body: JSON.stringify(value),
  };
}
