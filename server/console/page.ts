import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PUBLIC = join(import.meta.dirname, 'public');

/** Values by placeholder; `{{search.query}}` is a nested field. */
export type PageValues = { readonly [name: string]: string | PageValues };

/** Reads a template of `public/` and returns a function that fills its placeholders. A missing value throws. */
export function pageTemplate(file: string): (values: PageValues) => string {
  const html = readFileSync(join(PUBLIC, file), 'utf8');
  return (values) => html.replaceAll(/\{\{([\w.]+)\}\}/g, (_, path: string) => escapeHtml(valueAt(values, path)));
}

function valueAt(values: PageValues, path: string): string {
  let found: string | PageValues | undefined = values;
  for (const name of path.split('.')) found = typeof found === 'object' ? found[name] : undefined;
  if (typeof found !== 'string') throw new Error(`The page has no value for {{${path}}}`);
  return found;
}

// For text and double-quoted attributes.
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
}
