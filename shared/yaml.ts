// The only import of yaml.
import { isDeepStrictEqual } from 'node:util';
import { isMap, isNode, isScalar, LineCounter, parseDocument, stringify } from 'yaml';
import { messageOf } from './errors.ts';

/** Parses a YAML string. With errors, each on a line, the values are undefined. An empty string has no keys. */
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

/** Sets or removes a key in a valid YAML string; the rest does not change. */
export function withYamlKey(source: string, key: string, value: boolean | undefined): string {
  const document = parseDocument(source);
  const [start, end] = rangeOf(document, key) ?? [source.length, source.length];
  const before = source.slice(0, start);
  const line = value === undefined ? '' : `${before === '' || before.endsWith('\n') ? '' : '\n'}${key}: ${value}\n`;
  const edited = before + line + source.slice(end);
  if (value === undefined) document.delete(key);
  else document.set(key, value);
  // A flow mapping does not have lines per key: it is written again.
  const { values, faults } = parseYaml(edited);
  return faults.length === 0 && isDeepStrictEqual(values, document.toJS() ?? {})
    ? edited
    : document.toString({ lineWidth: 0 });
}

function rangeOf({ contents }: ReturnType<typeof parseDocument>, key: string): readonly [number, number] | undefined {
  if (!isMap(contents)) return undefined;
  const pair = contents.items.find((item) => isScalar(item.key) && item.key.value === key);
  if (!isScalar(pair?.key) || !isNode(pair.value)) return undefined;
  const [start, end] = [pair.key.range?.[0], pair.value.range?.[2]];
  return start === undefined || end === undefined ? undefined : [start, end];
}

/** Formats values as YAML, a key on each line. */
export function yamlOf(values: Readonly<Record<string, string>>): string {
  return stringify(values, { lineWidth: 0 });
}
