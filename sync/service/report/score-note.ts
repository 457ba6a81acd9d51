import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readNoteFile, writeNoteFile } from '../../../db/note-file.ts';

const Note = z.object({
  /** 0 to 100. */
  score: z.int().min(0).max(100),
  origin: z.string(),
  checked_at: z.iso.datetime(),
});

/** The last score of `npm run doctor -- --public`, for `npm run status`. */
export type ScoreNote = z.infer<typeof Note>;

const fileIn = (dataDir: string): string => join(dataDir, 'assistants.json');

/** Stores the score in an existing data directory. */
export function writeScoreNote(dataDir: string, note: ScoreNote): void {
  if (existsSync(dataDir)) writeNoteFile(fileIn(dataDir), note);
}

/** Returns the last score of this address; `undefined` before the first. */
export function readScoreNote(dataDir: string, origin: string): ScoreNote | undefined {
  const note = readNoteFile(fileIn(dataDir), Note.optional(), undefined);
  return note?.origin === origin ? note : undefined;
}
