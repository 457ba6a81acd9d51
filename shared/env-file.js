// Plain JavaScript, because it runs on a Node that is too old for the programs: settings of `.env` in this folder, where the
// environment does not have them. `--env-file-if-exists` would do the same, but some versions say each time that none is there.
import { existsSync, readFileSync } from 'node:fs';

if (existsSync('.env')) {
  try {
    // Node takes what it may not read for what is not there.
    readFileSync('.env');
    process.loadEnvFile('.env');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    process.stderr.write(`The configuration cannot be used:\n  .env: wants a file that this user can read (${why})\n`);
    process.exit(4);
  }
}
