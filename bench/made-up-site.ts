import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGenerations, type Pointer } from '../db/index/generations.ts';
import { createMirror, openMirrorDatabase, type Mirror, type StagedPage } from '../db/mirror/mirror.ts';
import type { Page, Site } from '../shared/page.ts';
import { hashOf } from '../sync/run/read/document.ts';
import { createPublisher } from '../sync/run/publish/publish.ts';
import { readSiteConfig } from '../sync/site-file/site-config.ts';
import { sitePages } from './corpus.ts';

const SITE: Site = {
  name: 'Example',
  description: '',
  home: 'https://example.com',
  language: 'es',
  hosts: ['example.com'],
};
const DIGESTS = { converter: 'one', indexer: 'one', composer: 'one' };
const BATCH = 500;

type PlainPage = Omit<Page, 'city' | 'family'>;

/** A publication, and what it took: seconds that passed, and those of the processor. */
export type Publication = { readonly pointer: Pointer; readonly seconds: number; readonly cpuSeconds: number };

/** A made-up site of so many pages in a mirror, which is published, and edited one page at a time; its folder goes with it. */
export async function madeUpSite(size: number) {
  const dir = await mkdtemp(join(tmpdir(), 'bench-site-'));
  const site = openMadeUpSite(dir, size);
  site.fill();
  return {
    ...site,
    async [Symbol.asyncDispose]() {
      site[Symbol.dispose]();
      await rm(dir, { recursive: true });
    },
  };
}

/** The site of so many pages in a folder; the first page that is edited is another one for each `firstRound`. */
export function openMadeUpSite(dir: string, size: number, firstRound = 0) {
  const db = openMirrorDatabase(join(dir, 'mirror.db'));
  const mirror = createMirror(db);
  const generations = createGenerations(dir);

  function fill(): void {
    let batch: StagedPage[] = [];
    for (const page of sitePages(size)) {
      batch.push(stagedPage(page));
      if (batch.length < BATCH) continue;
      mirror.stage(batch);
      batch = [];
    }
    commit(mirror, batch);
  }

  async function publish(): Promise<Publication> {
    const [started, used] = [performance.now(), process.cpuUsage()];
    const publisher = createPublisher({
      mirror,
      generations,
      config: readSiteConfig(undefined),
      now: () => new Date(),
      digests: DIGESTS,
      report: () => {},
      checkpoint: () => {},
    });
    const edition = await publisher.compose();
    const reason = await publisher.reasonToPublish(edition);
    if (!reason) throw new Error('Nothing is to be published');
    const pointer = await publisher.publish(edition, reason);
    const { user, system } = process.cpuUsage(used);
    return { pointer, seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 };
  }

  let round = firstRound;

  /** A page that was not edited before. */
  function pageAt(share: number): PlainPage {
    const page = mirror.publishablePage(1 + Math.floor(size * share) + round++);
    if (!page) throw new Error('The made-up site has no such page');
    const { id, type, url, path, title, markdown, language, modified } = page;
    return { id, type, url, path, title, markdown, language, modified };
  }

  const edits = {
    text() {
      const page = pageAt(0.2);
      commit(mirror, [staged({ ...page, markdown: `${page.markdown}\n\nUna frase más, la ${round}ª.` })]);
    },
    title() {
      commit(mirror, [staged({ ...pageAt(0.4), title: `Otro título ${round}` })]);
    },
    moved() {
      const page = pageAt(0.5);
      commit(mirror, [staged(at(`${page.path}-otra`, page))]);
    },
    new() {
      const page = pageAt(0.6);
      const id = size + round;
      commit(mirror, [staged(at(`/p${id}`, { ...page, id }))]);
    },
    removed() {
      commit(mirror, [], [pageAt(0.8).id]);
    },
  };

  return { dir, generations, fill, publish, edits, [Symbol.dispose]: () => void db.close() };
}

const at = (path: string, page: PlainPage): PlainPage => ({ ...page, path, url: `https://example.com${path}/` });

function stagedPage({ city, family: _family, ...page }: Page): StagedPage {
  return staged(at(city === '' ? page.path : `/${city}${page.path}`, page));
}

function staged({ translations = '', ...page }: PlainPage): StagedPage {
  const hash = hashOf({ ...page, translations });
  return { ...page, translations, hash, seenLink: page.url, seenModified: page.modified, ownSlug: 1 };
}

function commit(mirror: Mirror, pages: readonly StagedPage[], gone: readonly number[] = []): void {
  mirror.stage(pages);
  mirror.commit({ startOver: false, gone, skipped: [], facts: { site: SITE } }, () => {});
}
