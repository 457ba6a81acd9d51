import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeNoteFile } from '../../db/note-file.ts';

const Note = z.object({
  /** `published_at` of the pointer that was last delivered, with the version of the verdicts, and when that was; ISO 8601. */
  pointer: z.string().optional(),
  delivered_at: z.iso.datetime().optional(),
  /** Names of files that left the outbox since. */
  removed: z.array(z.string()).optional(),
  /** Attempts that failed since, and why the last of them did. */
  failures: z.int().nonnegative(),
  fault: z.string().optional(),
});

/** How it went with the command that delivers what is published. */
export type DeliveryNote = z.infer<typeof Note>;

const fileIn = (dataDir: string): string => join(dataDir, 'delivery.json');

/** Writes the note down; without room for it, the same is delivered once more. */
export function writeDeliveryNote(dataDir: string, note: DeliveryNote): void {
  writeNoteFile(fileIn(dataDir), note);
}

/** The note; as before the first delivery where none can be read. */
export function readDeliveryNote(dataDir: string): DeliveryNote {
  try {
    return Note.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return { failures: 0 };
  }
}
