import { AppError } from '../../shared/errors.ts';
import { SCOPES, type Operation, type Scope } from '../../shared/operations.ts';
import type { Admitted } from '../access/guard.ts';
import type { ProtectedResources } from '../access/protected-resources.ts';
import type { ContentApi } from '../ledger/entries.ts';
import type { Arguments } from '../operations/content-operation.ts';
import type { Content } from '../operations/content.ts';
import { namingIgnored } from '../operations/input.ts';
import { answerSchema, argumentSchema, withoutAnnotations } from '../operations/json-schema.ts';

/** Declaration of a tool; operations have this type. */
export type ToolDeclaration = Pick<
  Operation,
  'id' | 'title' | 'description' | 'input' | 'output' | 'authentication'
> & { readonly scope?: Scope };

// An admitted call.
type ToolCall = {
  readonly given: Arguments;
  readonly live: Content | undefined;
  readonly admitted: Admitted | undefined;
};

/** The tools of an MCP endpoint. */
export type Toolbox = {
  readonly path: string;
  /** Protected resource of the endpoint (RFC 9728). */
  readonly resource: keyof ProtectedResources;
  readonly api: ContentApi;
  /** Instructions for the model (`instructions` of `initialize`). */
  readonly instructions: (live: Content | undefined) => string;
  /** Tools by name; schemas depend on the index. */
  readonly tools: (live: Content | undefined) => Readonly<Record<string, ToolDeclaration>>;
  /** Returns the result of a call; throws an AppError if the client can correct it. */
  readonly answer: (name: string, call: ToolCall) => unknown;
};

/** An MCP tool as in `tools/list`. */
export type Tool = ReturnType<typeof toolOf>;

/** Result of `tools/call`: the response, or an error with a hint for the model. */
export type ToolAnswer = {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
};

/** Returns the MCP tool of a declaration. */
export function toolOf(operation: ToolDeclaration) {
  return {
    name: operation.id,
    title: operation.title,
    description: operation.description,
    inputSchema: argumentSchema(operation) as { readonly type: 'object' },
    outputSchema: withoutAnnotations(answerSchema(operation)) as { readonly type: 'object' },
    _meta: { securitySchemes: securitySchemes(operation) },
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

// MCP SEP-1488; in `_meta` until clients read the field `securitySchemes`.
function securitySchemes({ authentication }: ToolDeclaration) {
  const token = { type: 'oauth2', scopes: SCOPES } as const;
  return authentication === 'required' ? [token] : [{ type: 'noauth' } as const, token];
}

/** Calls a tool. An AppError becomes a result with `isError` and its hint; further errors are rethrown. */
export function runTool(
  operation: ToolDeclaration,
  given: Arguments,
  answer: (given: Arguments) => unknown,
): ToolAnswer {
  try {
    const ignored = Object.keys(given).filter((name) => !Object.hasOwn(operation.input.shape, name));
    const known = withoutBlanks(operation, given);
    const value = namingIgnored(operation, ignored, () => answer(known)) as Readonly<Record<string, unknown>>;
    return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const text = [`${error.message}.`, error.hint].filter((line) => line !== undefined).join(' ');
    return { content: [{ type: 'text', text }], isError: true };
  }
}

// Models send `null` or an empty string for optional arguments.
function withoutBlanks({ input }: ToolDeclaration, given: Arguments): Arguments {
  const isOptional = (name: string) => input.shape[name]?.safeParse(undefined).success === true;
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => Object.hasOwn(input.shape, name) && !((value === null || value === '') && isOptional(name)),
    ),
  );
}
