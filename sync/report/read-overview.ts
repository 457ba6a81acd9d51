import { existsSync } from 'node:fs';
import { followNoteOf } from '../../db/index/follow-note.ts';
import { createGenerations } from '../../db/index/generations.ts';
import { inspectTexts } from '../../db/mirror/inspect-texts.ts';
import { openMirrorDatabase } from '../../db/mirror/mirror.ts';
import { createRunLog, type LoggedRun } from '../../db/mirror/run-log.ts';
import { openState, stateLocation, stateMayExist } from '../../db/state/open.ts';
import { dataPaths, type Settings } from '../../shared/settings.ts';
import { readDeliveryNote } from '../delivery/note.ts';
import { syncConfig } from '../process/config.ts';
import { readProbeNote } from '../watch/probe-note.ts';
import { overviewOf, type Overview } from './overview.ts';

const RUNS_SHOWN = 10;

/** Reads the overview of a data directory from its files; makes none. */
export async function readOverview(settings: Settings, now: Date): Promise<Overview> {
  const { dir, mirror } = dataPaths(settings);
  const generations = createGenerations(dir);
  return overviewOf({
    live: await generations.current(),
    published: await generations.published(),
    runs: lastRuns(mirror),
    guard: await generations.guard(),
    probes: { configured: syncConfig(settings).probeSeconds, note: readProbeNote(dir) },
    follows: settings.INDEX_URL === undefined ? undefined : followNoteOf(dir, settings.INDEX_URL),
    delivery: settings.SYNC_ON_PUBLISH === undefined ? undefined : readDeliveryNote(dir),
    texts: existsSync(mirror) ? inspectTexts(mirror) : [],
    clients: await clientCounts(settings, now),
    now,
  });
}

function lastRuns(file: string): LoggedRun[] {
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
