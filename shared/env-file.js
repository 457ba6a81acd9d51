// Plain JavaScript, because it runs on a Node that is too old for the programs: settings of `.env` in this folder, where the
// environment does not have them. `--env-file-if-exists` would do the same, but some versions say each time that none is there.
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');
