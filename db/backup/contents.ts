import { join } from 'node:path';
import { z } from 'zod';
import { WELL_KNOWN_FOLDER } from '../../shared/well-known-files.ts';
import { MIRROR_SCHEMA_VERSION } from '../mirror/mirror.ts';
import { LEDGER_SCHEMA_VERSION, STATE_SCHEMA_VERSION } from '../state/sqlite/database.ts';

export const MIRROR = 'mirror.db';

/** Irreplaceable databases of DATA_DIR, with the newest schema version of this program. */
export const DATABASES: Readonly<Record<string, number>> = {
  [MIRROR]: MIRROR_SCHEMA_VERSION,
  'state.db': STATE_SCHEMA_VERSION,
  'ledger.db': LEDGER_SCHEMA_VERSION,
};

export const SITE_FILE = 'site.yaml';

const isOfOwner = (name: string): boolean =>
  name === SITE_FILE || (name.startsWith(`${WELL_KNOWN_FOLDER}/`) && /^[a-z\d][\w.-]{0,99}$/i.test(basenameOf(name)));

const basenameOf = (name: string): string => name.slice(WELL_KNOWN_FOLDER.length + 1);

/** Schema of `backup.json`, the files of a backup with their checksums. It is written last. */
export const Manifest = z.object({
  made_at: z.iso.datetime(),
  files: z
    .array(z.object({ name: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
    .refine(
      (files) => files.every(({ name }) => Object.hasOwn(DATABASES, name) || isOfOwner(name)),
      'a name of no backup',
    ),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestIn = (folder: string): string => join(folder, 'backup.json');
