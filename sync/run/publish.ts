import { open, rm } from 'node:fs/promises';
import { messageOf } from '../../shared/errors.ts';
import { buildIndex } from '../../db/index/builder.ts';
import { buildDelta } from '../../db/index/delta.ts';
import { openFormer, type Former } from '../../db/index/former.ts';
import {
  checksumOf,
  INDEX_SCHEMA_VERSION,
  type Base,
  type Generations,
  type Pointer,
} from '../../db/index/generations.ts';
import type { IndexFacts } from '../../db/index/index-tables.ts';
import { verifyIndex } from '../../db/index/verify.ts';
import type { Mirror } from '../../db/mirror/mirror.ts';
import type { Page } from '../../shared/page.ts';
import type { SiteConfig } from '../site-file/site-config.ts';
import { createComposer, type Edition as ComposedEdition } from './compose.ts';
import type { OnRunEvent, PublishReason } from './events.ts';
import { createIntegrity } from './integrity.ts';
import type { Stamps } from './stamps.ts';
import { SyncError } from './sync-error.ts';

type Collaborators = {
  readonly mirror: Mirror;
  readonly generations: Generations;
  readonly config: SiteConfig;
  readonly now: () => Date;
  readonly stamps: Stamps;
  readonly report: OnRunEvent;
  /** Called again and again during work that lets nothing else run; stops it by throwing. */
  readonly checkpoint: () => void;
};

/** Changed pages, against the index that a delta would be read with. */
type Difference = { readonly base: Base; readonly changed: readonly number[] };
type Edition = ComposedEdition & { readonly difference?: Difference | undefined };
type Newest = { readonly pointer: Pointer; readonly former: Former };

/** Of fewer pages the whole index is built as quickly. */
const FEWEST_PAGES = 500;
/** Share of the pages from which on the whole index is built. */
const MOST_CHANGED = 0.02;

