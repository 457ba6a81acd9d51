import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PUBLIC = join(import.meta.dirname, 'public');

/** Values for the placeholders of a page: `{{search.query}}` is a member of a member. */
export type PageValues = { readonly [name: string]: string | PageValues };

/** Reads a page of `public/` and answers the function that fills its placeholders; a placeholder without a value throws. */
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

/** Text as it stands in HTML, between tags and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
}
