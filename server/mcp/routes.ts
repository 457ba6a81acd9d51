import { AppError } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { type BearerAuthentication, requireBearer, challengeHeaders } from '../access/bearer.ts';
import type { Admitted, Guard, Guarded } from '../access/guard.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { protectedResources } from '../access/protected-resources.ts';
import type { SignedForwarding } from '../access/signed-forwarding.ts';
import { withdrawalHeaders } from '../access/versioning.ts';
import type { ServerConfig } from '../config.ts';
import { bodyText } from '../http/body.ts';
import { documentRoute } from '../http/document.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import { mediaTypeOf, NO_STORE, type Reply, type Request, type Route, type Subject } from '../http/message.ts';
import type { Arguments } from '../operations/content-operation.ts';
import { type Content, operationsOf, requireContent } from '../operations/content.ts';
import { memoizePerGeneration } from '../operations/per-generation.ts';
import { SERVICE, MCP_CAPABILITIES, MCP_VERSIONS } from '../service.ts';
import { textsOf } from '../texts/texts.ts';
import { fill } from '../../shared/fill.ts';
import { mcpOperations, type OperationId } from '../../shared/operations.ts';
import { quotaRecord } from '../access/quota.ts';
import { requireArguments } from '../operations/input.ts';
import { siteExamples } from '../operations/examples.ts';
import { chatgptSubmission, knowledgeTools } from './knowledge-tools.ts';
import { createOriginPolicy } from './origin-policy.ts';
import { CODES, McpError, type MessageId, LEGACY_VERSIONS, META } from './protocol.ts';
import type { McpRequest } from './read-message.ts';
import { runTool, toolOf, type Tool, type Toolbox, type ToolAnswer, type ToolDeclaration } from './tools.ts';

const MAX_BODY = 64 * 1024;

type Options = {
  readonly config: ServerConfig;
  readonly content: () => Content | undefined;
  readonly authenticate: BearerAuthentication;
  readonly guard: Guard;
  readonly signedForwarding: SignedForwarding;
  readonly log: Log;
};

/**
 * Routes of the stateless MCP endpoints for clients of both protocol eras, and of the submission to ChatGPT's
 * directory.
 */
export function mcpRoutes(options: Options): readonly Route[] {
  const { config, content } = options;
  return [
    ...[operationTools(config.siteUrl), knowledgeTools].map((toolbox) => endpoint(toolbox, options)),
    documentRoute({
      path: PATHS.chatgptSubmission,
      type: MEDIA_TYPES.json,
      body: memoizePerGeneration(content, (live) => chatgptSubmission(config, live)),
    }),
  ];
}

