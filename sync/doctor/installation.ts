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
import { examineFollowed, examineGuard, examineIndex, examineSignature } from './index-files.ts';
import { REPAIRS } from '../service/report/words.ts';
import { found, runChecks, type Check, type Finding, type Result } from './finding.ts';
import { examineDelivery, examineRuns } from './runs.ts';
import { judgeWellKnownFiles } from './public-addresses.ts';

type Installation = {
  readonly dataDir: string;
  readonly mirrorFile: string;
  readonly state: StateLocation;
  // Address of the followed index; then there is no mirror, and there are no runs.
  readonly follows?: string | undefined;
  readonly delivers: boolean;
  readonly publicKeys: readonly KeyObject[];
  readonly signingKey: string | undefined;
  readonly siteFile: string | undefined;
  readonly schedule: string;
  readonly probeSeconds: number;
  readonly takesMessages: boolean;
  readonly nodeVersion: string;
  readonly now: () => Date;
};

/** Checks of this machine and its data directory, in the order of the report. */
export const INSTALLATION_CHECKS: readonly Check<Installation>[] = [
  {
    id: 'node.version',
    question: 'Is Node new enough?',
    run: ({ nodeVersion }) => judgeNode(nodeVersion, packageFile.engines.node),
  },
  {
    id: 'site_file',
    question: 'Is site.yaml valid?',
    run: ({ follows, siteFile }) => (follows === undefined ? examineSiteFile(siteFile) : undefined),
  },
  {
    id: 'state',
    question: 'Can the state be read?',
    run: async ({ state, now }) => {
      const { part, ...condition } = await examineState(state, now);
      return { check: `state.${part}`, ...condition };
    },
  },
  {
    id: 'data_dir',
    question: 'Does DATA_DIR belong to this user, with space for the next index?',
    run: async ({ dataDir }) => (existsSync(dataDir) ? await examineDirectory(dataDir) : await examineParent(dataDir)),
  },
  {
    id: 'well_known',
    question: 'Are the owner’s files for /.well-known/ published?',
    run: async ({ dataDir }) => judgeWellKnownFiles(await readWellKnownFiles(dataDir)),
  },
  {
    id: 'mirror.database',
    question: 'Is the mirror intact?',
    run: ({ follows, mirrorFile }) => (follows === undefined ? mirrorIn(mirrorFile) : undefined),
  },
  {
    id: 'index.file',
    question: 'Is the live index intact, and signed by the expected key?',
    run: async (given) => {
      const index = await examineIndex(given);
      const isIntact = index.every(({ level }) => level !== 'problem');
      return isIntact ? [...index, ...(await examineSignature(given))] : index;
    },
  },
  { id: 'index.follow', question: 'Can the published index be followed?', run: examineFollowed },
  { id: 'delivery', question: 'Does SYNC_ON_PUBLISH succeed?', run: ifRead(examineDelivery) },
  { id: 'guard', question: 'Does the guard hold pages?', run: ifRead(examineGuard) },
  {
    id: 'runs',
    question: 'Does sync run, and how soon is a change published?',
    run: ifRead(async (given) => (mirrorIn(given.mirrorFile).level === 'ok' ? await examineRuns(given) : [])),
  },
];

function ifRead(run: Check<Installation>['run']): Check<Installation>['run'] {
  return (given) => (given.follows === undefined ? run(given) : undefined);
}

/** Checks this machine: Node, the site file, the state store and the data directory. Changes nothing. */
export async function examineInstallation(given: Installation): Promise<readonly Finding[]> {
  return (await runChecks(INSTALLATION_CHECKS, given)).findings;
}

/** Judges a version of Node by a range such as `>=22.19`. */
export function judgeNode(version: string, range: string): Finding {
  const required = range.replace(/^>=/, '');
  const [have, want] = [version, required].map((text) => text.split('.').map(Number));
  const isEnough =
    Number(have?.[0]) > Number(want?.[0]) || (have?.[0] === want?.[0] && Number(have?.[1]) >= Number(want?.[1]));
  return found('node.version', isEnough ? 'enough' : 'old', { version, required });
}

function examineSiteFile(file: string | undefined): Finding {
  if (file === undefined) return found('site_file', 'absent');
  try {
    readSiteConfig(file);
    return found('site_file', 'valid', { file });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return found('site_file', 'invalid', { faults: error.faults.join('; ') });
  }
}

async function examineParent(dir: string): Promise<Result> {
  let parent = dirname(dir);
  while (!existsSync(parent)) parent = dirname(parent);
  return found(
    'data_dir',
    (await may(parent, constants.W_OK)) ? 'absent' : 'uncreatable',
    { dir, parent },
    { isLast: true },
  );
}

async function examineDirectory(dir: string): Promise<Result[]> {
  if (!(await may(dir, constants.R_OK | constants.W_OK | constants.X_OK)))
    return [found('data_dir', 'closed', { dir })];
  const closed = await closedFiles(dir);
  if (closed.length > 0)
    return [found('data_dir.owner', 'closed', { files: closed.join(', '), dir }, { isLast: true })];
  const exposed = await exposedFiles(dir);
  return [
    found('data_dir', 'usable', { dir }),
    ...(exposed.length > 0 ? [found('data_dir.permissions', 'open', { files: exposed.join(', '), dir })] : []),
    judgeSpace(spaceOf(dir).free, await sizeOf(dir)),
  ];
}

/** Judges the free bytes of a disk: a new index is built beside the live index. */
export function judgeSpace(free: number, used: number): Finding {
  const required = Math.max(LEAST_FREE_BYTES, 2 * used);
  const outcome = free >= required ? 'enough' : free < used + 20 * 1024 * 1024 ? 'full' : 'low';
  const values = { free: megabytes(free), used: megabytes(used), required: megabytes(required) };
  return found('data_dir.space', outcome, values);
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

async function sizeOf(dir: string): Promise<number> {
  // Files in the outbox are hard links.
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

// Files of the service that this user cannot read and write.
async function closedFiles(dir: string): Promise<string[]> {
  const written = (await readdir(dir)).filter((name) => /^(?:state|ledger|mirror)\.db|^(?:index|refresh)$/.test(name));
  const generations = (await readdir(join(dir, 'index')).catch(() => [])).map((name) => join('index', name));
  return await closedAmong(dir, [...written, ...generations]);
}

/** Returns the existing files that this user cannot read and write. A current run may create and delete files meanwhile. */
export async function closedAmong(dir: string, names: readonly string[]): Promise<string[]> {
  const closed: string[] = [];
  for (const name of names) {
    const path = join(dir, name);
    if ((await may(path, constants.R_OK | constants.W_OK)) || !lstatSync(path, { throwIfNoEntry: false })) continue;
    closed.push(name);
  }
  return closed;
}

// Files that further users can read; empty if the permissions of the directory prevent it.
async function exposedFiles(dir: string): Promise<string[]> {
  if (((await stat(dir)).mode & 0o077) === 0) return [];
  const names = (await readdir(dir)).filter((name) => /^(?:state|mirror)\.db|^index$/.test(name));
  return names.filter((name) => (statSync(join(dir, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o044);
}

const mirrorIn = (file: string) =>
  inspectDatabase(file, {
    version: MIRROR_SCHEMA_VERSION,
    ifAbsent: { message: 'No mirror yet', advice: 'run npm run sync' },
    ifDamaged: REPAIRS.mirror,
  });

async function may(path: string, mode: number): Promise<boolean> {
  return await access(path, mode).then(
    () => true,
    () => false,
  );
}
