import type { JsonSchema } from '../operations/json-schema.ts';
import { schemaRef } from './components.ts';

/** A schema with references to components, and these components by name. */
export type Named = { readonly schema: JsonSchema; readonly parts: Readonly<Record<string, JsonSchema>> };

/**
 * Moves inner objects with a `title` to components of that name, so that generated clients have a type for each. The
 * description at a use remains beside the reference.
 */
export function withNamedParts(schema: JsonSchema): Named {
  const parts: Record<string, JsonSchema> = {};
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, inside(field)])) as JsonSchema;
    const { title, description } = copy;
    if (typeof title !== 'string') return copy;
    parts[title] = copy;
    return { ...schemaRef(title), ...(description !== undefined && { description }) };
  };
  const whole = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inside(value)]));
  return { schema: whole, parts };
}