function endpoint(toolbox: Toolbox, { config, content, authenticate, guard, signedForwarding, log }: Options): Route {
  const { siteUrl } = config;
  const address = `${siteUrl}${toolbox.path}`;
  const metadataUrl = `${siteUrl}${protectedResources(siteUrl)[toolbox.resource].metadataPath}`;
  const originPolicy = createOriginPolicy(config, signedForwarding);
  const offered = memoizePerGeneration(content, (live) => offerOf(toolbox, siteUrl, live));

  async function handle(request: Request): Promise<Reply> {
    originPolicy.check(request);
    if (request.method === 'OPTIONS') return { status: 204, headers: originPolicy.preflight, body: '' };
    requirePost(request, siteUrl);
    requireJsonBody(request);
    if (Number(request.headers['content-length']) > MAX_BODY) throw tooLarge();
    await authenticate(request, address);
    // Imported on the first message: the schemas take 5 MB of memory.
    const { readMessage } = await import('./read-message.ts');
    const message = readMessage(request.headers, bodyText(await request.body(MAX_BODY)));
    if (!message) return { status: 202, headers: {}, body: '' };
    const respond = (answer?: ToolAnswer): Reply => ({
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: responseTo(message, offered(), answer),
    });
    if (message.method !== 'tools/call') {
      return { ...respond(), subject: { api: 'mcp', operation: message.method } };
    }
    const { declared, tools } = offered();
    const tool = named(declared, message.params['name']);
    const subject: Subject = { api: 'mcp', operation: tool?.id ?? message.method };
    const reply = await guard(
      guarded(tool),
      (_, admitted) =>
        tool ? respond(call(tool, message.params, request, admitted)) : refusal(unknownTool(message, tools), {}),
      (error, headers) => refusal(toMcpError(error, message.id), headers),
    )(request);
    return { ...reply, subject };
  }

  // Tools have the guard of their operation. A call of an unknown tool counts as a request.
  function guarded({ id = 'unknown', authentication, scope }: Partial<ToolDeclaration> = {}): Guarded {
    return {
      address,
      metadataUrl,
      authentication: authentication ?? 'optional',
      ...(scope && { scope }),
      metered: { api: toolbox.api, operation: id },
    };
  }

  function call(tool: ToolDeclaration, params: Arguments, request: Request, admitted: Admitted): ToolAnswer {
    const given = (params['arguments'] ?? {}) as Arguments;
    try {
      return runTool(tool, given, (known) => toolbox.answer(tool.id, { given: known, live: content(), admitted }));
    } catch (error) {
      log.error({ id: request.id, ...request.trace, err: error }, 'mcp.tool.failed');
      return { content: [{ type: 'text', text: 'Internal error' }], isError: true };
    }
  }

  const withCorsAndErrors = async (request: Request): Promise<Reply> => {
    const reply = await handle(request).catch((error: unknown) => {
      const known = toMcpError(error);
      if (known.status === 500) log.error({ id: request.id, ...request.trace, err: error }, 'http.request.failed');
      return refusal(known, { ...challengeHeaders(error, metadataUrl) });
    });
    return { ...reply, headers: { ...originPolicy.cors(request), ...NO_STORE, ...reply.headers } };
  };

  return { path: toolbox.path, methods: { '*': withCorsAndErrors }, headers: withdrawalHeaders(config.withdrawal) };
}

function requirePost({ method }: Request, siteUrl: string): void {
  if (method === 'POST') return;
  const what = 'Only POST is allowed here: there are no streams and no sessions';
  throw new McpError(405, CODES.invalidRequest, `${what}. For an API that uses GET, see ${siteUrl}${PATHS.agentsMd}`, {
    headers: { Allow: 'POST, OPTIONS' },
  });
}

function requireJsonBody(request: Request): void {
  if (mediaTypeOf(request) === 'application/json') return;
  throw new McpError(415, CODES.invalidRequest, 'The content type must be application/json');
}

function tooLarge(): AppError {
  return new AppError('body_too_large', `The body is longer than ${MAX_BODY} bytes`, {
    hint: `Send at most ${MAX_BODY} bytes.`,
  });
}

function named(tools: ReturnType<Toolbox['tools']>, name: unknown): ToolDeclaration | undefined {
  return typeof name === 'string' && Object.hasOwn(tools, name) ? tools[name] : undefined;
}

function unknownTool({ id, params }: McpRequest, tools: readonly Tool[]): McpError {
  const known = tools.map(({ name }) => name).join(', ');
  const message = `Unknown tool: ${String(params['name'])}. The tools are: ${known}`;
  return new McpError(200, CODES.invalidParams, message, { id });
}

const STATUS: Partial<Record<AppError['code'], number>> = {
  not_logged_in: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  quota_exhausted: 429,
  body_too_large: 413,
  bad_request: 400,
  invalid_parameter: 400,
};

// The message contains the hint, because models do not see headers.
function toMcpError(error: unknown, id?: MessageId): McpError {
  if (error instanceof McpError) return error;
  const status = error instanceof AppError ? STATUS[error.code] : undefined;
  if (!(error instanceof AppError) || status === undefined) {
    return new McpError(500, CODES.internalError, 'Internal error', { id });
  }
  const wait = error.retryAfter;
  return new McpError(
    status,
    status === 429 ? CODES.internalError : CODES.invalidRequest,
    error.hint === undefined ? error.message : `${error.message}. ${error.hint}`,
    { id, data: { status, ...(wait !== undefined && { retry_after_seconds: wait }) } },
  );
}

