/**
 * `npm version` runs this twice: with `--check` before anything is changed, and then, when package.json has its new version,
 * to make what is unreleased in CHANGELOG.md that version.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { releaseChangelog } from './changelog.ts';

const file = join(import.meta.dirname, '../../CHANGELOG.md');
const isCheck = process.argv.includes('--check');
const today = new Date().toISOString().slice(0, 10);
try {
  const released = releaseChangelog(readFileSync(file, 'utf8'), isCheck ? 'next' : packageFile.version, today);
  if (!isCheck) writeFileSync(file, released);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
