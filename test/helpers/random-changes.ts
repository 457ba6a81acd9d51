import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIndex } from '../../db/index/builder.ts';
import { recordChanges } from '../../db/index/changes.ts';
import { openIndexSync, type Index } from '../../db/index/reader.ts';
import type { Page } from '../../shared/page.ts';
import { createFeedMirror } from './mirrored-feed.ts';
import { page, sampleContent } from './sample-index.ts';
import { seeded } from './seeded.ts';

const HOUR_MS = 3_600_000;

/**
 * Makes random edits, deletions, moves, take-downs and rollbacks, while copies follow the feed of changes, some rarely and in small
 * parts. A copy that has read the feed to its end must equal the live index. Returns the numbers of comparisons and restarts.
 */
export async function followRandomChanges({ edits, seed }: { readonly edits: number; readonly seed: number }) {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const folder = await mkdtemp(join(tmpdir(), 'changes-'));
  const site = new Map<number, Page>();
  const followers = [1, 0.4, 0.05].map((chance) => ({ chance, mirror: createFeedMirror() }));
  const files: string[] = [];
  let withheld: readonly number[] = [];
  let index: Index | undefined;
  let time = Date.parse('2026-01-01T00:00:00Z');
  const counts = { compared: 0, generations: 0, rollbacks: 0, verdicts: 0, restarts: 0 };

  function edit(): void {
    const id = 1 + below(40);
    const known = site.get(id);
    const what = random();
    if (known && what < 0.2) site.delete(id);
    else {
      const path = known && what < 0.8 ? known.path : `/p${below(45)}`;
      if ([...site.values()].some((other) => other.path === path && other.id !== id)) return;
      site.set(id, page(id, path, `Page ${id}`, `Text ${below(5)}`, { modified: new Date(time).toISOString() }));
    }
  }
  function show(file: string): void {
    index?.close();
    index = openIndexSync(file);
    applyVerdicts();
  }
  function applyVerdicts(): void {
    index?.withhold({
      site: 'https://casa.example',
      version: 1,
      written_at: new Date(time).toISOString(),
      mirror: 'm',
      pages: withheld.map((id) => ({ id, since: new Date(time).toISOString(), why: 'hidden' })),
    });
  }
  async function publish(): Promise<void> {
    counts.generations += 1;
    const generation = counts.generations;
    const file = join(folder, `index-${generation}.db`);
    const builtAt = new Date(time).toISOString();
    buildIndex(file, sampleContent({ generation, builtAt, pages: site.values(), aliases: [] }));
    recordChanges(file, files.at(-1), { generation, builtAt });
    files.push(file);
    show(file);
    for (const old of files.splice(0, files.length - 4)) await rm(old);
  }
  function compare(mirror: (typeof followers)[number]['mirror'], live: Index): void {
    const shown = Array.from({ length: 40 }, (_, n) => live.pageById(n + 1)).filter((one) => one !== undefined);
    const expected = shown.map(
      ({ url, language, modified, title, markdown }) =>
        [url, `${language} ${modified} ${hash('sha256', `${title}\n${markdown}`)}`] as const,
    );
    assert.deepEqual(Object.fromEntries(mirror.pages), Object.fromEntries(expected), `seed ${seed}`);
    counts.compared += 1;
  }

  for (let done = 0; done < edits;) {
    time += below(3) === 0 ? 20 * 24 * HOUR_MS * random() : HOUR_MS;
    const kind = random();
    if (kind < 0.6 || !index) {
      for (let n = below(20); n >= 0; n -= 1, done += 1) edit();
      await publish();
    } else if (kind < 0.7) {
      counts.rollbacks += 1;
      show(files[below(files.length)] ?? '');
    } else {
      counts.verdicts += 1;
      withheld = Array.from({ length: below(4) }, () => 1 + below(40));
      applyVerdicts();
    }
    const live: Index | undefined = index;
    if (!live) throw new Error('Nothing is published');
    for (const { chance, mirror } of followers) {
      if (random() < 0.3) mirror.follow(live, 1 + below(5), 1 + below(3));
      if (random() >= chance) continue;
      mirror.follow(live, 1 + below(50));
      compare(mirror, live);
    }
  }
  index?.close();
  await rm(folder, { recursive: true });
  counts.restarts = followers.reduce((sum, { mirror }) => sum + mirror.restarts(), 0);
  return counts;
}
