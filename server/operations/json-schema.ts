import { z } from 'zod';
import type { Operation } from '../../shared/operations.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the JSON Schema (2020-12) of an operation's arguments, as OpenAPI and the MCP tools publish it. */
export function argumentSchema(operation: Pick<Operation, 'input'>): JsonSchema {
  return { ...toJsonSchema(operation.input, 'input'), additionalProperties: false };
}

/** Returns the JSON Schema of an operation's response. It allows additional fields, because v1 may add some. */
export function answerSchema(operation: Pick<Operation, 'output'>): JsonSchema {
  return toJsonSchema(operation.output, 'output');
}

// Removes defaults that zod adds: the safe integer bounds and `additionalProperties: {}`.
function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      const { additionalProperties: open } = jsonSchema;
      if (typeof open === 'object' && Object.keys(open).length === 0) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

// Keywords of JSON Schema that describe a value and validate nothing (2020-12, Validation §9.1).
const ANNOTATIONS = new Set(['title', 'description']);

/**
 * Removes titles and descriptions from a response schema. MCP clients put `tools/list` into every prompt, and OpenAPI
 * describes the fields.
 */
export function withoutAnnotations(schema: JsonSchema): JsonSchema {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, field]) => !(ANNOTATIONS.has(key) && typeof field === 'string'))
        .map(([key, field]) => [key, inside(field)]),
    );
  };
  return inside(schema) as JsonSchema;
}
