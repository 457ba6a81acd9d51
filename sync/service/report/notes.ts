import { existsSync } from 'node:fs';
import { z } from 'zod';
import { noteFile } from '../../../db/note-file.ts';

const ProbeNote = z.object({
  /** Current and configured seconds between two probes. */
  every_seconds: z.number(),
  configured_seconds: z.number(),
  /** Reason for a longer interval. */
  why: z.string().optional(),
  /** ISO 8601. */
  last_at: z.iso.datetime(),
});

/** The last probe of a `--watch` process, for `npm run status`. */
export type ProbeNote = z.infer<typeof ProbeNote>;

/** Functions of the note, by path of the data directory; `undefined` if no process probes. */
export const {
  read: readProbeNote,
  write: writeProbeNote,
  remove: removeProbeNote,
} = noteFile('probes.json', ProbeNote.optional(), undefined);

const ScoreNote = z.object({
  /** 0 to 100. */
  score: z.int().min(0).max(100),
  origin: z.string(),
  checked_at: z.iso.datetime(),
});

/** The last score of `npm run doctor -- --public`, for `npm run status`. */
export type ScoreNote = z.infer<typeof ScoreNote>;

const score = noteFile('assistants.json', ScoreNote.optional(), undefined);

export function writeScoreNote(dataDir: string, note: ScoreNote): void {
  if (existsSync(dataDir)) score.write(dataDir, note);
}

/** Returns the last score of this origin; `undefined` before the first. */
export function readScoreNote(dataDir: string, origin: string): ScoreNote | undefined {
  const note = score.read(dataDir);
  return note?.origin === origin ? note : undefined;
}

// State of the deliveries of SYNC_ON_PUBLISH.
const DeliveryNote = z.object({
  /** `published_at` of the last delivered pointer with the version of its verdicts; ISO 8601. */
  pointer: z.string().optional(),
  delivered_at: z.iso.datetime().optional(),
  /** Names of files that left the outbox since then. */
  removed: z.array(z.string()).optional(),
  /** Failed attempts since then, and the reason of the last failure. */
  failures: z.int().nonnegative(),
  fault: z.string().optional(),
});

/** Functions of the note, by data directory. If the disk is full, the same publication is delivered again. */
export const { read: readDeliveryNote, write: writeDeliveryNote } = noteFile('delivery.json', DeliveryNote, {
  failures: 0,
});
