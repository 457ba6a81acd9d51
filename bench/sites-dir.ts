/** A SITES_DIR of generated sites, each with what sync has read of it and its index. */
import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMirror, openMirrorDatabase } from '../db/mirror/mirror.ts';
import { folderOf, hostOf, originalOf, publicHostOf, type Kind } from './generated-site.ts';
import { runToEnd } from './program.ts';

type Options = {
  readonly dir: string;
  readonly sites: number;
  /** Address of the generated WordPress. */
  readonly wordpress: string;
};

/** Fills an empty folder: sites that differ are read by sync itself, and each other one gets the files of its original. */
export async function makeSites({ dir, sites, wordpress }: Options): Promise<void> {
  const { port } = new URL(wordpress);
  const numbers = Array.from({ length: sites }, (_, at) => at + 1);
  const originals = numbers.filter((number) => originalOf(number) === number);
  for (const number of originals) await readSite(dir, number, port);
  for (const number of numbers) {
    if (originalOf(number) !== number) await copySite(dir, number, port);
    await addSite(dir, { number, port });
  }
}

async function readSite(dir: string, number: number, port: string): Promise<void> {
  const env = {
    SITE_URL: addressOf(number, port),
    DATA_DIR: join(dir, folderOf(number)),
    SYNC_REQUESTS_PER_SECOND: '0',
  };
  await runToEnd('../sync/main.ts', [], env);
}

/** Copies the files of its original to a site. */
async function copySite(dir: string, number: number, port: string): Promise<void> {
  const [from, to] = [join(dir, folderOf(originalOf(number))), join(dir, folderOf(number))];
  await mkdir(to, { mode: 0o700 });
  await copyFile(join(from, 'mirror.db'), join(to, 'mirror.db'));
  await cp(join(from, 'index'), join(to, 'index'), { recursive: true });
  const db = openMirrorDatabase(join(to, 'mirror.db'));
  try {
    const source = new URL(addressOf(number, port)).host;
    createMirror(db).commit({ startOver: false, gone: [], skipped: [], facts: { source } }, () => {});
  } finally {
    db.close();
  }
}

type Addition = { readonly number: number; readonly port: string; readonly kind?: Kind };

/** Adds the file of a site, by which the service takes it up. */
export async function addSite(dir: string, { number, port, kind = 'ordinary' }: Addition): Promise<void> {
  const folder = join(dir, kind === 'ordinary' ? folderOf(number) : `${kind}-${number}`);
  const host = kind === 'ordinary' ? publicHostOf(number) : `${kind}-${number}.example`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = `site_url: ${addressOf(number, port, kind)}\npublic_url: https://${host}\n`;
  await writeFile(join(folder, 'site.yaml'), file);
}

function addressOf(number: number, port: string, kind: Kind = 'ordinary'): string {
  return `http://${hostOf(number, kind)}:${port}`;
}
