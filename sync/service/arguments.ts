import { readCommandLine } from '../../shared/command-line.ts';
import { ConfigurationError } from '../../shared/settings.ts';
import type { RunOrder } from '../run/events.ts';

export const USAGE = `npm run sync -- [options]

Reads the site and publishes a new index if something changed.

  --watch       keep running on SYNC_SCHEDULE and SYNC_FULL_SCHEDULE
  --full        read every page again
  --only PAGE   read only this page: its address, path, slug or id
  --dry-run     show the changes, and write nothing
  --check       check the settings and site.yaml, and do nothing else
  --force       accept that many pages disappeared
  --move-site   accept that the site of DATA_DIR has the new address SITE_URL
  --site NAME   a site of SITES_DIR; without it, every site
  --help        this text

Examples:
  npm run sync
  npm run sync -- --only /contacto
  npm run sync -- --full --dry-run

Exit codes: 0 done; 1 failed, the old index stays; 2 the site needs a person:
pages are on hold or cannot be read, or the REST API is closed; the rest is
published unless nothing would remain; 3 another run is at work; 4 the command
or the configuration cannot be used; 5 published, but SYNC_ON_PUBLISH failed.
With several sites, the worst.
`;

export type SyncArguments = {
  readonly help: boolean;
  readonly check: boolean;
  readonly watch: boolean;
  /** Accepts a new address of the same site. */
  readonly moves: boolean;
  readonly order: RunOrder;
};

/** Parses the command line of sync; throws a ConfigurationError for unknown options and invalid combinations. */
export function readArguments(given: readonly string[]): SyncArguments {
  const values = parse(given);
  const { watch = false, full = false, force = false, check = false, only, help = false } = values;
  const dryRun = values['dry-run'] ?? false;
  const moves = values['move-site'] ?? false;
  const faults: string[] = [];
  if (watch && (dryRun || force || moves || only !== undefined)) {
    faults.push('--watch: cannot be combined with --dry-run, --force, --move-site or --only');
  }
  if (check && given.length > 1) faults.push('--check: cannot be combined with other options');
  if (moves && dryRun) faults.push('--move-site: cannot be combined with --dry-run');
  if (full && only !== undefined) faults.push('--full: cannot be combined with --only');
  if (only !== undefined && only.trim() === '') faults.push('--only: requires an address, path, slug or id');
  if (faults.length > 0) throw new ConfigurationError(faults);
  return { help, check, watch, moves, order: { full, force, dryRun, only: only?.trim() } };
}

function parse(given: readonly string[]) {
  return readCommandLine({
    args: [...given],
    options: {
      watch: { type: 'boolean' },
      check: { type: 'boolean' },
      full: { type: 'boolean' },
      force: { type: 'boolean' },
      'move-site': { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      only: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;
}
