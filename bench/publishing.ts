/** Price of publishing one changed page, against a fresh build of the whole index. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGenerations, type Pointer } from '../db/index/generations.ts';
import { createMirror, openMirrorDatabase, type Mirror, type StagedPage } from '../db/mirror/mirror.ts';
import type { Page, Site } from '../shared/page.ts';
import { hashOf } from '../sync/run/document.ts';
import { createPublisher } from '../sync/run/publish.ts';
import { readSiteConfig } from '../sync/site-file/site-config.ts';
import { sitePages } from './corpus.ts';
import { median } from './program.ts';

const SITE: Site = {
  name: 'Example',
  description: '',
  home: 'https://example.com',
  language: 'es',
  hosts: ['example.com'],
};
const STAMPS = { converter: 'one', indexer: 'one', composer: 'one' };
const BATCH = 500;

function stagedPage({ city, family: _family, ...page }: Page): StagedPage {
  const path = city === '' ? page.path : `/${city}${page.path}`;
  return staged({ ...page, path, url: `https://example.com${path}/` });
}

function staged({ translations = '', ...page }: Omit<Page, 'city' | 'family'>): StagedPage {
  const hash = hashOf({ ...page, translations });
  return { ...page, translations, hash, seenLink: page.url, seenModified: page.modified, ownSlug: 1 };
}

const commit = (mirror: Mirror, pages: readonly StagedPage[], gone: readonly number[] = []) => {
  mirror.stage(pages);
  mirror.commit({ startOver: false, gone, skipped: [], facts: { site: SITE } }, () => {});
};

/** A made-up site of so many pages in a mirror, which is published, and edited one page at a time. */
export async function madeUpSite(size: number) {
  const dir = await mkdtemp(join(tmpdir(), 'bench-publishing-'));
  const db = openMirrorDatabase(join(dir, 'mirror.db'));
  const mirror = createMirror(db);
  const generations = createGenerations(dir);
  let batch: StagedPage[] = [];
  for (const page of sitePages(size)) {
    batch.push(stagedPage(page));
    if (batch.length < BATCH) continue;
    mirror.stage(batch);
    batch = [];
  }
  commit(mirror, batch);

  async function publish(): Promise<{ readonly pointer: Pointer; readonly milliseconds: number }> {
    const started = performance.now();
    const publisher = createPublisher({
      mirror,
      generations,
      config: readSiteConfig(undefined),
      now: () => new Date(),
      stamps: STAMPS,
      report: () => {},
      checkpoint: () => {},
    });
    const edition = await publisher.compose();
    const reason = await publisher.reasonToPublish(edition);
    if (!reason) throw new Error('Nothing is to be published');
    const pointer = await publisher.publish(edition, reason);
    return { pointer, milliseconds: performance.now() - started };
  }

  function pageAt(round: number, share: number): Omit<Page, 'city' | 'family'> {
    const page = mirror.publishablePage(1 + Math.floor(size * share) + round);
    if (!page) throw new Error('The made-up site has no such page');
    const { id, type, url, path, title, markdown, language, modified } = page;
    return { id, type, url, path, title, markdown, language, modified };
  }

  const edits = {
    text: (round: number) => {
      const page = pageAt(round, 0.2);
      commit(mirror, [staged({ ...page, markdown: `${page.markdown}\n\nUna frase más, la ${round}ª.` })]);
    },
    title: (round: number) => commit(mirror, [staged({ ...pageAt(round, 0.4), title: `Otro título ${round}` })]),
    new: (round: number) => {
      const path = `/p${size + round + 1}`;
      const url = `https://example.com${path}/`;
      commit(mirror, [staged({ ...pageAt(round, 0.6), id: size + round + 1, path, url })]);
    },
    removed: (round: number) => commit(mirror, [], [pageAt(round, 0.8).id]),
  };

  let turns = 0;
  return {
    dir,
    generations,
    publish,
    edits,
    /** Another number each time, for an edit. */
    turn: () => turns++,
    async [Symbol.asyncDispose]() {
      db.close();
      await rm(dir, { recursive: true });
    },
  };
}

/** Cost of publishing a site of so many pages, whole and after each kind of edit. */
async function measure(size: number, rounds: number) {
  await using site = await madeUpSite(size);
  const { dir, publish, edits } = site;
  const fresh = await publish();
  const row: Record<string, number> = { pages: size, 'fresh build, s': round(fresh.milliseconds / 1000) };
  const megabytes = async ({ file }: Pointer) => (await stat(join(dir, 'index', file))).size / 1e6;
  row['whole, MB'] = round(await megabytes(fresh.pointer));
  for (const [name, edit] of Object.entries(edits)) {
    const times: number[] = [];
    for (let turn = 0; turn < rounds; turn++) {
      edit(turn);
      const { pointer, milliseconds } = await publish();
      if (!pointer.base) throw new Error(`The whole index was built for a page of which the ${name} changed`);
      times.push(milliseconds);
      row['delta, MB'] = round(await megabytes(pointer));
    }
    row[`${name}, s`] = round(median(times) / 1000);
    row[`${name}, of fresh`] = Number((median(times) / fresh.milliseconds).toFixed(3));
  }
  return row;
}

const round = (figure: number) => Number(figure.toFixed(2));

/** Measures in this process, which opens nothing else. */
export async function run({
  quick,
  large = false,
}: {
  readonly quick: boolean;
  readonly large?: boolean;
}): Promise<unknown> {
  const sizes = quick ? [1000] : [3000, 30_000, ...(large ? [300_000] : [])];
  const rows: unknown[] = [];
  for (const size of sizes) rows.push(await measure(size, quick ? 1 : 5));
  console.table(rows);
  return rows;
}
