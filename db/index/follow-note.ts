import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeNoteFile } from '../note-file.ts';

const Note = z.object({
  /** Address of the folder that is followed. */
  url: z.string(),
  /** Time at which its pointer was last seen to name what is here; ISO 8601. */
  followed_at: z.iso.datetime().optional(),
  /** Attempts that failed since. */
  failures: z.int().nonnegative(),
  /** Of the last attempt, if it failed. */
  fault: z.string().optional(),
});

/** State of following a published index, as its last attempts left it: for readiness, metrics, `npm run status` and the doctor. */
export type FollowNote = z.infer<typeof Note>;

const fileIn = (dataDir: string): string => join(dataDir, 'followed.json');

/** Writes the note down; without room for it, nobody is told. */
export function writeFollowNote(dataDir: string, note: FollowNote): void {
  writeNoteFile(fileIn(dataDir), note);
}

/** The note about an address, which says nothing before the first attempt, or where it cannot be read. */
export function followNoteOf(dataDir: string, url: string): FollowNote {
  try {
    const note = Note.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
    if (note.url === url) return note;
  } catch {
    // As if there were none.
  }
  return { url, failures: 0 };
}
