import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGES, type Group } from './packages.ts';
import type { Run } from './command.ts';

/** Installed packages of one group. */
export type Installation = {
  /** Imports a module of a package. */
  readonly load: (module: string) => Promise<any>;
  /** Path of a file of a package. */
  readonly file: (path: string) => string;
};

/**
 * Installs a group into a folder of `cache` that is named after its packages, unless it is there; then the folder of its
 * former versions goes. No script of a package runs, and nothing of the project changes.
 */
export async function install(group: Group, cache: string, run: Run): Promise<Installation> {
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: PACKAGES[group] });
  const name = `${group}-${hash('sha256', manifest).slice(0, 12)}`;
  const folder = join(cache, name);
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    const fresh = await mkdtemp(join(cache, '.installing-'));
    await writeFile(join(fresh, 'package.json'), manifest);
    // Bare names are resolved from the module that imports them.
    await writeFile(join(fresh, 'load.js'), 'export const load = (name) => import(name);\n');
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    await run('npm', ['install', ...options], { cwd: fresh });
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
    const former = (await readdir(cache)).filter((other) => other.startsWith(`${group}-`) && other !== name);
    for (const other of former) await rm(join(cache, other), { recursive: true, force: true });
  }
  const { load } = (await import(join(folder, 'load.js'))) as { load: Installation['load'] };
  return { load, file: (path) => join(folder, 'node_modules', path) };
}
