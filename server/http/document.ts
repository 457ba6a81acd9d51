import { withETag } from './conditional.ts';
import type { Route } from './message.ts';

/** A document that is the same for all clients. */
export type Document = {
  readonly path: string;
  readonly type: string;
  readonly body: () => string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Creates the route of a document, with an ETag and a cache lifetime of an hour. */
export function documentRoute({ path, type, body, headers }: Document): Route {
  const common = { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600', ...headers };
  return { path, methods: { GET: (request) => withETag(request, { status: 200, headers: common, body: body() }) } };
}
