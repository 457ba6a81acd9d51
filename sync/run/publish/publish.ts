import type { RunTools } from '../scope.ts';
import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { collectGarbage } from '../../../shared/collect-garbage.ts';
import { messageOf } from '../../../shared/errors.ts';
import { buildIndex } from '../../../db/index/builder.ts';
import { recordChanges } from '../../../db/index/changes.ts';
import { buildDelta } from '../../../db/index/delta.ts';
import { openFormer, type Former } from '../../../db/index/former.ts';
import {
  checksumOf,
  filesOf,
  INDEX_SCHEMA_VERSION,
  type Base,
  type Place,
  type Pointer,
  type IndexFile,
} from '../../../db/index/generations.ts';
import type { IndexFacts, Origin } from '../../../db/index/index-file.ts';
import { identityOf } from '../../../db/site-identity.ts';
import { isWithdrawn, urgentIn } from '../../../db/index/withdrawn.ts';
import { verifyIndex } from '../../../db/index/verify.ts';
import type { Alias, Site } from '../../../shared/page.ts';
import { createComposer, type Edition as ComposedEdition } from './compose.ts';
import type { PublishReason } from '../events.ts';
import type { Placing } from './outline.ts';
import { SyncError } from '../sync-error.ts';

type Collaborators = Pick<RunTools, 'mirror' | 'generations' | 'config' | 'now' | 'digests' | 'report' | 'checkpoint'>;

type Archives = Pick<Collaborators, 'mirror' | 'generations'>;

type Difference = { readonly base: Base; readonly changed: readonly number[] };
type Edition = ComposedEdition & {
  readonly difference?: Difference | undefined;
  // Set if a first sync has read a part of the site: the expected number of pages.
  readonly partial?: { readonly of: number } | undefined;
};
type Newest = { readonly pointer: Pointer; readonly former: Former };
type Facts = IndexFacts & { readonly aliases: readonly Alias[]; readonly origin: Origin };

/** A whole index to build from a mirror. */
export type WholeBuild = {
  /** File of the index, which must not exist. */
  readonly path: string;
  readonly facts: IndexFacts;
  /** Rules for the city and family of pages. */
  readonly placing: Placing;
  readonly pages: number;
};

// For a smaller index, building the whole file is equally fast.
const FEWEST_PAGES = 500;
// Minimum share of changed pages for a rebuild of the whole index after the publication.
const MANY_CHANGED = 0.02;
// Minimum share of changed pages for a rebuild before the publication: a delta does not grow further, even if renewals fail.
const MOST_CHANGED = 0.1;
// Reasons that do not end a rollback.
const MAY_WAIT: ReadonlySet<PublishReason> = new Set(['the content has changed', 'the indexer has changed']);
// Milliseconds from a failed renewal to the next attempt, and between renewals because of withdrawn passages.
const RENEWAL_PAUSE_MS = 3_600_000;
const RENEWAL_FACT = 'renewal_tried_at';

