import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGenerations } from '../../db/index/generations.ts';
import { openIndexSync } from '../../db/index/reader.ts';
import { runProgram } from '../helpers/program.ts';

/** Dates that never come while a test runs. */
const NEVER = { SYNC_SCHEDULE: '0 0 29 2 *', SYNC_FULL_SCHEDULE: '0 0 29 2 *' };

/** A SITES_DIR of its own, whose sites the real sync program reads. */
export async function manySites(env: Readonly<Record<string, string>> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'sites-'));
  const dir = join(root, 'sites');
  await mkdir(dir);
  const environment = { SITES_DIR: dir, SYNC_REQUESTS_PER_SECOND: '0', SYNC_PROBE_SECONDS: '0', ...NEVER, ...env };
  const folderOf = (name: string) => join(dir, name);

  return {
    dir,
    environment,
    folderOf,
    start: (...args: readonly string[]) => runProgram('sync/main.ts', environment, args),
    /** Adds a site, as a whole. */
    async add(name: string, siteUrl: string, more = ''): Promise<void> {
      const aside = join(dir, `.${name}`);
      await mkdir(aside);
      await writeFile(join(aside, 'site.yaml'), `site_url: ${siteUrl}\n${more}`);
      await rename(aside, folderOf(name));
    },
    async change(name: string, siteUrl: string, more: string): Promise<void> {
      const aside = join(folderOf(name), '.site.yaml.new');
      await writeFile(aside, `site_url: ${siteUrl}\n${more}`);
      await rename(aside, join(folderOf(name), 'site.yaml'));
    },
    /** The text of the page that answers at a path, if there is one. */
    async text(name: string, path: string): Promise<string | undefined> {
      const generations = createGenerations(folderOf(name));
      const pointer = await generations.current();
      if (!pointer) return undefined;
      const index = openIndexSync(generations.pathOf(pointer));
      try {
        return index.pageByPath(path)?.markdown;
      } finally {
        index.close();
      }
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
