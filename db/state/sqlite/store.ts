import { existsSync } from 'node:fs';
import { inspectDatabase } from '../../inspect.ts';
import type { StateStore } from '../state.ts';
import { STATE_SCHEMA_VERSION } from './database.ts';
import { openSqliteState } from './state.ts';

/** SQLite in a file of DATA_DIR, which processes of a machine may share. */
export const sqliteStore: StateStore = {
  isShared: false,
  openAll: ({ now }) => ({
    of: (options) => openSqliteState({ ...options, now }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }),
  mayExist: ({ file }) => existsSync(file),
  examine: ({ file }) => {
    const condition = inspectDatabase(file, {
      version: STATE_SCHEMA_VERSION,
      ifAbsent: { message: 'No state yet', advice: 'the server makes it when it starts' },
      ifDamaged:
        'restart the server: it moves the file aside; clients have to register anew; reading without a token goes on',
    });
    return Promise.resolve({ part: 'database', ...condition });
  },
};
