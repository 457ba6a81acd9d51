import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from './program.ts';

/** An answer of ours that a peer repeats. */
export type Answer = { readonly headers: readonly (readonly [name: string, value: string])[]; readonly body: string };

/** Header fields that Node adds to each answer by itself. */
const OWN = new Set(['connection', 'content-length', 'date', 'keep-alive']);

/** Starts bare Polka, which answers everything with what this address answers now; disposing of it ends it. */
export async function startBarePolka(url: string, ...does: readonly ('--headers' | '--log')[]) {
  const dir = await mkdtemp(join(tmpdir(), 'bench-'));
  const got = await fetch(url);
  const answer: Answer = { headers: [...got.headers].filter(([name]) => !OWN.has(name)), body: await got.text() };
  const file = join(dir, 'answer.json');
  await writeFile(file, JSON.stringify(answer));
  try {
    return await startProgram('bare-polka.ts', [file, ...does]);
  } finally {
    await rm(dir, { recursive: true });
  }
}