/** Creates the publisher, which builds index generations from the mirror and the rules of site.yaml. */
export function createPublisher({ mirror, generations, config, now, digests, report, checkpoint }: Collaborators) {
  const composer = createComposer({
    mirror,
    config,
    composer: digests.composer,
    schemaVersion: INDEX_SCHEMA_VERSION,
    checkpoint,
  });
  const integrity = createIntegrity({ mirror, generations, now });

  // Newest generation as the base of the next; `undefined` if it is damaged or has a different code digest.
  async function newestTrusted(): Promise<Newest | undefined> {
    const pointer = (await generations.published()).find(({ of }) => of === undefined);
    if (pointer?.schema_version !== INDEX_SCHEMA_VERSION || pointer.indexer !== digests.indexer) return undefined;
    if (!(await integrity.isIntact(pointer))) return undefined;
    const former = openFormer(generations.pathOf(pointer));
    return former && { pointer, former };
  }

  // Composes the next edition, with its difference from an existing index if a delta is possible.
  async function compose(): Promise<Edition> {
    const found = await newestTrusted();
    using former = found?.former;
    if (!found || !former) return composer.compose(undefined);
    const { pointer } = found;
    const { pages: count = 0 } = pointer.counts;
    const edition = composer.compose({ former, pages: count, trades: pointer.vocabulary ?? [] });
    return { ...edition, difference: differenceFrom(found, edition) };
  }

  // Changed pages since the base of a generation; `undefined` if there are too many or the placing rules changed.
  function differenceFrom({ pointer, former }: Newest, { origin }: ComposedEdition): Difference | undefined {
    const { pages: count, origin: before } = former.base;
    if (count < FEWEST_PAGES || before?.mirror !== origin.mirror || before.rules !== origin.rules) return undefined;
    // Withdrawn text must not be in any file that is published from now on.
    if (former.baseHolds(urgentIn(mirror.verdicts(), count))) return undefined;
    const most = Math.floor(count * MOST_CHANGED);
    const changed = mirror.touchedSince(before.revision, most + 1);
    const { generation, file, sha256, bytes } = pointer.base ?? pointer;
    return changed.length > most ? undefined : { base: { generation, file, sha256, bytes }, changed };
  }

  // Reason for a new generation; `undefined` if the newest is current.
  async function reasonToPublish(edition: Edition): Promise<PublishReason | undefined> {
    const live = await generations.current().catch(() => undefined);
    if (!live || live.schema_version !== INDEX_SCHEMA_VERSION) return 'there is no index that can be read';
    if (!(await integrity.isIntact(live))) return 'the index is damaged';
    // After a rollback, nothing is published until it is undone.
    if (live.pinned !== undefined) return undefined;
    if (live.indexer !== digests.indexer) return 'the indexer has changed';
    const isSame =
      live.fingerprint === edition.fingerprint &&
      (live.partial === undefined) === (edition.partial === undefined) &&
      !isWithdrawn(generations, live, urgentIn(mirror.verdicts(), edition.pages));
    return isSame ? undefined : 'the content has changed';
  }

  // Builds the next generation beside the live generation, verifies it and makes it live.
  async function publish(edition: Edition, why: PublishReason): Promise<Pointer> {
    const pointer = await buildNext(edition, async (built) => {
      const live = await generations.current().catch(() => undefined);
      // A rollback happened during the build.
      return live?.pinned !== undefined && MAY_WAIT.has(why) ? live : await makeLive(built);
    });
    const { generation, pinned } = pointer;
    if (pinned === undefined) report({ type: 'published', generation, pages: edition.pages, why });
    return pointer;
  }

  // Builds and verifies the next generation. Its file is deleted if `goLive` returns a different generation, or none.
  async function buildNext<Live extends Pointer | undefined>(
    edition: Edition,
    goLive: (built: Pointer) => Promise<Live>,
  ): Promise<Live> {
    const place = await generations.next();
    return await unlessFailed(place, async () => {
      const facts = factsOf(edition, place.generation);
      const base = build(place.path, facts, edition);
      checkpoint();
      report({ type: 'phase', phase: 'verify' });
      verifyIndex(place.path, { pages: edition.pages });
      // Servers open the index as soon as it is live, and need memory for it.
      if (!base) await collectGarbage();
      const live = await goLive(await describe(place, facts, { ...edition, base }));
      if (live?.file !== place.file) await rm(place.path, { force: true });
      return live;
    });
  }

  function factsOf({ site, cities, company, origins, chosen, placeNames, origin }: Edition, generation: number): Facts {
    return {
      generation,
      builtAt: now().toISOString(),
      site,
      company,
      companyOrigins: origins,
      cities: cities.map(({ slug, name, aliases }) => ({ slug, name, aliases })),
      synonyms: config.synonyms,
      vocabulary: chosen.vocabulary,
      placeNames,
      aliases: mirror.aliases(),
      origin,
    };
  }

  async function describe(
    { file, path }: Place,
    { generation, builtAt, aliases }: Facts,
    { site, chosen, origin, fingerprint, partial, pages, base }: Edition & { readonly base?: Base | undefined },
  ): Promise<Pointer> {
    const [newest] = await generations.published();
    recordChanges(path, newest && generations.pathOf(newest), { generation, builtAt });
    return {
      generation,
      file,
      ...(await onDisk(path)),
      ...(partial && { partial }),
      counts: { pages, aliases: aliases.length, ...origin.counts },
      schema_version: INDEX_SCHEMA_VERSION,
      built_at: builtAt,
      site: site.home,
      ...formerOf(generations.dataDir),
      vocabulary: chosen.trades,
      fingerprint,
      indexer: digests.indexer,
      ...(base && { base }),
    };
  }

  async function makeLive(built: Pointer): Promise<Pointer> {
    checkpoint();
    const pointer = await generations.publish(built);
    await integrity.remember(pointer);
    return pointer;
  }

  // Deletes the file of a generation that did not become live.
  async function unlessFailed<Made>({ file, path }: Place, make: () => Promise<Made>): Promise<Made> {
    try {
      return await make();
    } catch (error) {
      const live = await generations.current().catch(() => undefined);
      if (!live || !filesOf(live).some((part) => part.file === file))
        await rm(path, { force: true }).catch(() => undefined);
      if (error instanceof SyncError) throw error;
      throw new SyncError('build_failed', `The index could not be built: ${messageOf(error)}`, { cause: error });
    }
  }

  // True if the live generation is a delta that has grown, or whose term weights differ from those of a whole index.
  async function isOutgrown(): Promise<boolean> {
    const live = await generations.current().catch(() => undefined);
    // After a rollback, the live generation stays.
    if (!live?.base || live.pinned !== undefined || (await generations.published())[0]?.generation !== live.generation)
      return false;
    if (live.schema_version !== INDEX_SCHEMA_VERSION || !(await integrity.isIntact(live))) return false;
    using former = openFormer(generations.pathOf(live));
    const growth = former?.growth();
    if (!former || !growth) return false;
    const { pages: count, builtAt } = former.base;
    if (growth.weighsOtherwise || growth.changed > count * MANY_CHANGED) return true;
    // Passages removed without an edit leave the files of a large site too, at most once in this period.
    return now().getTime() - Date.parse(builtAt) >= RENEWAL_PAUSE_MS && former.baseHolds(mirror.verdicts());
  }

  // True if a rebuild of the whole index is due and has not failed recently.
  async function isRenewalDue(): Promise<boolean> {
    const tried = Number(mirror.fact(RENEWAL_FACT) ?? 0);
    return Math.abs(now().getTime() - tried) >= RENEWAL_PAUSE_MS && (await isOutgrown());
  }

  // Publishes the same content as a whole index, if that is due; returns its pointer. `buildWhole` runs in parallel with urgent
  // runs. If they publish meanwhile, their changes become a delta of this index.
  async function renew(buildWhole: (whole: WholeBuild) => Promise<void>): Promise<Pointer | undefined> {
    if (!(await isRenewalDue())) return undefined;
    const edition = await compose();
    if (await reasonToPublish(edition)) return undefined;
    mirror.note(RENEWAL_FACT, now().getTime());
    await using place = await generations.reserve();
    const facts = factsOf(edition, place.generation);
    return await unlessFailed(place, async () => {
      await buildWhole({ path: place.path, facts, placing: edition.outline, pages: edition.pages });
      checkpoint();
      const pointer = await makeWholeLive(place, edition, facts);
      if (pointer) mirror.note(RENEWAL_FACT, 0);
      if (!pointer || !filesOf(pointer).some(({ file }) => file === place.file)) await rm(place.path);
      return pointer;
    });
  }

  // Makes a rebuilt index live; `undefined` if a further publication is due first.
  async function makeWholeLive(place: Place, edition: Edition, facts: Facts): Promise<Pointer | undefined> {
    const after = await compose();
    if (!(await isOutgrown()) || (await reasonToPublish(after))) return undefined;
    const [newest] = await generations.published();
    if (!newest || newest.generation < place.generation)
      return await succeed(newest, await describe(place, facts, edition));
    if (after.origin.rules !== edition.origin.rules) return undefined;
    const { generation, file } = place;
    const base = { generation, file, ...(await onDisk(place.path)) };
    // An urgent run may have withdrawn a page that only the built file contains.
    if (isWithdrawn(generations, base, urgentIn(mirror.verdicts(), after.pages))) return undefined;
    await integrity.remember(base);
    const difference = { base, changed: mirror.touchedSince(edition.origin.revision) };
    return await buildNext({ ...after, difference }, (built) => succeed(newest, built));
  }

  // Replaces an equivalent live index, unless a rollback happened meanwhile.
  async function succeed(former: Pointer | undefined, built: Pointer): Promise<Pointer | undefined> {
    const live = await generations.current().catch(() => undefined);
    return live?.generation === former?.generation ? await makeLive(built) : undefined;
  }

  // Builds an index file: a delta of a base, which is returned, or a whole index.
  function build(path: string, facts: Facts, { pages, difference, placed }: Edition): Base | undefined {
    const advance = (done: number) => report({ type: 'advanced', done });
    if (difference) {
      const { base, changed } = difference;
      report({ type: 'phase', phase: 'build', total: changed.length });
      if (
        buildDelta(path, {
          ...facts,
          base,
          changed: counted(pagesOf(changed, placed), advance),
          translated: placed.translated,
        })
      )
        return base;
    }
    report({ type: 'phase', phase: 'build', total: pages });
    buildIndex(path, { ...facts, pages: counted(placed.all(), advance) });
    return undefined;
  }

  return { compose, reasonToPublish, publish, isRenewalDue, renew };
}

