import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { LOG_EVENTS } from './helpers/log-events.ts';

const ROOT = join(import.meta.dirname, '..');

/** A call of the log, and its event: a name, or a template with one part that varies. A hint may have a semicolon. */
const CALL =
  /\b(?:log|accessLog)(?:\.\w+|\[(?:[^[\]]|\[\w+\])+\])\((?:[^;]|;(?!\n))*?(['`])([a-z]+(?:\.(?:[a-z_]+|\$\{\w+\}))+)\1,?\s*\)/g;

/** An event with a dot that the report of a run passes to its function `write`, which adds `sync.`. */
const REPORTED = /\bwrite\([^;]*?(['`])([a-z]+\.(?:[a-z_]+|\$\{\w+\}))\1/g;
const report = readFileSync(join(ROOT, 'sync/service/report/report.ts'), 'utf8');

const reported = Array.from(report.matchAll(REPORTED), ([, , event = '']) => `sync.${event}`);
const logged = ['shared', 'db', 'sync', 'server'].flatMap((layer) =>
  readdirSync(join(ROOT, layer), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      Array.from(readFileSync(join(ROOT, layer, name), 'utf8').matchAll(CALL), ([, , event = '']) => event),
    ),
);
const patterns = [...new Set([...logged, ...reported])].map(
  (event) => new RegExp(`^${event.replaceAll(/\$\{\w+\}/g, '[a-z_]+')}$`),
);

describe('shared/log-events.md', () => {
  it('has every event of the sources', () => {
    assert.ok(logged.length > 30);
    const names = [...LOG_EVENTS.keys()];
    const missing = patterns.filter((pattern) => !names.some((name) => pattern.test(name)));
    assert.deepEqual(missing, []);
  });

  it('has no other events', () => {
    const others = [...LOG_EVENTS.keys()].filter((name) => !patterns.some((pattern) => pattern.test(name)));
    assert.deepEqual(others, []);
  });

  it('has every event of the WordPress client, and no other', () => {
    const types = readFileSync(join(ROOT, 'sync/wordpress/events.ts'), 'utf8').matchAll(/readonly type: '(\w+)'/g);
    const listed = [...LOG_EVENTS.keys()].filter((name) => name.startsWith('sync.wordpress.'));
    assert.deepEqual(listed.toSorted(), [...types].map(([, type]) => `sync.wordpress.${type}`).toSorted());
  });
});
