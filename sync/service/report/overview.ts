import { existsSync } from 'node:fs';
import { followNoteOf } from '../../../db/index/follow-note.ts';
import { checksumOf, createGenerations, earlierThan, filesOf, type Pointer } from '../../../db/index/generations.ts';
import { inspectTexts } from '../../../db/mirror/inspect.ts';
import { withMirrorDatabase } from '../../../db/mirror/mirror.ts';
import { createRunLog } from '../../../db/mirror/run-log.ts';
import { isDamage } from '../../../db/sqlite.ts';
import { requireOwnDataDir, requireOwnServed } from '../../../db/site-identity.ts';
import { openState, stateLocation, stateMayExist } from '../../../db/state/open.ts';
import { readWebhookNote } from '../../../db/webhook-note.ts';
import { AppError, messageOf } from '../../../shared/errors.ts';
import { publicAddress } from '../../../shared/public-paths.ts';
import { ConfigurationError, dataPaths, type Settings } from '../../../shared/settings.ts';
import { syncConfig } from '../../config.ts';
import { htmlPagesOf } from './html-pages.ts';
import { readDeliveryNote, readProbeNote, readScoreNote } from './notes.ts';
import { REPAIRS, textsIn } from './words.ts';

type Fault = { readonly what: string; readonly act: string };
type DamagedFile = { readonly file: string; readonly fault: string; readonly act: string };

type OverviewInput = Readonly<Awaited<ReturnType<typeof inspectDataDir>>>;

/** Composes the report from the pointers of the generations, the run log and the counts of clients. */
export function overviewOf({ live, published, texts, now, probes, ...copied }: OverviewInput) {
  const done = copied.runs.find((run) => run.outcome === 'done');
  return {
    live: live && liveOf(live, now),
    /** Earlier generations for `npm run rollback`, newest first. */
    earlier: (live ? earlierThan({ ...live, generation: live.of ?? live.generation }, published) : []).map(
      ({ generation, built_at }) => ({ generation, built_at }),
    ),
    ...copied,
    /** Warnings of the last successful run. */
    warnings: textsIn(done?.summary, 'warnings'),
    probes: probesOf(probes, now),
    /** Pages whose text comes from their HTML instead of a REST API response. */
    html_pages: htmlPagesOf(texts),
  };
}
/** Report of `npm run status`: the live generation, the last runs, the clients. */
export type Overview = Readonly<ReturnType<typeof overviewOf>>;

function liveOf(pointer: Pointer, now: Date) {
  return {
    generation: pointer.generation,
    site: pointer.site,
    built_at: pointer.built_at,
    age_seconds: Math.max(0, Math.round((now.getTime() - Date.parse(pointer.built_at)) / 1000)),
    /** Expected pages of an unfinished first sync. */
    ...(pointer.partial && { partial_of: pointer.partial.of }),
    /** Time since which a rollback pins this generation. */
    ...(pointer.pinned !== undefined && { pinned_since: pointer.pinned }),
    pages: pointer.counts['pages'] ?? 0,
    pages_by_type: countsUnder(pointer, 'type:'),
    /** General pages under an empty string. */
    pages_by_city: countsUnder(pointer, 'city:'),
    /** Vocabularies by trade; an empty array in an index of an earlier schema. */
    vocabulary: pointer.vocabulary ?? [],
  };
}

// Probes of the site between runs. `waiting`: no process watches the site, or it has not probed yet.
function probesOf({ configured, note }: OverviewInput['probes'], now: Date) {
  if (configured === 0) return { state: 'off' as const };
  if (!note) return { state: 'waiting' as const };
  const { every_seconds, why, last_at } = note;
  const ago = Math.max(0, Math.round((now.getTime() - Date.parse(last_at)) / 1000));
  const state = why === undefined ? ('on' as const) : ('slowed' as const);
  return { state, every_seconds, why, last_at, seconds_ago: ago };
}

function countsUnder({ counts }: Pointer, prefix: string): Record<string, number> {
  const entries = Object.entries(counts).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(
    entries.map(([name, count]) => [name.slice(prefix.length), count] as const).toSorted(([, a], [, b]) => b - a),
  );
}

const RUNS_SHOWN = 10;

