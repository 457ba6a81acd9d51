import { AppError } from '../../shared/errors.ts';
import {
  createOperations,
  type ContentOperationId,
  type Operation,
  type OperationOutput,
} from '../../shared/operations.ts';
import { DEFAULT_CITIES } from '../../shared/cities.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { conditional, tagged, withETag } from '../http/conditional.ts';
import { json, NO_STORE, type Handler, type Reply, type Request, type Route } from '../http/message.ts';
import { negotiate, requireJson } from '../http/negotiation.ts';
import { requireBearer } from '../access/bearer.ts';
import { protectedResources } from '../access/protected-resources.ts';
import type { Content, ContentAnswer } from '../operations/content.ts';
import { quotaRecord } from '../access/quota.ts';
import { type ServerConfig } from '../config.ts';
import { createAnswerCache } from './answer-cache.ts';
import type { Admitted, Guard, Guarded } from '../access/guard.ts';
import { markdownReply } from './markdown-reply.ts';
import { indexDocument } from './index-document.ts';
import { createArgumentReader } from './query-string.ts';
import { versionHeaders } from '../access/versioning.ts';

/** Seconds after which a client may ask again while there is no index. */
const NOT_READY_RETRY = 5;

/** Memory for answers that were asked for before, in bytes. */
const CACHED_ANSWERS = 32 * 1024 * 1024;

const JSON_ONLY = ['application/json'] as const;
const PAGE_TYPES = ['application/json', 'text/markdown'] as const;

type Options = {
  readonly config: ServerConfig;
  readonly content: () => Content | undefined;
  readonly guard: Guard;
};

type PageText = OperationOutput<'read_page'>;

/** The HTTP API at `{base_url}`: one route for each operation of the table, and the index document. */
export function apiRoutes({ config, content, guard }: Options): readonly Route[] {
  const operations = createOperations(DEFAULT_CITIES.map((city) => city.slug));
  const metadataUrl = `${config.siteUrl}${protectedResources(config.siteUrl).api.metadataPath}`;
  const headers = versionHeaders(config.withdrawal);
  const cached = createAnswerCache(CACHED_ANSWERS);
  const get = (path: string, handler: Handler): Route => ({ path, methods: { GET: handler }, headers });

  const guarded = (operation: Operation): Guarded => ({
    address: `${config.baseUrl}${operation.path}`,
    metadataUrl,
    authentication: operation.authentication,
    scope: operation.scope,
    metered: true,
  });

  const contentRoute = (operation: Operation & { readonly id: ContentOperationId }): Route => {
    const readArguments = createArgumentReader(operation);
    const types = operation.id === 'read_page' ? PAGE_TYPES : JSON_ONLY;
    const vary = types === PAGE_TYPES ? 'Authorization, Accept, Accept-Encoding' : 'Authorization, Accept-Encoding';
    const write = (type: string, { value, modified }: ContentAnswer): Reply => {
      const caching = {
        'Cache-Control': 'private, no-cache',
        Vary: vary,
        'Last-Modified': new Date(modified).toUTCString(),
      };
      if (type !== 'text/markdown') return json(200, value, caching);
      return markdownReply(`${config.baseUrl}${operation.path}`, value as PageText, { ...headers, ...caching });
    };
    const answer = (request: Request): Reply => {
      const type = negotiate(request, types);
      const live = ready(content());
      const { given, key } = readArguments(request.query);
      const reply = cached(live, `${operation.id} ${type} ${key}`, () =>
        tagged(write(type, live.call[operation.id](given))),
      );
      return conditional(request, reply);
    };
    return get(`${PATHS.api}${operation.path}`, guard(guarded(operation), answer));
  };

  const quotaRoute = (operation: Operation): Route => {
    const answer = (request: Request, { bearer, quota }: Admitted): Reply => {
      requireJson(request);
      return json(200, quotaRecord(requireBearer(bearer), quota), NO_STORE);
    };
    return get(`${PATHS.api}${operation.path}`, guard(guarded(operation), answer));
  };

  const { get_quota: quota, ...contentOperations } = operations;
  return [
    get(PATHS.api, (request) => {
      requireJson(request);
      const document = indexDocument(config, content()?.operations ?? operations, content()?.index.site);
      return withETag(request, json(200, document, { 'Cache-Control': 'public, max-age=3600' }));
    }),
    ...Object.values(contentOperations).map(contentRoute),
    quotaRoute(quota),
    { path: `${PATHS.api}/*`, methods: {}, headers },
  ];
}

function ready(content: Content | undefined): Content {
  if (content) return content;
  throw new AppError('service_not_ready', 'The index is not built yet', {
    hint: `Try again in ${NOT_READY_RETRY} seconds.`,
    retryAfter: NOT_READY_RETRY,
  });
}
