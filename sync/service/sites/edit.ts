import {
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLeaseTable } from '../../../db/mirror/lease.ts';
import { openMirrorDatabase } from '../../../db/mirror/mirror.ts';
import type { Database } from '../../../db/sqlite.ts';
import { giveToOwnerOf, makeDirectory } from '../../../shared/directories.ts';
import { publicAddress } from '../../../shared/public-paths.ts';
import {
  ConfigurationError,
  dataPaths,
  readSettings,
  SITE_NAME,
  type Environment,
  type Settings,
} from '../../../shared/settings.ts';
import { isSiteName, SITE_FILE, siteEnvironment } from '../../../shared/sites/site.ts';
import { parseYaml, withYamlKey, yamlOf } from '../../../shared/yaml.ts';
import { createLease, newSession } from '../lease.ts';
import { SyncError } from '../../run/sync-error.ts';
import { listSites, sitesAt } from './list.ts';

/** Options of a site to add. */
export type NewSite = {
  readonly name: string | undefined;
  readonly siteUrl: string;
  readonly publicUrl: string | undefined;
};

export type Judged = { readonly name: string; readonly settings: Settings };

/** Validates a new site against the existing sites; throws a ConfigurationError with its faults. */
export function judgeNewSite(dir: string, { name, siteUrl, publicUrl }: NewSite, environment: Environment): Judged {
  const settings = settingsOf({ [SITE_NAME]: name ?? '', SITE_URL: siteUrl, PUBLIC_URL: publicUrl }, environment);
  const chosen = name ?? nameOf(siteUrl);
  const fault = faultOf(dir, { name: chosen, settings }, environment);
  if (fault !== undefined) throw new ConfigurationError([fault]);
  return { name: chosen, settings };
}

function faultOf(dir: string, { name, settings }: Judged, environment: Environment): string | undefined {
  if (!isSiteName(name))
    return `--name: got ${name}, wants lower-case letters, digits, dots, _ and -, such as example.com`;
  if (existsSync(join(dir, name))) return `--name: the site ${name} already exists; choose another name with --name`;
  const address = publicAddress(settings);
  const [conflict] = sitesAt(address, listSites(dir, environment));
  return conflict && `--public-url: ${address} is the address of ${conflict}; each site requires a unique address`;
}

function settingsOf(variables: Environment, environment: Environment): Settings {
  try {
    return readSettings(siteEnvironment({ variables }, environment));
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const words = { SITE_URL: 'the address', PUBLIC_URL: '--public-url' };
    throw new ConfigurationError(
      error.faults.map((fault) => fault.replace(/^(SITE_URL|PUBLIC_URL)(?=:)/, (one) => words[one as 'SITE_URL'])),
    );
  }
}

// `https://www.example.com:8080/blog` → `www.example.com-8080-blog`
function nameOf(siteUrl: string): string {
  const { host, pathname } = new URL(siteUrl);
  return `${host}${pathname}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** Adds a validated site atomically. Returns its path. */
export function addSite(dir: string, { name, siteUrl, publicUrl }: NewSite & { readonly name: string }): string {
  const [folder, aside] = [join(dir, name), join(dir, `.adding-${name}-${process.pid}`)];
  const values = { site_url: siteUrl, ...(publicUrl !== undefined && { public_url: publicUrl }) };
  try {
    makeDirectory(aside);
    writeFileSync(join(aside, SITE_FILE), yamlOf(values), { mode: 0o600 });
    for (const path of [aside, join(aside, SITE_FILE)]) giveToOwnerOf(dir, path);
    renameSync(aside, folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return folder;
}

/** Pauses or resumes a site. Returns false if the field already had this value. */
export function setPaused(dir: string, name: string, isPaused: boolean): boolean {
  return markPaused(folderOf(dir, name), isPaused);
}

// Writes the field `paused` of site.yaml and preserves the rest of the file.
function markPaused(folder: string, isPaused: boolean): boolean {
  const file = join(folder, SITE_FILE);
  const source = readFileSync(file, 'utf8');
  const { values, faults } = parseYaml(source);
  if (faults.length > 0) throw new ConfigurationError(faults.map((fault) => `${file}: ${fault}`));
  if ((Reflect.get(Object(values), 'paused') === true) === isPaused) return false;
  replaceText(realpathSync(file), withYamlKey(source, 'paused', isPaused || undefined));
  return true;
}

// Replaces the text of a file atomically, with the same owner and mode.
function replaceText(file: string, text: string): void {
  const { mode, uid, gid } = statSync(file);
  const aside = join(dirname(file), `.${basename(file)}-${process.pid}`);
  try {
    writeFileSync(aside, text, { mode: 0o600 });
    const own = statSync(aside);
    if (own.uid !== uid || own.gid !== gid) chownSync(aside, uid, gid);
    chmodSync(aside, mode & 0o7777);
    renameSync(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

function folderOf(dir: string, name: string): string {
  const folder = join(dir, name);
  if (!isSiteName(name) || !existsSync(folder)) {
    throw new ConfigurationError([`There is no site ${name} in ${dir}; npm run sites -- list lists the sites`]);
  }
  return folder;
}

const REMOVED = '.removed';

/** Removes a site from the service and moves its folder. Returns the new path. */
export async function removeSite(dir: string, name: string, now: Date): Promise<string> {
  const folder = folderOf(dir, name);
  const target = join(dir, REMOVED, `${name}-${now.toISOString().replaceAll(/[-:.]/g, '')}`);
  makeDirectory(join(dir, REMOVED));
  giveToOwnerOf(dir, join(dir, REMOVED));
  using db = openedMirror(folder);
  const move = () => renameSync(folder, target);
  if (!db) move();
  else if (await betweenRuns(db, folder, move)) markPaused(target, false);
  return target;
}

// Opens the mirror of a folder; `undefined` if it is missing or cannot be opened, so that no run can be active.
function openedMirror(folder: string): Database | undefined {
  const { mirror } = dataPaths({ DATA_DIR: folder });
  try {
    return existsSync(mirror) ? openMirrorDatabase(mirror) : undefined;
  } catch {
    return undefined;
  }
}

// Timeout of the current run after its site is paused, in milliseconds.
const RUN_ENDS_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 250;

// Acts while no run writes to the folder of a site. Returns true if that required a pause; a failure ends the pause.
async function betweenRuns(db: Database, folder: string, act: () => void): Promise<boolean> {
  const lease = createLease({ table: createLeaseTable(db), self: newSession() });
  let pausedHere = false;
  for (const until = performance.now() + RUN_ENDS_WITHIN_MS; ; await wait(LOOK_EVERY_MS)) {
    try {
      using _ = lease.acquire();
      act();
      return pausedHere;
    } catch (error) {
      const isRunning = error instanceof SyncError && error.code === 'lease_held';
      if (!isRunning || performance.now() > until) {
        if (pausedHere) markPaused(folder, false);
        throw error;
      }
    }
    pausedHere ||= markPaused(folder, true);
  }
}
