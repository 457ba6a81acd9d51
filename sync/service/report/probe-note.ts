import { join } from 'node:path';
import { z } from 'zod';
import { readNoteFile, removeNoteFile, writeNoteFile } from '../../../db/note-file.ts';

const Note = z.object({
  /** Current and configured seconds between two probes. */
  every_seconds: z.number(),
  configured_seconds: z.number(),
  /** Reason for a longer interval. */
  why: z.string().optional(),
  /** ISO 8601. */
  last_at: z.iso.datetime(),
});

/** The last probe of a `--watch` process, for `npm run status`. */
export type ProbeNote = z.infer<typeof Note>;

type Pace = { readonly seconds: number; readonly why: string | undefined };

const fileIn = (dataDir: string): string => join(dataDir, 'probes.json');

/** Writes the interval of the probes; a full disk is not reported. */
export function writeProbeNote(dataDir: string, { seconds, why }: Pace, configured: number, at: Date): void {
  const pace = { every_seconds: seconds, configured_seconds: configured, ...(why !== undefined && { why }) };
  writeNoteFile(fileIn(dataDir), { ...pace, last_at: at.toISOString() } satisfies ProbeNote);
}

/** Removes the note of a process that has stopped probing. */
export const removeProbeNote = (dataDir: string): void => removeNoteFile(fileIn(dataDir));

/** Reads the last note; `undefined` if no process probes, or the note cannot be read. */
export const readProbeNote = (dataDir: string): ProbeNote | undefined =>
  readNoteFile(fileIn(dataDir), Note.optional(), undefined);
