import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIndex } from '../../../../db/index/builder.ts';
import { openIndexSync } from '../../../../db/index/reader.ts';
import { createMirror, openMirrorDatabase, type StagedPage } from '../../../../db/mirror/mirror.ts';
import { recordChanges } from '../../../../db/index/changes.ts';
import { INDEX_SCHEMA_VERSION, type Pointer } from '../../../../db/index/generations.ts';
import { openIndexFile } from '../../../../db/index/index-file.ts';
import type { Page, Site } from '../../../../shared/page.ts';
import { DEFAULT_CITIES } from '../../../../shared/cities.ts';
import { createPlaces } from '../../../../shared/places.ts';
import { createComposer } from '../../../../sync/run/publish/compose.ts';
import { hashOf } from '../../../../sync/run/read/document.ts';
import { createPublisher } from '../../../../sync/run/publish/publish.ts';
import { readSiteConfig, type SiteConfig } from '../../../../sync/site-file/site-config.ts';
import { renewIndex } from '../../../../sync/run/publish/renewal.ts';
import { temporaryDataDir } from '../../../helpers/sample-index.ts';
import { answersOf, type Site as RandomSite } from '../../../db/index/random-site.ts';

const SITE: Site = {
  name: 'Example',
  description: '',
  home: 'https://example.com',
  language: 'es',
  hosts: ['example.com'],
};

const CONFIG: SiteConfig = { ...readSiteConfig(undefined), cities: DEFAULT_CITIES };

/** A mirror that tests write pages into, and its publisher; it begins as a copy of the data directory `from`, if given. */
export async function publishedSite(from?: string) {
  const data = await temporaryDataDir();
  if (from !== undefined) cpSync(from, data.dir, { recursive: true });
  const db = openMirrorDatabase(join(data.dir, 'mirror.db'));
  const mirror = createMirror(db);
  let clock = Date.parse('2026-03-01T00:00:00Z');

  type More = { readonly config?: Partial<SiteConfig>; readonly composer?: string };
  const collaborators = (more: More = {}) => ({
    mirror,
    generations: data.generations,
    config: { ...CONFIG, ...more.config },
    now: () => new Date(clock),
    digests: { converter: 'one', indexer: 'one', composer: more.composer ?? 'one' },
    report: () => {},
    checkpoint: () => {},
  });

  /** Publishes what the mirror holds, when readers would see a difference; returns the new generation. */
  async function publish(more: More = {}) {
    clock += 600_000;
    const publisher = createPublisher(collaborators(more));
    const edition = await publisher.compose();
    const reason = await publisher.reasonToPublish(edition);
    return reason && (await publisher.publish(edition, reason));
  }

  /** Builds the whole index anew if that is due, as sync does after a run; `meanwhile` happens while it is built. */
  async function renew({ meanwhile, signal }: { meanwhile?: () => Promise<unknown>; signal?: AbortSignal } = {}) {
    clock += 60_000;
    let isBuilding = false;
    const made = meanwhile && {
      urgent: {
        pages: new Set<number>(),
        take: () => new Set<number>(),
        withdrawn: new Map(),
        during: async <Done>(step: Promise<Done>) => {
          const [done] = await Promise.all([step, isBuilding ? meanwhile() : undefined]);
          return done;
        },
      },
    };
    const before = await data.generations.current();
    await renewIndex({
      ...collaborators(),
      report: ({ type }) => (isBuilding ||= type === 'phase'),
      mirrorFile: join(data.dir, 'mirror.db'),
      lease: { keepAlive: () => {} },
      signal: signal ?? new AbortController().signal,
      ...made,
    });
    const after = await data.generations.current();
    return after?.generation === before?.generation ? undefined : after;
  }

  /** With `at`, the commit derives verdicts. */
  function write(pages: readonly Page[], gone: readonly number[] = [], at?: Date): void {
    const staged = pages.map(({ translations = '', ...page }): StagedPage => {
      const { id, type, url, path, title, markdown, language, modified } = page;
      const hash = hashOf({ ...page, translations });
      const seen = { seenLink: url, seenModified: modified };
      return { id, type, url, path, title, markdown, language, modified, translations, hash, ...seen, ownSlug: 1 };
    });
    mirror.stage(staged);
    mirror.commit({ startOver: false, gone, skipped: [], facts: { site: SITE }, ...(at && { at }) }, () => {});
  }

  /** Holds the live generation against an index of everything that the mirror holds. */
  async function assertAsWhole(site: RandomSite): Promise<void> {
    const pointer = await data.generations.current();
    assert.ok(pointer);
    const [live, whole] = [data.generations.pathOf(pointer), join(data.dir, `whole-${pointer.generation}.db`)];
    buildIndex(whole, { ...factsIn(live), pages: placedPages(), aliases: mirror.aliases() });
    const [expected, actual] = [whole, live].map((file) => answersOf(openIndexSync(file), site));
    assert.deepEqual(actual, expected, `generation ${pointer.generation}`);
  }

  function placedPages(): readonly Page[] {
    const { locate } = createPlaces(DEFAULT_CITIES);
    return [...mirror.publishable()].map((page) => Object.assign(page, locate(page.path)));
  }

  /** The fingerprint of an edition that is composed of a mirror of which nothing was composed before. */
  function fingerprintOfAll(): string {
    const file = join(data.dir, `copy-${clock}.db`);
    db.prepare('VACUUM INTO ?').run(file);
    const copy = openMirrorDatabase(file);
    try {
      copy.exec('DELETE FROM contributions');
      const composer = createComposer({
        mirror: createMirror(copy),
        config: CONFIG,
        composer: 'another',
        schemaVersion: INDEX_SCHEMA_VERSION,
        checkpoint: () => {},
      });
      return composer.compose(undefined).fingerprint;
    } finally {
      copy.close();
    }
  }

  return {
    mirror,
    fingerprintOfAll,
    generations: data.generations,
    dir: data.dir,
    publish,
    renew,
    isRenewalDue: () => createPublisher(collaborators()).isRenewalDue(),
    /** The file of the live generation, and of an index of the same that is built of everything at once after `former`. */
    async liveAndFresh(former: Pick<Pointer, 'file'>): Promise<readonly [live: Buffer, fresh: Buffer]> {
      const pointer = await data.generations.current();
      assert.ok(pointer);
      const [live, fresh] = [data.generations.pathOf(pointer), join(data.dir, `fresh-${pointer.generation}.db`)];
      buildIndex(fresh, { ...factsIn(live), pages: placedPages(), aliases: mirror.aliases() });
      const { generation, built_at: builtAt } = pointer;
      recordChanges(fresh, data.generations.pathOf(former), { generation, builtAt });
      return [readFileSync(live), readFileSync(fresh)];
    },
    write,
    assertAsWhole,
    /** Lets so many hours pass. */
    pass: (hours: number): void => void (clock += hours * 3_600_000),
    async [Symbol.asyncDispose]() {
      db.close();
      await data[Symbol.asyncDispose]();
    },
  };
}

/** What an index says of itself, to build another one that says the same. */
function factsIn(file: string) {
  const index = openIndexFile(file);
  const info = Object.fromEntries(
    index
      .prepare<[], [string, string]>('SELECT name, value FROM main.info')
      .raw()
      .all()
      .map(([name, value]) => [name, JSON.parse(value) as unknown]),
  );
  index.close();
  return info as unknown as Parameters<typeof buildIndex>[1];
}
