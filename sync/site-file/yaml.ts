// yaml's only door.
import { LineCounter, parseDocument } from 'yaml';
import { messageOf } from '../../shared/errors.ts';

/** The values of a YAML text; with faults, one line each, they say nothing. An empty text has no keys. */
export function parseYaml(source: string): { readonly values: unknown; readonly faults: string[] } {
  const lineCounter = new LineCounter();
  const document = parseDocument(source, { lineCounter, prettyErrors: false });
  const faults = document.errors.map((error) => {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    return `line ${line}, column ${col}: ${error.message}`;
  });
  if (faults.length > 0) return { values: undefined, faults };
  try {
    return { values: document.toJS() ?? {}, faults };
  } catch (error) {
    return { values: undefined, faults: [`the file: ${messageOf(error)}`] };
  }
}
