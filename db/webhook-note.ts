import { z } from 'zod';
import { noteFile } from './note-file.ts';

const Note = z.object({
  // Time of the last message that the receiver accepted, ISO 8601.
  delivered_at: z.iso.datetime().optional(),
  // Failed attempts since, the time of the first, and the error of the last.
  failures: z.int().nonnegative(),
  failing_since: z.iso.datetime().optional(),
  fault: z.string().optional(),
  // True after the receiver declined further messages (410).
  is_stopped: z.boolean().optional(),
});

/** State of the webhook: for readiness, metrics and `npm run status`. */
export type WebhookNote = z.infer<typeof Note>;

// Milliseconds since the first failed attempt; shorter failures of a receiver end without help.
const FAILING_MS = 900_000;

/** Returns true if the receiver requires a person: it declined messages, or has failed for long. */
export const isFailing = ({ failing_since: since, is_stopped: isStopped }: WebhookNote, now: Date): boolean =>
  isStopped === true || (since !== undefined && now.getTime() - Date.parse(since) > FAILING_MS);

/** Functions of the note, by data directory; without failures if the file is missing or invalid. */
export const { read: readWebhookNote, write: writeWebhookNote } = noteFile('webhook.json', Note, { failures: 0 });
