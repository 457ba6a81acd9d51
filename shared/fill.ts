/** Values of placeholders by name. */
export type Values = { readonly [name: string]: string | number | Values };

// Values of a document in JSON, of any type.
type Data = { readonly [name: string]: unknown };

const PLACEHOLDER = /\{([a-z]\w*(?:\.\w+)*)\}/gi;

/**
 * Replaces each `{name}` in a text; `{quota.limit}` is a nested value.
 * @throws {Error} if a value is missing.
 */
export function fill(text: string, values: Values, escape: (value: string) => string = String): string {
  return text.replaceAll(PLACEHOLDER, (_, path: string) => {
    const found = valueAt(values, path);
    if (typeof found !== 'string' && typeof found !== 'number') throw new Error(`No value for {${path}}`);
    return escape(String(found));
  });
}

/**
 * Fills the keys and strings of a document in JSON. A string that is a single placeholder becomes the value, of any type.
 * @throws {Error} if a value is missing.
 */
export function fillDocument(template: unknown, values: Data): unknown {
  if (Array.isArray(template)) return template.map((item) => fillDocument(item, values));
  if (typeof template === 'object' && template !== null) {
    const entries = Object.entries(template).map(([key, value]): [string, unknown] => [
      fill(key, values as Values),
      fillDocument(value, values),
    ]);
    return Object.fromEntries(entries);
  }
  if (typeof template !== 'string') return template;
  const [, whole] = /^\{([a-z]\w*(?:\.\w+)*)\}$/i.exec(template) ?? [];
  if (whole === undefined) return fill(template, values as Values);
  const value = valueAt(values, whole);
  if (value === undefined) throw new Error(`No value for {${whole}}`);
  return value;
}

function valueAt(values: Data, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((found, name) => (typeof found === 'object' ? (found as Data | null)?.[name] : undefined), values);
}