function refusal(error: McpError, headers: Readonly<Record<string, string>>): Reply {
  const { status, code, id, message, data } = error;
  const retry = (data as { retry_after_seconds?: number } | undefined)?.retry_after_seconds;
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      ...error.headers,
      ...(retry !== undefined && { 'Retry-After': String(retry) }),
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      ...(id !== undefined && { id }),
      error: { code, message, ...(data !== undefined && { data }) },
    }),
  };
}

// Cache hint for responses that are the same for all clients.
const CACHE_HINT = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

// Tools and texts of an endpoint.
function offerOf(toolbox: Toolbox, siteUrl: string, live: Content | undefined) {
  const declared = toolbox.tools(live);
  const { title, description } = textsOf(live?.index.site).service;
  return {
    declared,
    tools: Object.values(declared).map(toolOf),
    instructions: toolbox.instructions(live),
    serverInfo: { name: SERVICE.name, title, version: SERVICE.version, description, websiteUrl: siteUrl },
  };
}
type Offer = ReturnType<typeof offerOf>;

/** Returns the JSON-RPC response to a request; `answer` is the result of a tool. */
function responseTo(request: McpRequest, offer: Offer, answer?: ToolAnswer): string {
  const { era, id } = request;
  const plain = answer ?? resultOf(request, offer);
  const result =
    era === 'legacy'
      ? plain
      : {
          ...plain,
          resultType: 'complete',
          ...(answer === undefined && CACHE_HINT),
          _meta: { [META.server]: offer.serverInfo },
        };
  return JSON.stringify({ result, jsonrpc: '2.0', id });
}

function resultOf({ method, params }: McpRequest, { tools, instructions, serverInfo }: Offer): object {
  switch (method) {
    case 'initialize': {
      const { protocolVersion: requested } = params;
      const protocolVersion = LEGACY_VERSIONS.find((version) => version === requested) ?? LEGACY_VERSIONS[0];
      return { protocolVersion, capabilities: MCP_CAPABILITIES, serverInfo, instructions };
    }
    case 'server/discover':
      return { supportedVersions: MCP_VERSIONS, capabilities: MCP_CAPABILITIES, instructions };
    case 'tools/list':
      return { tools };
    default:
      // `ping`
      return {};
  }
}

/** The tools of `/mcp`: the operations. */
function operationTools(siteUrl: string): Toolbox {
  return {
    path: PATHS.mcp,
    resource: 'mcp',
    api: 'mcp',
    instructions: instructionsOf,
    tools: (live) => mcpOperations(operationsOf(live)),
    answer: (name, { given, live, admitted }) => {
      const operation = operationsOf(live)[name as OperationId];
      if (operation.answeredBy === 'quota') {
        return admitted && quotaRecord(requireBearer(admitted.bearer, siteUrl), admitted.quota);
      }
      if (!live) requireArguments(operation, given);
      const { value, noted } = requireContent(live).call[operation.id](given);
      admitted?.note(noted);
      return value;
    },
  };
}

// Describes the service with an example of the open index and lists the tools.
function instructionsOf(content: Content | undefined): string {
  const { mcp, company } = textsOf(content?.index.site);
  const { site, service, city } = siteExamples(content);
  const tools = Object.values(mcpOperations(operationsOf(content))).map(
    ({ id, summary, authentication }) =>
      `${id} (${summary}${authentication === 'required' ? `; ${mcp.needsToken}` : ''})`,
  );
  const inCity = city ? fill(mcp.inCity, { city: city.slug }) : '';
  return fill(mcp.instructions, {
    site: site?.name ?? company,
    language: site ? fill(mcp.language, { language: site.language }) : '',
    example: service === undefined ? '' : fill(mcp.example, { service, inCity }),
    tools: tools.join(', '),
  });
}
