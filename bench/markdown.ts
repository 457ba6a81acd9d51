/** Recall of a page's content in its Markdown, by a scorer that needs no reference (test/data/markdown/README.md). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const SCORER = join(import.meta.dirname, '../test/data/markdown/score.mjs');
const ADAPTER = join(import.meta.dirname, 'markdown-adapter.ts');

/** Scores the corpus, the hard cases, the speed and, unless in haste, the pathological inputs. */
export async function run({ quick }: { readonly quick: boolean }): Promise<Readonly<Record<string, string>>> {
  const figures: Record<string, string> = {};
  for (const part of ['corpus', 'probes', 'speed', ...(quick ? [] : ['perf'])]) {
    figures[part] = await score(part === 'corpus' ? [] : [`--${part}`]);
    console.log(figures[part]);
  }
  return figures;
}

async function score(options: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [SCORER, ADAPTER, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`The scorer ended with ${String(code)}`);
  return output
    .split('\n')
    .filter((line) => !line.startsWith('PASS'))
    .join('\n')
    .trim();
}
