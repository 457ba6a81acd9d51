import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readNoteFile, removeNoteFile, writeNoteFile } from '../../../db/note-file.ts';

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

const ScoreNote = z.object({
  /** 0 to 100. */
  score: z.int().min(0).max(100),
  origin: z.string(),
  checked_at: z.iso.datetime(),
});

/** The last score of `npm run doctor -- --public`, for `npm run status`. */
export type ScoreNote = z.infer<typeof ScoreNote>;

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

/** State of the deliveries of SYNC_ON_PUBLISH. */
export type DeliveryNote = z.infer<typeof DeliveryNote>;

type Pace = { readonly seconds: number; readonly why: string | undefined };

const probesFile = (dataDir: string): string => join(dataDir, 'probes.json');
const scoreFile = (dataDir: string): string => join(dataDir, 'assistants.json');
const deliveryFile = (dataDir: string): string => join(dataDir, 'delivery.json');

/** Writes the interval of the probes; a full disk is not reported. */
export function writeProbeNote(dataDir: string, { seconds, why }: Pace, configured: number, at: Date): void {
  const pace = { every_seconds: seconds, configured_seconds: configured, ...(why !== undefined && { why }) };
  writeNoteFile(probesFile(dataDir), { ...pace, last_at: at.toISOString() } satisfies ProbeNote);
}

/** Removes the note of a process that has stopped probing. */
export const removeProbeNote = (dataDir: string): void => removeNoteFile(probesFile(dataDir));

/** Reads the last note; `undefined` if no process probes, or the note cannot be read. */
export const readProbeNote = (dataDir: string): ProbeNote | undefined =>
  readNoteFile(probesFile(dataDir), ProbeNote.optional(), undefined);

/** Stores the score in an existing data directory. */
export function writeScoreNote(dataDir: string, note: ScoreNote): void {
  if (existsSync(dataDir)) writeNoteFile(scoreFile(dataDir), note);
}

/** Returns the last score of this address; `undefined` before the first. */
export function readScoreNote(dataDir: string, origin: string): ScoreNote | undefined {
  const note = readNoteFile(scoreFile(dataDir), ScoreNote.optional(), undefined);
  return note?.origin === origin ? note : undefined;
}

/** Writes the note; if the disk is full, the same publication is delivered again. */
export const writeDeliveryNote = (dataDir: string, note: DeliveryNote): void =>
  writeNoteFile(deliveryFile(dataDir), note);

/** Reads the note; returns the initial state if it cannot be read. */
export const readDeliveryNote = (dataDir: string): DeliveryNote =>
  readNoteFile(deliveryFile(dataDir), DeliveryNote, { failures: 0 });
