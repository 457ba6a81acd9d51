import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { removeNoteFile, writeNoteFile } from '../../db/note-file.ts';
import type { ProbePace } from './probe-pace.ts';

const Note = z.object({
  /** Seconds between two probes, at present and by the settings. */
  every_seconds: z.number(),
  configured_seconds: z.number(),
  /** The reason for which they are slower than that. */
  why: z.string().optional(),
  /** ISO 8601. */
  last_at: z.iso.datetime(),
});

/** The last probe of a process that watches the site, for `npm run status`. */
export type ProbeNote = z.infer<typeof Note>;

const fileIn = (dataDir: string): string => join(dataDir, 'probes.json');

/** Writes down the pace of the probes; without room for it, nobody is told. */
export function writeProbeNote(dataDir: string, { seconds, why }: ProbePace, configured: number, at: Date): void {
  const note: ProbeNote = {
    every_seconds: seconds,
    configured_seconds: configured,
    ...(why !== undefined && { why }),
    last_at: at.toISOString(),
  };
  writeNoteFile(fileIn(dataDir), note);
}

/** Removes the note of a process that probes no more. */
export const removeProbeNote = (dataDir: string): void => removeNoteFile(fileIn(dataDir));

/** The last note; `undefined` where nobody probes, or it cannot be read. */
export function readProbeNote(dataDir: string): ProbeNote | undefined {
  try {
    return Note.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}
