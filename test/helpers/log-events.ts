import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An event of the list in shared/log-events.md. */
export type LogEvent = { readonly levels: readonly string[]; readonly fields: ReadonlySet<string> };

/** `site` is there where there are many. */
const COMMON = ['level', 'time', 'name', 'msg', 'site'];
const LIST = readFileSync(join(import.meta.dirname, '../../shared/log-events.md'), 'utf8');

const wordsIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

/** The events of the list by name. */
export const LOG_EVENTS: ReadonlyMap<string, LogEvent> = new Map(
  LIST.split('\n').flatMap((line) => {
    const [, name, levels, , fields] = line.split('|');
    const [event] = wordsIn(name);
    if (event === undefined || !event.includes('.')) return [];
    return [[event, { levels: wordsIn(levels), fields: new Set([...COMMON, ...wordsIn(fields)]) }] as const];
  }),
);

/** Holds a line of a log against the list; text that is no line of a log passes. */
export function assertListed(line: string): void {
  if (!line.startsWith('{"level"') || !line.endsWith('}')) return;
  const entry = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const event = LOG_EVENTS.get(String(entry['msg']));
  assert.ok(event, `shared/log-events.md lacks ${String(entry['msg'])}: ${line}`);
  assert.ok(event.levels.includes(String(entry['level'])), `shared/log-events.md has another level: ${line}`);
  const unknown = Object.keys(entry).filter((field) => !event.fields.has(field));
  assert.deepEqual(unknown, [], `shared/log-events.md lacks fields of ${String(entry['msg'])}`);
}

/** Keeps the lines of a log that the list does not know, and throws them when it is disposed of. */
export function heldToLogEvents(to?: { write(line: string): void }) {
  const faults: unknown[] = [];
  return {
    write(line: string): void {
      to?.write(line);
      try {
        for (const one of line.split('\n')) assertListed(one);
      } catch (error) {
        faults.push(error);
      }
    },
    [Symbol.dispose]() {
      if (faults.length > 0) throw faults[0];
    },
  };
}