function* pagesOf(ids: readonly number[], { pageOf }: Edition['placed']) {
  for (const id of ids) yield [id, pageOf(id)] as const;
}

// Former addresses of the site, as a field of the pointer.
function formerOf(dataDir: string): Pick<Pointer, 'former'> {
  const { former = [] } = identityOf(dataDir) ?? {};
  return former.length > 0 ? { former } : {};
}

function* counted<Item>(items: Iterable<Item>, tell: (done: number) => void): Generator<Item> {
  let done = 0;
  for (const item of items) {
    yield item;
    tell(++done);
  }
}

// Checksum and size of a file after fsync.
async function onDisk(file: string): Promise<{ readonly sha256: string; readonly bytes: number }> {
  await using handle = await open(file, 'r+');
  await handle.sync();
  const { size: bytes } = await handle.stat();
  return { sha256: await checksumOf(file), bytes };
}

// Verified files: checksum, file mark and time of the verification.
type Seen = Readonly<Record<string, { readonly sha256: string; readonly mark: string; readonly at: number }>>;

// A disk may lose data without a write, so a file is verified again after a day.
const BELIEVED_MS = 86_400_000;
const INTACT_FACT = 'intact_files';

// Creates the verification of index files. It reads only files that were written or verified long ago.
function createIntegrity({ mirror, generations, now }: Archives & Pick<Collaborators, 'now'>) {
  const seen = (): Seen => (mirror.fact(INTACT_FACT) as Seen | undefined) ?? {};

  async function markOf(part: IndexFile): Promise<string> {
    const mark = await generations.fileMark(part);
    return mark ? `${mark.inode}-${mark.write}` : '';
  }

  // Stores that a file has its checksum, and removes deleted files.
  async function remember(part: IndexFile): Promise<void> {
    const { file, sha256 } = part;
    const others = Object.entries(seen()).filter(
      ([name]) => name !== file && existsSync(generations.pathOf({ file: name })),
    );
    const entry = { sha256, mark: await markOf(part), at: now().getTime() };
    mirror.note(INTACT_FACT, Object.fromEntries([...others, [file, entry]]));
  }

  async function isFileIntact(part: IndexFile): Promise<boolean> {
    const known = seen()[part.file];
    const isBelieved = known !== undefined && Math.abs(now().getTime() - known.at) < BELIEVED_MS;
    if (isBelieved && known.sha256 === part.sha256 && known.mark === (await markOf(part))) return true;
    if ((await checksumOf(generations.pathOf(part)).catch(() => undefined)) !== part.sha256) return false;
    await remember(part);
    return true;
  }

  async function isIntact(pointer: Pointer): Promise<boolean> {
    for (const part of filesOf(pointer)) {
      if (!(await isFileIntact(part))) return false;
    }
    return true;
  }

  return { isIntact, remember };
}

// Fact with the version of the last list that this mirror wrote.
const VERDICTS_FACT = 'verdicts_version';

/**
 * Writes the list of withheld pages for every server of this data directory, if any page was ever withheld. It applies without a
 * new index.
 */
export async function publishVerdicts({ mirror, generations }: Archives): Promise<void> {
  const site = mirror.fact('site') as Site | undefined;
  const list = mirror.verdicts();
  if (!site || (list.pages.length === 0 && !generations.hasVerdicts())) return;
  const version = await generations.writeVerdicts({ site: site.home, ...list });
  if (mirror.fact(VERDICTS_FACT) !== version) mirror.note(VERDICTS_FACT, version);
}

/** Imports the verdicts of a former mirror, before a restore or after a loss of the mirror. */
export async function adoptVerdicts({ mirror, generations }: Archives): Promise<void> {
  const list = await generations.verdicts().catch(() => undefined);
  if (!list || (list.mirror === mirror.revision().mirror && mirror.fact(VERDICTS_FACT) === list.version)) return;
  mirror.adoptVerdicts(list.pages);
}
