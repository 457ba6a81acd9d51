import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { AddressQuota } from '../shared/address-quotas.ts';
import type { GoldenQuery } from '../shared/golden-query.ts';
import { writeNoteFile } from './note-file.ts';

const Settings = z.object({
  /** Addresses with a larger anonymous quota. */
  address_quotas: z.array(z.object({ name: z.string(), addresses: z.array(z.string()), limit: z.int() })).default([]),
  /** Queries of the owner with the page that ought to come first. */
  golden: z.array(z.object({ query: z.string(), page: z.string() })).default([]),
});

/** What only the operator needs of `site.yaml`: it is no part of an index, which anybody may download. */
export type OperatorSettings = {
  readonly addressQuotas: readonly AddressQuota[];
  readonly golden: readonly GoldenQuery[];
};

const NONE: OperatorSettings = { addressQuotas: [], golden: [] };

const fileIn = (dataDir: string): string => join(dataDir, 'operator.json');

/** Writes them down for the server and `npm run insights`, unless they are there already. */
export function writeOperatorSettings(dataDir: string, { addressQuotas, golden }: OperatorSettings): void {
  const note = { address_quotas: addressQuotas, golden };
  const before = statSync(fileIn(dataDir), { throwIfNoEntry: false }) && readFileSync(fileIn(dataDir), 'utf8');
  if (before?.trim() !== JSON.stringify(note)) writeNoteFile(fileIn(dataDir), note);
}

/** Reads them; none where nothing was written or it cannot be read. */
export function readOperatorSettings(dataDir: string): OperatorSettings {
  try {
    const { address_quotas: addressQuotas, golden } = Settings.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
    return { addressQuotas, golden };
  } catch {
    return NONE;
  }
}

/** Reads them again whenever the file was replaced. */
export function followOperatorSettings(dataDir: string): () => OperatorSettings {
  let seen: number | undefined;
  let settings = NONE;
  return () => {
    const mark = statSync(fileIn(dataDir), { throwIfNoEntry: false })?.mtimeMs;
    if (mark !== seen) {
      seen = mark;
      settings = readOperatorSettings(dataDir);
    }
    return settings;
  };
}
