import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

/**
 * Runs the test files of a folder in this process, one after the other, each as a test, for most of the time of a small file is
 * the start of a process. Hooks that a file registers at its top are hooks of that file alone.
 */
export async function together(folder: string) {
  for (const file of filesTogether(folder)) {
    await test(file, { timeout: 5 * 60_000 }, () => import(join(folder, file)));
  }
}

/** Test files of a folder and of those below it, without folders that have a `.together.ts` of their own. */
export function filesTogether(folder: string): string[] {
  const apart = globSync('*/**/*.together.ts', { cwd: folder }).map((file) => `${dirname(file)}/`);
  return globSync('**/*.test.ts', { cwd: folder })
    .filter((file) => !apart.some((other) => file.startsWith(other)))
    .toSorted();
}
