import { join } from 'node:path';
import { z } from 'zod';
import { readNoteFile, writeNoteFile } from '../../../db/note-file.ts';

const Note = z.object({
  /** `published_at` of the last delivered pointer with the version of its verdicts; ISO 8601. */
  pointer: z.string().optional(),
  delivered_at: z.iso.datetime().optional(),
  /** Names of files that left the outbox since then. */
  removed: z.array(z.string()).optional(),
  /** Failed attempts since then, and the reason of the last failure. */
  failures: z.int().nonnegative(),
  fault: z.string().optional(),
});

/** State of the deliveries, as stored in `delivery.json`. */
export type DeliveryNote = z.infer<typeof Note>;

const fileIn = (dataDir: string): string => join(dataDir, 'delivery.json');

/** Writes the note; if the disk is full, the same publication is delivered again. */
export function writeDeliveryNote(dataDir: string, note: DeliveryNote): void {
  writeNoteFile(fileIn(dataDir), note);
}

/** Reads the note; returns the initial state if it cannot be read. */
export function readDeliveryNote(dataDir: string): DeliveryNote {
  return readNoteFile(fileIn(dataDir), Note, { failures: 0 });
}
