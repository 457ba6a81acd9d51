/** Values of placeholders by name. */
export type Values = { readonly [name: string]: string | number | Values };

/**
 * Replaces each `{name}` in a text; `{quota.limit}` is a nested value.
 * @throws {Error} if a value is missing.
 */
export function fill(text: string, values: Values, escape: (value: string) => string = String): string {
  return text.replaceAll(/\{([a-z]\w*(?:\.\w+)*)\}/gi, (_, path: string) => {
    let found: Values[string] | undefined = values;
    for (const name of path.split('.')) found = typeof found === 'object' ? found[name] : undefined;
    if (found === undefined || typeof found === 'object') throw new Error(`No value for {${path}}`);
    return escape(String(found));
  });
}
