import { z } from 'zod';
import type { Change } from '../../db/index/changes.ts';

const Generation = z.tuple([z.number(), z.string()]).readonly();

const Place = z.object({
  from: z.number(),
  since: Generation,
  served: Generation,
  servedAt: z.number(),
  row: z.tuple([z.number(), z.string()]).readonly(),
  withheld: z.array(z.string()).transform((paths): ReadonlySet<string> => new Set(paths)),
});

const Record = z.object({
  // Digest of the address. A different receiver starts over.
  receiver: z.string(),
  // Place after the last accepted message; absent before the first message.
  place: Place.optional(),
  // Changes that were read and not accepted yet, and the place after them.
  outbox: z
    .object({
      changes: z.array(z.custom<Change>()).readonly(),
      next: Place,
      more: z.boolean(),
      startOver: z.boolean(),
      at: z.string(),
    })
    .optional(),
  delivered_at: z.iso.datetime().optional(),
  failures: z.int().nonnegative(),
  failing_since: z.iso.datetime().optional(),
  // Time of the last failed attempt and of the next attempt; without the next, the receiver declined messages (410).
  failed_at: z.iso.datetime().optional(),
  retry_at: z.iso.datetime().optional(),
  fault: z.string().optional(),
});

/** Progress of the delivery to a receiver, stored in the state that the servers share. */
export type DeliveryRecord = z.output<typeof Record>;
export type Outbox = NonNullable<DeliveryRecord['outbox']>;

/** Parses a record. Returns a new record for an invalid text or a different receiver. */
export function parseRecord(text: string | undefined, receiver: string): DeliveryRecord {
  try {
    const record = Record.parse(JSON.parse(text ?? ''));
    if (record.receiver === receiver) return record;
  } catch {
    // Start over.
  }
  return { receiver, failures: 0 };
}

export const serializeRecord = (record: DeliveryRecord): string =>
  JSON.stringify(record, (_, value: unknown) => (value instanceof Set ? [...value] : value));
