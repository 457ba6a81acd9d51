import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { HEAP_FLAGS } from '../../shared/v8.js';

const SERVER = join(import.meta.dirname, '../../server');

/** Imports modules, and prints whether Node has loaded its type stripper for them. */
const LOADED = `
  const [, ...modules] = process.argv;
  for (const module of modules) await import(module);
  console.error(process.moduleLoadList.some((name) => name.includes('deps/amaro')));
  process.exit();`;

describe('server/compile.js', () => {
  it('compiles all modules of npm start, so that no process strips types', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'compiled-'));
    const env = { ...process.env, NODE_COMPILE_CACHE: cache };
    const modules = ['server.ts', '../sync/runner.ts', '../sync/service/keep-site.ts'].map((name) =>
      join(SERVER, name),
    );
    const stripped = () => {
      const args = [...HEAP_FLAGS, '--input-type=module', '--eval', LOADED, '--', ...modules];
      return spawnSync(process.execPath, args, { env, encoding: 'utf8' }).stderr.trim();
    };
    try {
      assert.equal(stripped(), 'true');
      await rm(cache, { recursive: true });
      assert.equal(spawnSync(process.execPath, [join(SERVER, 'compile.js')], { env }).status, 0);
      assert.equal(stripped(), 'false');
    } finally {
      await rm(cache, { recursive: true, force: true });
    }
  });
});
