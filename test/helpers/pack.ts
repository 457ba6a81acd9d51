import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Command that packs the package into a folder. A pack builds and removes `build/`, so test files take turns. */
export const packInto = (folder: string, ...options: readonly string[]) =>
  ['flock', join(tmpdir(), 'pack-for-tests.lock'), 'npm', 'pack', ...options, '--pack-destination', folder] as const;