/** Reads the overview from the files of a data directory; creates none. Reports invalid files. */
export async function readOverview(settings: Settings, now: Date): Promise<Overview> {
  return overviewOf(await inspectDataDir(settings, now));
}

async function inspectDataDir(settings: Settings, now: Date) {
  const { dir, mirror } = dataPaths(settings);
  const { INDEX_URL: indexUrl } = settings;
  const generations = createGenerations(dir);
  const damaged: DamagedFile[] = [];
  const faults: Fault[] = [];
  async function readable<Value>(
    file: string,
    act: string,
    read: () => Value | Promise<Value>,
  ): Promise<Value | undefined> {
    try {
      return await read();
    } catch (error) {
      const fault = error instanceof AppError ? (error.cause ?? error) : error;
      if (!isDamage(fault) && !(fault instanceof DamagedFileError)) throw error;
      damaged.push({ file, fault: messageOf(fault).split('\n')[0] ?? '', act });
      return undefined;
    }
  }
  const indexAct = indexUrl === undefined ? REPAIRS.index : REPAIRS.followedIndex;
  const live = await readable('index/current.json', indexAct, () => generations.current().catch(asDamage));
  for (const part of live ? filesOf(live) : []) {
    await readable(`index/${part.file}`, indexAct, async () => {
      const checksum = await checksumOf(generations.pathOf(part)).catch(asDamage);
      if (checksum !== part.sha256) throw new DamagedFileError('it is not the file that was published');
    });
  }
  const runs = await readable('mirror.db', REPAIRS.mirror, () =>
    existsSync(mirror) ? withMirrorDatabase(mirror, (db) => createRunLog(db).last(RUNS_SHOWN)) : [],
  );
  // Damaged page tables must not hide the runs.
  const texts =
    runs && (await readable('mirror.db', REPAIRS.mirror, () => (existsSync(mirror) ? inspectTexts(mirror) : [])));
  const clients = await readable('state.db', REPAIRS.state, () => clientCounts(settings, now)).catch(
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      faults.push({ what: error.message, act: 'npm run doctor finds the cause' });
      return undefined;
    },
  );
  const requireSite = indexUrl === undefined ? requireOwnDataDir : requireOwnServed;
  try {
    requireSite(dir, settings.SITE_URL);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const what = `DATA_DIR belongs to another site than ${settings.SITE_URL ?? 'the demo site'}`;
    faults.unshift({ what, act: 'correct DATA_DIR or SITE_URL; npm run doctor names both sites' });
  }
  return {
    live,
    published: await generations.published(),
    /** Newest first. */
    runs: runs ?? [],
    /** Damaged files of the data directory, each with a repair command. */
    damaged: damaged as readonly DamagedFile[],
    /** Invalid options and faults of the state store, each with a step. */
    faults: faults as readonly Fault[],
    /** Pages that the guard holds at their previous versions because too many changed at once. */
    guard: await generations.guard(),
    /** `configured` in seconds; 0 disables probes. */
    probes: { configured: syncConfig(settings).probeSeconds, note: readProbeNote(dir) },
    /** The followed index of INDEX_URL; absent if sync reads the site. */
    follows: indexUrl === undefined ? undefined : followNoteOf(dir, indexUrl),
    /** State of SYNC_ON_PUBLISH and of CHANGES_WEBHOOK; absent without them. */
    delivery: settings.SYNC_ON_PUBLISH === undefined ? undefined : readDeliveryNote(dir),
    webhook: settings.CHANGES_WEBHOOK === undefined ? undefined : readWebhookNote(dir),
    texts: texts ?? [],
    /** Absent before the first start of the server. */
    clients,
    /** Absent before the first `npm run doctor -- --public` for this address. */
    assistants: readScoreNote(dir, publicAddress(settings)),
    now,
  };
}

class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

function asDamage(error: unknown): never {
  // The cause does not contain the path of the file.
  throw new DamagedFileError(messageOf((error as Error).cause ?? error), { cause: error });
}

async function clientCounts(settings: Settings, now: Date) {
  const location = stateLocation(settings);
  if (!stateMayExist(location)) return undefined;
  await using state = openState({ ...location, now: () => now });
  return {
    registered: await state.clients.count(),
    new_in_a_day: await state.clients.countNew(),
    live_tokens: await state.tokens.count(),
  };
}
