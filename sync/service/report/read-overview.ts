import { existsSync } from 'node:fs';
import { followNoteOf } from '../../../db/index/follow-note.ts';
import { checksumOf, createGenerations, filesOf } from '../../../db/index/generations.ts';
import { inspectTexts } from '../../../db/mirror/inspect.ts';
import { openMirrorDatabase } from '../../../db/mirror/mirror.ts';
import { createRunLog, type LoggedRun } from '../../../db/mirror/run-log.ts';
import { isDamage } from '../../../db/sqlite.ts';
import { openState, stateLocation, stateMayExist } from '../../../db/state/open.ts';
import { readWebhookNote } from '../../../db/webhook-note.ts';
import { messageOf } from '../../../shared/errors.ts';
import { publicAddress } from '../../../shared/public-paths.ts';
import { dataPaths, type Settings } from '../../../shared/settings.ts';
import { readDeliveryNote } from '../delivery/note.ts';
import { syncConfig } from '../../config.ts';
import { readProbeNote } from './probe-note.ts';
import { overviewOf, type DamagedFile, type Overview } from './overview.ts';
import { REPAIRS } from './repairs.ts';
import { readScoreNote } from './score-note.ts';

const RUNS_SHOWN = 10;

/** Reads the overview from the files of a data directory; creates none. Damaged files are reported. */
export async function readOverview(settings: Settings, now: Date): Promise<Overview> {
  const { dir, mirror } = dataPaths(settings);
  const { INDEX_URL: indexUrl } = settings;
  const generations = createGenerations(dir);
  const damaged: DamagedFile[] = [];
  async function readable<Value>(
    file: string,
    act: string,
    read: () => Value | Promise<Value>,
  ): Promise<Value | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!isDamage(error) && !(error instanceof DamagedFileError)) throw error;
      damaged.push({ file, fault: messageOf(error).split('\n')[0] ?? '', act });
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
  const runs = await readable('mirror.db', REPAIRS.mirror, () => lastRuns(mirror));
  const texts =
    runs && (await readable('mirror.db', REPAIRS.mirror, () => (existsSync(mirror) ? inspectTexts(mirror) : [])));
  return overviewOf({
    live,
    published: await generations.published(),
    runs: runs ?? [],
    damaged,
    guard: await generations.guard(),
    probes: { configured: syncConfig(settings).probeSeconds, note: readProbeNote(dir) },
    follows: indexUrl === undefined ? undefined : followNoteOf(dir, indexUrl),
    delivery: settings.SYNC_ON_PUBLISH === undefined ? undefined : readDeliveryNote(dir),
    webhook: settings.CHANGES_WEBHOOK === undefined ? undefined : readWebhookNote(dir),
    texts: texts ?? [],
    clients: await readable('state.db', REPAIRS.state, () => clientCounts(settings, now)),
    assistants: readScoreNote(dir, publicAddress(settings)),
    now,
  });
}

class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

function asDamage(error: unknown): never {
  throw new DamagedFileError(messageOf(error), { cause: error });
}

function lastRuns(file: string): readonly LoggedRun[] {
  if (!existsSync(file)) return [];
  const db = openMirrorDatabase(file);
  try {
    return createRunLog(db).last(RUNS_SHOWN);
  } finally {
    db.close();
  }
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
