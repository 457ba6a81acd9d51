import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** JSON Schema 2020-12. Tests share it: each instance compiles the meta-schema again. */
export const jsonSchema = new Ajv2020({ strict: false, validateFormats: false });

/** Compiles a schema; equal schemas without `$id` are compiled once. */
export function compiled(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = functions.get(text) ?? jsonSchema.compile(schema);
  functions.set(text, known);
  return known;
}
const functions = new Map<string, ValidateFunction>();
