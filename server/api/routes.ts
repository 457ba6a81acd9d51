import { AppError } from '../../shared/errors.ts';
import { createOperations, type Operation, type OperationId } from '../../shared/operations.ts';
import { DEFAULT_CITIES } from '../../shared/cities.ts';
import { withETag } from '../http/conditional.ts';
import { json, type Handler, type Reply, type Route } from '../http/message.ts';
import { requireJson } from '../http/negotiation.ts';
import type { Content } from '../operations/content.ts';
import { API_PATH, type ServerConfig } from '../config.ts';
import { errorReply } from './errors.ts';
import { indexDocument } from './index-document.ts';
import { createArgumentReader } from './query-string.ts';

/** Seconds after which a client may ask again while there is no index. */
const NOT_READY_RETRY = 5;

const VERSION_HEADERS = { 'API-Version': '1' };

type Options = {
  readonly config: ServerConfig;
  readonly content: () => Content | undefined;
};

/** The HTTP API at `{base_url}`: one route for each operation of the table, and the index document. */
export function apiRoutes({ config, content }: Options): readonly Route[] {
  const operations = createOperations(DEFAULT_CITIES.map((city) => city.slug));

  const operationRoute = (operation: Operation & { readonly id: OperationId }): Route => {
    const readArguments = createArgumentReader(operation);
    return get(`${API_PATH}${operation.path}`, (request) => {
      requireJson(request);
      const { value, modified } = ready(content()).call[operation.id](readArguments(request.query));
      const reply = json(200, value, {
        'Cache-Control': 'private, no-cache',
        Vary: 'Authorization, Accept-Encoding',
        'Last-Modified': new Date(modified).toUTCString(),
      });
      return withETag(request, reply);
    });
  };

  return [
    get(API_PATH, (request) => {
      requireJson(request);
      const document = indexDocument(config, content()?.operations ?? operations, content()?.index.site);
      return withETag(request, json(200, document, { 'Cache-Control': 'public, max-age=3600' }));
    }),
    ...Object.values(operations).map(operationRoute),
  ];
}

function ready(content: Content | undefined): Content {
  if (content) return content;
  throw new AppError('service_not_ready', 'The index is not built yet', {
    hint: `Try again in ${NOT_READY_RETRY} seconds.`,
    retryAfter: NOT_READY_RETRY,
  });
}

/** A GET of the API: every answer, also an error, tells the version that gave it. */
function get(path: string, handler: Handler): Route {
  const versioned = (reply: Reply): Reply => ({ ...reply, headers: { ...VERSION_HEADERS, ...reply.headers } });
  return {
    path,
    methods: {
      GET: async (request) => {
        try {
          return versioned(await handler(request));
        } catch (error) {
          if (error instanceof AppError) return versioned(errorReply(error));
          throw error;
        }
      },
    },
  };
}
