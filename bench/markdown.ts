/** How much of a page its Markdown keeps, by the scorer that lies beside this project; nothing happens where it does not. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const SCORER = join(import.meta.dirname, '../../shared/data/markdown');
const PACKAGES = join(import.meta.dirname, '../node_modules');
const ADAPTER = join(import.meta.dirname, 'markdown-adapter.ts');

/** Scores the corpus, the hard cases, the speed and, unless in haste, the pathological inputs. */
export async function run({ quick }: { readonly quick: boolean }): Promise<Readonly<Record<string, string>>> {
  if (!existsSync(SCORER)) {
    console.log(`There is no scorer at ${SCORER}.`);
    return {};
  }
  // The scorer's packages must lie above it; here they are this project's.
  const folder = await mkdtemp(join(tmpdir(), 'markdown-'));
  try {
    for (const script of ['score.mjs', 'probes.mjs']) await copyFile(join(SCORER, script), join(folder, script));
    await symlink(join(SCORER, 'corpus'), join(folder, 'corpus'));
    await symlink(PACKAGES, join(folder, 'node_modules'));
    const figures: Record<string, string> = {};
    for (const part of ['corpus', 'probes', 'speed', ...(quick ? [] : ['perf'])]) {
      figures[part] = await score(folder, part === 'corpus' ? [] : [`--${part}`]);
      console.log(figures[part]);
    }
    return figures;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function score(folder: string, options: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(folder, 'score.mjs'), ADAPTER, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return output
    .split('\n')
    .filter((line) => !line.startsWith('PASS'))
    .join('\n')
    .trim();
}
