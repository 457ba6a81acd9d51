// npm runs this after `npm ci` if it is there: it compiles the modules of `npm start` into the compile cache. A process that strips
// types itself starts later, and retains 17 MB for it.
import { spawnSync } from 'node:child_process';
import { argv, env, execPath, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { COMPILED, HEAP_FLAGS } from '../shared/v8.js';

// Programs print their help; the entry of a thread fails without its thread. Both are compiled.
const MODULES = [
  './server.ts',
  './start.ts',
  './main.ts',
  '../sync/main.ts',
  '../sync/runner.ts',
  '../sync/markdown/convert-worker.ts',
];

if (argv[2] === '--help') {
  for (const module of MODULES) await import(module).catch(() => undefined);
  exit();
}
spawnSync(execPath, [...HEAP_FLAGS, fileURLToPath(import.meta.url), '--help'], {
  env: { NODE_COMPILE_CACHE: COMPILED, ...env },
  stdio: 'ignore',
});
