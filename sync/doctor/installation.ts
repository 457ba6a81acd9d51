import { constants, existsSync, lstatSync, statSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import { access, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { LEAST_FREE_BYTES, spaceOf } from '../../db/free-space.ts';
import { inspectDatabase } from '../../db/inspect.ts';
import { MIRROR_SCHEMA_VERSION } from '../../db/mirror/mirror.ts';
import { examineState } from '../../db/state/open.ts';
import type { StateLocation } from '../../db/state/state.ts';
import { ConfigurationError } from '../../shared/settings.ts';
import { readWellKnownFiles } from '../../shared/well-known-files.ts';
import { readSiteConfig } from '../site-file/site-config.ts';
import { examineDelivery } from './delivery.ts';
import { examineFollowed, examineGuard, examineIndex } from './index-files.ts';
import { REPAIRS } from '../report/repairs.ts';
import { note, ok, problem, type Finding } from './finding.ts';
import { examineSignature } from './signature.ts';
import { examineRuns } from './runs.ts';
import { judgeWellKnownFiles } from './well-known.ts';

type Installation = {
  readonly dataDir: string;
  readonly mirrorFile: string;
  readonly state: StateLocation;
  /** Address of the published index that is followed: then there is no mirror, and there are no runs. */
  readonly follows?: string | undefined;
  /** True with SYNC_ON_PUBLISH. */
  readonly delivers: boolean;
  readonly publicKeys: readonly KeyObject[];
  readonly signingKey: KeyObject | undefined;
  readonly siteFile: string | undefined;
  readonly schedule: string;
  readonly probeSeconds: number;
  readonly takesMessages: boolean;
  readonly nodeVersion: string;
  readonly now: () => Date;
};

/** Checks this machine: Node, the site file, the state store, the data directory and everything in it. Changes nothing. */
export async function examineInstallation(given: Installation): Promise<readonly Finding[]> {
  const { dataDir, mirrorFile, state, siteFile, nodeVersion, now } = given;
  const findings = [judgeNode(nodeVersion, packageFile.engines.node)];
  if (given.follows === undefined) findings.push(examineSiteFile(siteFile));
  const { part, ...condition } = await examineState(state, now);
  findings.push({ check: `state.${part}`, ...condition });
  if (!existsSync(dataDir)) return [...findings, await examineParent(dataDir)];
  findings.push(...(await examineDirectory(dataDir)));
  if (findings.some(({ check }) => check === 'data_dir.owner')) return findings;
  findings.push(...judgeWellKnownFiles(await readWellKnownFiles(dataDir)));
  const index = await examineIndex(given);
  // What cannot be read at all has no signature worth a word.
  if (!index.some(({ level }) => level === 'problem')) index.push(...(await examineSignature(given)));
  if (given.follows !== undefined) return [...findings, ...index, ...examineFollowed(given)];
  const mirror = examineMirror(mirrorFile);
  findings.push(mirror, ...index, ...examineDelivery(given), ...(await examineGuard(given)));
  if (mirror.level === 'ok') findings.push(...(await examineRuns(given)));
  return findings;
}

/** Judges a version of Node by a range such as `>=22.19`. */
export function judgeNode(version: string, range: string): Finding {
  const wanted = range.replace(/^>=/, '');
  const [have, want] = [version, wanted].map((text) => text.split('.').map(Number));
  const isEnough =
    Number(have?.[0]) > Number(want?.[0]) || (have?.[0] === want?.[0] && Number(have?.[1]) >= Number(want?.[1]));
  if (isEnough) return ok('node.version', `Node ${version}`);
  return problem('node.version', `Node ${version} is too old`, `install Node ${wanted} or newer`);
}

function examineSiteFile(file: string | undefined): Finding {
  if (file === undefined) {
    return note(
      'site_file',
      'No site.yaml: company data comes from the site alone',
      'after a sync, npm run --silent doctor -- --site-yaml proposes one for DATA_DIR (README, "Configuration")',
    );
  }
  try {
    readSiteConfig(file);
    return ok('site_file', `${file} is understood`);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return problem('site_file', error.faults.join('; '), 'correct the file; until then every sync fails');
  }
}

async function examineParent(dataDir: string): Promise<Finding> {
  let parent = dirname(dataDir);
  while (!existsSync(parent)) parent = dirname(parent);
  if (await may(parent, constants.W_OK)) {
    return note('data_dir', `${dataDir} is not there yet`, 'run npm run sync: it makes the directory');
  }
  return problem('data_dir', `${dataDir} is not there, and ${parent} cannot be written`, owned(dataDir));
}

async function examineDirectory(dir: string): Promise<Finding[]> {
  if (!(await may(dir, constants.R_OK | constants.W_OK | constants.X_OK))) {
    return [problem('data_dir', `${dir} cannot be read and written by this user`, owned(dir))];
  }
  const closed = await closedFiles(dir);
  if (closed.length > 0) {
    const message = `${closed.join(', ')} in ${dir} cannot be read and written by this user`;
    return [
      problem('data_dir.owner', message, `give all of it to the user that runs the service: chown -R USER ${dir}`),
    ];
  }
  const findings = [ok('data_dir', `${dir} can be read and written`)];
  const exposed = await exposedFiles(dir);
  if (exposed.length > 0) {
    findings.push(
      note('data_dir.permissions', `Other users of this machine can read ${exposed.join(', ')}`, `chmod -R go= ${dir}`),
    );
  }
  findings.push(judgeSpace(spaceOf(dir).free, await sizeOf(dir)));
  return findings;
}

/** Judges the free bytes of a disk: a new index is built beside the live one. */
export function judgeSpace(free: number, used: number): Finding {
  const wanted = Math.max(LEAST_FREE_BYTES, 2 * used);
  const message = `${megabytes(free)} free on the disk of DATA_DIR, which takes ${megabytes(used)}`;
  if (free >= wanted) return ok('data_dir.space', message);
  const advice = `make room: ${megabytes(wanted)} are safe, because every new index is built beside the live one`;
  return free < used + 20 * 1024 * 1024
    ? problem('data_dir.space', message, advice)
    : note('data_dir.space', message, advice);
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

async function sizeOf(dir: string): Promise<number> {
  // What is delivered are links.
  const names = (await readdir(dir, { recursive: true })).filter((name) => !name.startsWith('outbox/'));
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(dir, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** What programs write of the directory, and this user cannot read and write. */
async function closedFiles(dir: string): Promise<string[]> {
  const written = (await readdir(dir)).filter((name) => /^(?:state|ledger|mirror)\.db|^(?:index|refresh)$/.test(name));
  const generations = (await readdir(join(dir, 'index')).catch(() => [])).map((name) => join('index', name));
  return await closedAmong(dir, [...written, ...generations]);
}

/** Of these files, those that are there, and that this user cannot read and write: a sync at work makes and removes some meanwhile. */
export async function closedAmong(dir: string, names: readonly string[]): Promise<string[]> {
  const closed: string[] = [];
  for (const name of names) {
    const path = join(dir, name);
    if ((await may(path, constants.R_OK | constants.W_OK)) || !lstatSync(path, { throwIfNoEntry: false })) continue;
    closed.push(name);
  }
  return closed;
}

/** Files that other users can read; none where the permissions of the directory itself keep them out. */
async function exposedFiles(dir: string): Promise<string[]> {
  if (((await stat(dir)).mode & 0o077) === 0) return [];
  const names = (await readdir(dir)).filter((name) => /^(?:state|mirror)\.db|^index$/.test(name));
  return names.filter((name) => (statSync(join(dir, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o044);
}

function examineMirror(file: string): Finding {
  const condition = inspectDatabase(file, {
    version: MIRROR_SCHEMA_VERSION,
    ifAbsent: { message: 'No mirror yet', advice: 'run npm run sync' },
    ifDamaged: REPAIRS.mirror,
  });
  return { check: 'mirror.database', ...condition };
}

const owned = (dir: string): string => `give it to the user that runs the service: install -d -m 700 -o USER ${dir}`;

async function may(path: string, mode: number): Promise<boolean> {
  return await access(path, mode).then(
    () => true,
    () => false,
  );
}
