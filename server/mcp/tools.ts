import { AppError } from '../../shared/errors.ts';
import { SCOPES, type Operation, type Scope } from '../../shared/operations.ts';
import type { Admitted } from '../access/guard.ts';
import type { ProtectedResources } from '../access/protected-resources.ts';
import type { Face } from '../ledger/noted.ts';
import type { Arguments } from '../operations/content-operation.ts';
import type { Content } from '../operations/content.ts';
import { namingIgnored } from '../operations/input.ts';
import { answerSchema, argumentSchema, withoutAnnotations } from '../operations/json-schema.ts';

/** The declaration of a tool: an operation is one. */
export type ToolDeclaration = Pick<
  Operation,
  'id' | 'title' | 'description' | 'input' | 'output' | 'authentication'
> & { readonly scope?: Scope };

/** A call that was admitted: its arguments, and what answers them. */
type ToolCall = {
  readonly given: Arguments;
  readonly live: Content | undefined;
  readonly admitted: Admitted | undefined;
};

/** The tools of one MCP endpoint. */
export type Toolbox = {
  /** Path of the endpoint. */
  readonly path: string;
  /** The endpoint as a protected resource (RFC 9728). */
  readonly resource: keyof ProtectedResources;
  readonly face: Face;
  /** Instructions for the model, sent once, before it calls anything (`instructions` of `initialize`). */
  readonly instructions: (live: Content | undefined) => string;
  /** The tools over an index, by name. */
  readonly tools: (live: Content | undefined) => Readonly<Record<string, ToolDeclaration>>;
  /** The answer of one of these tools; throws an AppError for a call that can be fixed. */
  readonly answer: (name: string, call: ToolCall) => unknown;
};

/** An MCP tool, as `tools/list` lists it. */
export type Tool = ReturnType<typeof toolOf>;

/** Result of `tools/call`: the answer, or the reason why there is none and how to fix the call. */
export type ToolAnswer = {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
};

/** The tool of a declaration: everything in it comes from there. */
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

/** The ways to call a tool (MCP SEP-1488), in `_meta` until clients read the member of that name. */
function securitySchemes({ authentication }: ToolDeclaration) {
  const token = { type: 'oauth2', scopes: SCOPES } as const;
  return authentication === 'required' ? [token] : [{ type: 'noauth' } as const, token];
}

/** Runs a tool. A call that can be fixed is answered with how to fix it; anything else that is thrown is a bug, and goes up. */
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

/** The arguments without those that may be left out, which many models send as `null` or as an empty text instead. */
function withoutBlanks({ input }: ToolDeclaration, given: Arguments): Arguments {
  const isOptional = (name: string) => input.shape[name]?.safeParse(undefined).success === true;
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => Object.hasOwn(input.shape, name) && !((value === null || value === '') && isOptional(name)),
    ),
  );
}