/** Makes index generations out of the mirror and the rules of the site file. */
export function createPublisher({ mirror, generations, config, now, stamps, report, checkpoint }: Collaborators) {
  const composer = createComposer({
    mirror,
    config,
    composer: stamps.composer,
    schemaVersion: INDEX_SCHEMA_VERSION,
    checkpoint,
  });
  const integrity = createIntegrity({ mirror, generations, now });

  function* pages(): Generator<Page> {
    for (const page of mirror.publishable()) {
      checkpoint();
      yield composer.placed(page);
    }
  }

  /** Pages as they are in the mirror, `undefined` for those that are not to be published. */
  function* pagesById(ids: readonly number[]): Generator<readonly [id: number, page: Page | undefined]> {
    for (const id of ids) {
      checkpoint();
      yield [id, composer.pageOf(id)];
    }
  }

  /** The newest generation, to make the next from; `undefined` when none can be trusted, or other code has made it. */
  async function newestTrusted(): Promise<Newest | undefined> {
    const [pointer] = await generations.published();
    if (pointer?.schema_version !== INDEX_SCHEMA_VERSION || pointer.indexer !== stamps.indexer) return undefined;
    if (!(await integrity.isIntact(pointer))) return undefined;
    const former = openFormer(generations.pathOf(pointer));
    return former && { pointer, former };
  }

  /** Composes the next edition, and finds out whether it can be published as what differs from an index that is there. */
  async function compose(): Promise<Edition> {
    const found = await newestTrusted();
    using former = found?.former;
    if (!found || !former) return composer.compose(undefined);
    const { pointer } = found;
    const { pages: count = 0 } = pointer.counts;
    const edition = composer.compose({ former, pages: count, trades: pointer.vocabulary ?? [] });
    return { ...edition, difference: differenceFrom(found, edition) };
  }

  /** The changed pages since the base of a generation, unless there are too many, or pages are placed by other rules. */
  function differenceFrom({ pointer, former }: Newest, { origin }: ComposedEdition): Difference | undefined {
    const { pages: count, origin: before } = former.base;
    if (count < FEWEST_PAGES || before?.mirror !== origin.mirror || before.rules !== origin.rules) return undefined;
    const most = Math.floor(count * MOST_CHANGED);
    const changed = mirror.touchedSince(before.revision, most + 1);
    const { generation, file, sha256, bytes } = pointer.base ?? pointer;
    return changed.length > most ? undefined : { base: { generation, file, sha256, bytes }, changed };
  }

  /** The reason for a new generation; `undefined` when the newest one is what readers should see. */
  async function reasonToPublish(edition: Edition): Promise<PublishReason | undefined> {
    const live = await generations.current().catch(() => undefined);
    if (!live || live.schema_version !== INDEX_SCHEMA_VERSION) return 'there is no index that can be read';
    if (!(await integrity.isIntact(live))) return 'the index is damaged';
    // The newest one is not the live one after a rollback, which stands until something changes.
    const [newest] = await generations.published();
    if (newest?.indexer !== stamps.indexer) return 'the indexer has changed';
    return newest.fingerprint === edition.fingerprint ? undefined : 'the content has changed';
  }

  /** Builds the next generation beside the live one, verifies it, and makes it the live one. */
  async function publish(edition: Edition, why: PublishReason): Promise<Pointer> {
    const { generation, file, path } = await generations.next();
    const builtAt = now().toISOString();
    const { site, company, chosen, placeNames, origin } = edition;
    try {
      const facts = {
        generation,
        builtAt,
        site,
        company,
        cities: config.cities.map(({ slug, name, aliases }) => ({ slug, name, aliases })),
        synonyms: config.synonyms,
        vocabulary: chosen.vocabulary,
        placeNames,
        addressQuotas: config.addressQuotas,
        golden: config.golden,
        aliases: mirror.aliases(),
        origin,
      };
      const base = build(path, facts, edition);
      checkpoint();
      report({ type: 'phase', phase: 'verify' });
      verifyIndex(path, { pages: edition.pages });
      const built: Pointer = {
        generation,
        file,
        ...(await onDisk(path)),
        counts: { pages: edition.pages, aliases: facts.aliases.length, ...origin.counts },
        schema_version: INDEX_SCHEMA_VERSION,
        built_at: builtAt,
        site: site.home,
        vocabulary: chosen.trades,
        fingerprint: edition.fingerprint,
        indexer: stamps.indexer,
        ...(base && { base }),
      };
      checkpoint();
      const pointer = await generations.publish(built);
      await integrity.remember(pointer);
      report({ type: 'published', generation, pages: edition.pages, why });
      return pointer;
    } catch (error) {
      if ((await generations.current().catch(() => undefined))?.generation !== generation)
        await rm(path, { force: true }).catch(() => undefined);
      if (error instanceof SyncError) throw error;
      throw new SyncError('build_failed', `The index could not be built: ${messageOf(error)}`, { cause: error });
    }
  }

  /** Builds an index file: what differs from a base, which it returns, or the whole. */
  function build(path: string, facts: IndexFacts, { pages: total, difference }: Edition): Base | undefined {
    if (difference) {
      const { base, changed } = difference;
      report({ type: 'phase', phase: 'build', total: changed.length });
      const advancing = counted(pagesById(changed), (done) => report({ type: 'advanced', done }));
      const delta = { ...facts, base, changed: advancing, translated: mirror.translated };
      if (buildDelta(path, delta)) return base;
    }
    report({ type: 'phase', phase: 'build', total });
    buildIndex(path, { ...facts, pages: counted(pages(), (done) => report({ type: 'advanced', done })) });
    return undefined;
  }

  return { compose, reasonToPublish, publish };
}

function* counted<Item>(items: Iterable<Item>, tell: (done: number) => void): Generator<Item> {
  let done = 0;
  for (const item of items) {
    yield item;
    tell(++done);
  }
}

/** Checksum and size of a file that is on the disk for good. */
async function onDisk(file: string): Promise<{ readonly sha256: string; readonly bytes: number }> {
  await using handle = await open(file, 'r+');
  await handle.sync();
  const { size: bytes } = await handle.stat();
  return { sha256: await checksumOf(file), bytes };
}
