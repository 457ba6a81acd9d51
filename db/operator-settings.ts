import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { AddressQuota } from '../shared/address-quotas.ts';
import { noteFile } from './note-file.ts';

/** A query of the owner with the address or path of the expected first result. */
export type GoldenQuery = { readonly query: string; readonly page: string };

const Settings = z.object({
  // Address blocks with a larger anonymous quota.
  address_quotas: z.array(z.object({ name: z.string(), addresses: z.array(z.string()), limit: z.int() })).default([]),
  // Queries of the owner with the expected first page.
  golden: z.array(z.object({ query: z.string(), page: z.string() })).default([]),
});

/** Operator-only settings of `site.yaml`, which must not be part of a downloadable index. */
export type OperatorSettings = {
  readonly addressQuotas: readonly AddressQuota[];
  readonly golden: readonly GoldenQuery[];
};

const NONE = Settings.parse({});

const file = noteFile('operator.json', Settings, NONE);
const fileIn = (dataDir: string): string => join(dataDir, 'operator.json');

/** Writes the settings for the server and `npm run insights` if they changed. */
export function writeOperatorSettings(dataDir: string, { addressQuotas, golden }: OperatorSettings): void {
  const note = { address_quotas: addressQuotas, golden };
  const before = statSync(fileIn(dataDir), { throwIfNoEntry: false }) && readFileSync(fileIn(dataDir), 'utf8');
  if (before?.trim() !== JSON.stringify(note)) file.write(dataDir, Settings.parse(note));
}

/** Reads the settings; empty arrays if the file is missing or invalid. */
export function readOperatorSettings(dataDir: string): OperatorSettings {
  const { address_quotas: addressQuotas, golden } = file.read(dataDir);
  return { addressQuotas, golden };
}

/** Returns a function that reads the settings again after the file was replaced. */
export function followOperatorSettings(dataDir: string): () => OperatorSettings {
  let seen: number | undefined;
  let settings: OperatorSettings = { addressQuotas: NONE.address_quotas, golden: NONE.golden };
  return () => {
    const mark = statSync(fileIn(dataDir), { throwIfNoEntry: false })?.mtimeMs;
    if (mark !== seen) {
      seen = mark;
      settings = readOperatorSettings(dataDir);
    }
    return settings;
  };
}
