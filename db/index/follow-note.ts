import { z } from 'zod';
import { noteFile } from '../note-file.ts';

const Note = z.object({
  // Address of the published index.
  url: z.string(),
  // Time of the last successful request that confirmed the local pointer, ISO 8601.
  followed_at: z.iso.datetime().optional(),
  // Failed requests since that time.
  failures: z.int().nonnegative(),
  // Error of the last request, if it failed.
  fault: z.string().optional(),
});

/** State of following a published index: for readiness, metrics, `npm run status` and the doctor. */
export type FollowNote = z.infer<typeof Note>;

const file = noteFile('followed.json', Note.optional(), undefined);

/** Writes the note to a data directory. A full disk is ignored. */
export const writeFollowNote = file.write;

/** Reads the note for an address. Without a request, or if the file is invalid, the fields are absent. */
export function followNoteOf(dataDir: string, url: string): FollowNote {
  const note = file.read(dataDir);
  return note?.url === url ? note : { url, failures: 0 };
}
