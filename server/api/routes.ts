import { DEFAULT_OPERATIONS, type ContentOperationId, type Format, type Operation } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import type { ParameterFault } from '../../shared/errors.ts';
import { memoize } from '../../shared/cache.ts';
import { requireBearer } from '../access/bearer.ts';
import type { Admitted, Guard, Guarded } from '../access/guard.ts';
import { protectedResources } from '../access/protected-resources.ts';
import { quotaRecord } from '../access/quota.ts';
import { withdrawalHeaders } from '../access/versioning.ts';
import type { ServerConfig } from '../config.ts';
import { conditional, tagged, withETag } from '../http/conditional.ts';
import { discoveryLinks } from '../http/discovery-links.ts';
import { json, NO_STORE, type Handler, type Request, type Route } from '../http/message.ts';
import { negotiate, requireJson } from '../http/negotiation.ts';
import type { ContentAnswer } from '../operations/content-operation.ts';
import { namingIgnored, requireArguments, invalidParameters, parameterSchemas } from '../operations/input.ts';
import { requireContent, type Content } from '../operations/content.ts';
import { memoizePerGeneration } from '../operations/per-generation.ts';
import { decodePairs } from '../http/form-encoding.ts';
import { createAnswerCache, type AnswerStore } from './answer-cache.ts';
import { WRITERS } from './formats.ts';
import { guardedOperation } from './guarded-operation.ts';
import { indexDocument } from './index-document.ts';

type Options = {
  readonly config: ServerConfig;
  readonly content: () => Content | undefined;
  readonly guard: Guard;
  readonly answers: AnswerStore;
};

/** Routes of the HTTP API at `{base_url}`: the operations of the table and the index document. */
export function apiRoutes({ config, content, guard, answers }: Options): readonly Route[] {
  const headers = withdrawalHeaders(config.withdrawal);
  const links = [discoveryLinks(config.siteUrl), headers['Link']].filter((link) => link !== undefined).join(', ');
  const cached = createAnswerCache(answers);
  const get = (path: string, handler: Handler, operation = path): Route => ({
    path,
    methods: { GET: handler },
    headers,
    subject: { api: 'api', operation },
  });

  function contentHandler(operation: Operation & { readonly id: ContentOperationId }): Handler {
    const { id, formats } = operation;
    const guarded = guardedOperation(config, operation, 'http');
    const { address } = guarded;
    const readArguments = createArgumentReader(operation);
    const vary = formats.length > 1 ? 'Authorization, Accept, Accept-Encoding' : 'Authorization, Accept-Encoding';

    function write(format: Format, { value, modified, noted }: ContentAnswer, isRest: boolean) {
      const caching = {
        'Cache-Control': 'private, no-cache',
        Vary: vary,
        'Last-Modified': new Date(modified).toUTCString(),
      };
      const reply = tagged(WRITERS[format]({ address, value, headers: caching, isRest, link: headers['Link'] }));
      return { reply, noted };
    }

    return guard(guarded, (request, { note }) => {
      const format = negotiate(request, formats);
      const { given, key, ignored } = readArguments(request.query);
      const live = content();
      // An invalid call gets its error even while no index is open.
      if (!live) namingIgnored(operation, ignored, () => requireArguments(operation, given));
      const { reply, noted } = cached(requireContent(live), `${id} ${format} ${key}`, () =>
        write(
          format,
          namingIgnored(operation, ignored, () => requireContent(live).call[id](given)),
          given['cursor'] !== undefined,
        ),
      );
      note(noted);
      return conditional(request, reply);
    });
  }

  function quotaHandler(operation: Operation): Handler {
    return guard(guardedOperation(config, operation, 'http'), (request: Request, { bearer, quota }: Admitted) => {
      requireJson(request);
      return json(200, quotaRecord(requireBearer(bearer, config.siteUrl), quota), NO_STORE);
    });
  }

  // The index document reports the quota of the caller without counting the request.
  const indexGuard: Guarded = {
    address: config.baseUrl,
    metadataUrl: `${config.siteUrl}${protectedResources(config.siteUrl).api.metadataPath}`,
    authentication: 'optional',
    metered: false,
  };
  const document = memoizePerGeneration(content, (live) => indexDocument(config, live));
  return [
    get(
      PATHS.api,
      guard(indexGuard, (request) => {
        requireJson(request);
        const caching = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept-Encoding' };
        return withETag(request, json(200, document(), { ...caching, Link: links }));
      }),
    ),
    ...Object.values(DEFAULT_OPERATIONS).map((operation) =>
      get(
        `${PATHS.api}${operation.path}`,
        operation.answeredBy === 'content' ? contentHandler(operation) : quotaHandler(operation),
        operation.id,
      ),
    ),
    { path: `${PATHS.api}/*`, methods: {}, headers: { ...headers, Link: links } },
  ];
}

// The key does not depend on the order and encoding of parameters.
type Parsed = {
  readonly given: Readonly<Record<string, unknown>>;
  readonly key: string;
  // Unknown parameters are ignored, because links gain parameters as they are shared.
  readonly ignored: readonly string[];
};

// Cache size for each operation, in bytes.
const QUERY_CACHE = 2_000_000;

// Creates the parser for the query string of an operation. Arguments are strings; a parameter must not be repeated.
function createArgumentReader(operation: Operation): (query: string) => Parsed {
  const known = Object.keys(parameterSchemas(operation));

  function read(query: string): Parsed {
    const pairs = decodePairs(query);
    const faults: ParameterFault[] = [];
    const given: Record<string, unknown> = {};
    for (const name of known) {
      const values = pairs.filter(([key]) => key === name || (key.startsWith(`${name}[`) && key.endsWith(']')));
      if (values.length > 1 || (values[0] !== undefined && values[0][0] !== name)) {
        faults.push({ name, code: 'rest_invalid_type', message: `${name} must be given once, as a single value` });
      } else if (values[0] !== undefined) {
        given[name] = values[0][1];
      }
    }
    if (faults.length > 0) throw invalidParameters(faults);
    const ignored = pairs.map(([name]) => name).filter((name) => !known.includes(name));
    return { given, key: JSON.stringify(given), ignored };
  }

  return memoize({ maxBytes: QUERY_CACHE, compute: read });
}
