import { createPublicKey, type KeyObject } from 'node:crypto';
import { constants, existsSync, lstatSync, statSync } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LEAST_FREE_BYTES, spaceOf } from '../../db/free-space.ts';
import { isConvertible } from '../../db/index/convert.ts';
import { followNoteOf } from '../../db/index/follow-note.ts';
import { checksumOf, createGenerations, filesOf, INDEX_SCHEMA_VERSION } from '../../db/index/generations.ts';
import { inspectDatabase } from '../../db/inspect.ts';
import { firstPage, inspectRuns, inspectTexts, type TextSource } from '../../db/mirror/inspect.ts';
import { MIRROR_SCHEMA_VERSION } from '../../db/mirror/mirror.ts';
import type { LoggedRun } from '../../db/mirror/run-log.ts';
import { examineState } from '../../db/state/open.ts';
import type { StateLocation } from '../../db/state/state.ts';
import { misnamedText, type MisnamedSetting } from '../../shared/env-names.ts';
import { fieldAt } from '../../shared/fields.ts';
import { counted } from '../../shared/printable.ts';
import { createRefreshRequests } from '../../shared/refresh-requests.ts';
import { ConfigurationError } from '../../shared/settings.ts';
import { readWellKnownFiles } from '../../shared/well-known-files.ts';
import type { SyncConfig } from '../config.ts';
import { EXPIRES_AFTER_MS } from '../service/lease.ts';
import { htmlPagesLine, htmlPagesOf } from '../service/report/html-pages.ts';
import { OPEN_API, OPEN_SITE, SEE_PAGES } from '../service/report/next-steps.ts';
import { readDeliveryNote, readProbeNote, type ProbeNote } from '../service/report/notes.ts';
import { age, isFailure, isLate, modeOf, outcomeWords, REPAIRS } from '../service/report/words.ts';
import { readSiteConfig } from '../site-file/site-config.ts';
import { found, runChecks, type Checks, type Finding, type Result, type Run } from './finding.ts';
import { judgeWellKnownFiles } from './public-addresses.ts';

type Installation = Pick<SyncConfig, 'dataDir' | 'mirrorFile' | 'schedule' | 'probeSeconds' | 'signingKey'> & {
  readonly state: StateLocation;
  // Address of the followed index; then there is no mirror, and there are no runs.
  readonly follows?: string | undefined;
  readonly delivers: boolean;
  readonly publicKeys: readonly KeyObject[];
  readonly siteFile: string | undefined;
  // Invalid names in `.env`.
  readonly misnamed: readonly MisnamedSetting[];
  readonly takesMessages: boolean;
  readonly nodeVersion: string;
  readonly now: () => Date;
};

/** Checks of this machine and its data directory, in the order of the report. */
export const INSTALLATION_CHECKS: Checks<Installation> = {
  settings: ({ misnamed }) => [
    found('settings', 'valid'),
    ...misnamed.map((setting) => {
      const { nearest = '' } = setting;
      const outcome = nearest === '' ? 'unknown' : 'near';
      return found('settings.env_file', outcome, { text: misnamedText(setting), nearest });
    }),
  ],
  'node.version': ({ nodeVersion: version }) => found('node.version', 'supported', { version }),
  site_file: ifRead(({ siteFile }) => judgeSiteFile(siteFile)),
  state: async ({ state, now }) => {
    const { part, ...condition } = await examineState(state, now);
    return { check: `state.${part}`, ...condition };
  },
  data_dir: async ({ dataDir: dir }) => {
    let parent = dir;
    while (!existsSync(parent)) parent = dirname(parent);
    if (parent === dir) return found('data_dir', (await isUsable(dir, USE_FOLDER)) ? 'usable' : 'closed', { dir });
    return found('data_dir', (await isUsable(parent, constants.W_OK)) ? 'absent' : 'uncreatable', { dir, parent });
  },
  'data_dir.owner': async ({ dataDir: dir }) => {
    const generations = await readdir(join(dir, 'index')).catch(() => []);
    const files = await closedAmong(dir, [
      ...(await readdir(dir)).filter((name) => /^(?:state|ledger|mirror)\.db|^(?:index|refresh)$/.test(name)),
      ...generations.map((name) => join('index', name)),
    ]);
    return files.length === 0 ? undefined : found('data_dir.owner', 'closed', { files: files.join(', '), dir });
  },
  'data_dir.permissions': async ({ dataDir: dir }) => {
    if (((await stat(dir)).mode & 0o077) === 0) return undefined;
    const names = (await readdir(dir)).filter((name) => /^(?:state|mirror)\.db|^index$/.test(name));
    const modeOfFile = (name: string) => statSync(join(dir, name), { throwIfNoEntry: false })?.mode ?? 0;
    const files = names.filter((name) => modeOfFile(name) & 0o044).join(', ');
    return files === '' ? undefined : found('data_dir.permissions', 'open', { files, dir });
  },
  'data_dir.space': async ({ dataDir }) => judgeSpace(spaceOf(dataDir).free, await sizeOf(dataDir)),
  well_known: async ({ dataDir }) => judgeWellKnownFiles(await readWellKnownFiles(dataDir)),
  'mirror.database': ifRead(({ mirrorFile }) => mirrorIn(mirrorFile)),
  'index.file': async (given) => {
    const index = await examineIndex(given);
    return index.level === 'problem' ? index : [index, ...(await examineSignature(given))];
  },
  'index.follow': ({ dataDir, follows, now }) => {
    if (follows === undefined) return undefined;
    const { followed_at, failures, fault } = followNoteOf(dataDir, follows);
    const seen = lastTime(followed_at, now());
    if (fault !== undefined) return found('index.follow', 'fails', { follows, failures, seen, fault });
    return found('index.follow', followed_at === undefined ? 'unchecked' : 'equal', { follows, seen });
  },
  delivery: ifRead(({ dataDir, delivers, now }) => {
    if (!delivers) return undefined;
    const { delivered_at, failures, fault } = readDeliveryNote(dataDir);
    const last = lastTime(delivered_at, now());
    if (fault !== undefined) return found('delivery', 'fails', { failures, last, fault });
    return found('delivery', delivered_at === undefined ? 'never' : 'delivered', { last });
  }),
  guard: ifRead(async ({ dataDir, now }) =>
    (await createGenerations(dataDir).guard()).map(({ kind, since, why }) => {
      const outcome = kind === 'unread' || kind === 'unseen' || kind === 'withdrawn' ? kind : 'holds';
      return found('guard', outcome, { age: age(since, now()), why }, { advice: HOLD_ADVICE[kind] });
    }),
  ),
  runs: ifRead(async (given) => (mirrorIn(given.mirrorFile).level === 'ok' ? await examineRuns(given) : undefined)),
};

const HOLD_ADVICE: Readonly<Record<string, string>> = { unread: OPEN_API, unseen: SEE_PAGES, different: OPEN_SITE };

// Runs a check only where sync reads the site.
function ifRead(run: Run<Installation>): Run<Installation> {
  return (given) => (given.follows === undefined ? run(given) : undefined);
}

/** Checks this machine: Node, the site file, the state store and the data directory. Changes nothing. */
export async function examineInstallation(given: Installation): Promise<readonly Finding[]> {
  return (await runChecks(INSTALLATION_CHECKS, given)).findings;
}

const lastTime = (at: string | undefined, now: Date): string => (at === undefined ? 'never' : `${age(at, now)} ago`);

function judgeSiteFile(file: string | undefined): Finding {
  if (file === undefined) return found('site_file', 'absent');
  try {
    readSiteConfig(file);
    return found('site_file', 'valid', { file });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return found('site_file', 'invalid', { faults: error.faults.join('; ') });
  }
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
  const sizes = names.map((name) => lstatSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the existing files that this user cannot read and write. A current run may create and delete files meanwhile. */
export async function closedAmong(dir: string, names: readonly string[]): Promise<string[]> {
  const closed: string[] = [];
  for (const name of names) {
    const path = join(dir, name);
    if ((await isUsable(path, USE_FILE)) || !lstatSync(path, { throwIfNoEntry: false })) continue;
    closed.push(name);
  }
  return closed;
}

const USE_FILE = constants.R_OK | constants.W_OK;
const USE_FOLDER = USE_FILE | constants.X_OK;

const isUsable = async (path: string, mode: number): Promise<boolean> =>
  await access(path, mode).then(
    () => true,
    () => false,
  );

const mirrorIn = (file: string) =>
  inspectDatabase(file, {
    version: MIRROR_SCHEMA_VERSION,
    ifAbsent: { message: 'No mirror yet', advice: 'run npm run sync' },
    ifDamaged: REPAIRS.mirror,
  });

async function examineIndex({ dataDir, follows, now }: Installation): Promise<Finding> {
  const isFollowed = follows !== undefined;
  const advice = isFollowed ? REPAIRS.followedIndex : REPAIRS.index;
  const generations = createGenerations(dataDir);
  const live = await generations.current().catch((error: Error) => error);
  if (live instanceof Error) {
    return found('index.pointer', 'damaged', { fault: live.message.replaceAll('\n', ' ') }, { advice });
  }
  if (!live) return found('index.file', 'absent', {}, { advice: isFollowed ? advice : 'run npm run sync' });
  const { schema_version: version, generation, pinned: since } = live;
  if (version !== INDEX_SCHEMA_VERSION) {
    const converted = isConvertible(version) ? ' and serves a converted copy until the next sync' : '';
    return found('index.file', 'version', { version, wanted: INDEX_SCHEMA_VERSION, converted }, { advice });
  }
  for (const { file, sha256 } of filesOf(live)) {
    const checksum = await checksumOf(generations.pathOf({ file })).catch(() => undefined);
    if (checksum === sha256) continue;
    const rollback = isFollowed ? '' : '; npm run rollback restores the previous generation';
    const more = { advice: advice + rollback };
    return found('index.file', checksum === undefined ? 'unreadable' : 'damaged', { file }, more);
  }
  if (since !== undefined) {
    return found('index.pinned', 'pinned', { generation, since }, { level: isFollowed ? 'note' : 'problem' });
  }
  const pages = counted(live.counts['pages'] ?? 0, 'page');
  return found('index.file', 'intact', { generation, pages, site: live.site, age: age(live.built_at, now()) });
}

// Checks the signature of the live index, if keys are set or an index is followed.
async function examineSignature({ dataDir, follows, publicKeys, signingKey }: Installation): Promise<Finding[]> {
  if (follows === undefined && !signingKey) return [];
  if (follows !== undefined && publicKeys.length === 0) return [found('index.signature', 'unrequired')];
  const keys = signingKey ? [createPublicKey(signingKey)] : publicKeys;
  const isSigned = await createGenerations(dataDir).isSigned(keys);
  return [found('index.signature', isSigned ? 'signed' : signingKey ? 'unsigned' : 'unsignedCopy')];
}

const RUNS_READ = 20;

async function examineRuns(given: Installation): Promise<Result[]> {
  const { dataDir, mirrorFile, schedule, takesMessages, now } = given;
  const { runs, holder } = inspectRuns(mirrorFile, RUNS_READ);
  const page = takesMessages ? firstPage(mirrorFile) : undefined;
  // Distinguishes an active lease from the lease of a dead process.
  const seconds = Math.round(Math.abs(now().getTime() - (holder?.renewedAt ?? 0)) / 1000);
  const pid = /\/(\d+)\/[^/]*$/.exec(holder?.owner ?? '')?.[1] ?? '?';
  const outcome = holder ? (seconds * 1000 <= EXPIRES_AFTER_MS ? 'active' : 'left') : 'free';
  return [
    ...judgeRuns(runs, schedule, now()),
    judgeFreshness({ configured: given.probeSeconds, probes: readProbeNote(dataDir), runs, schedule, now: now() }),
    ...(page ? [await measureRefresh({ dataDir, page })] : []),
    found('lease', outcome, { pid, seconds }),
    ...judgeTexts(inspectTexts(mirrorFile)),
  ];
}

/** Reports the pages that sync reads from their HTML, with the entry for site.yaml. */
export function judgeTexts(texts: readonly TextSource[]): Finding[] {
  return htmlPagesOf(texts).map((group) => {
    const { site_yaml: entry = '' } = group;
    return found('texts.html', entry === '' ? 'permanent' : 'detected', { line: htmlPagesLine(group), entry });
  });
}

const DAY_MS = 86_400_000;

/** Judges the last runs, newest first. */
export function judgeRuns(logged: readonly LoggedRun[], schedule: string, now: Date): Finding[] {
  // A mistyped --only reveals nothing about this installation.
  const runs = logged.filter(({ outcome }) => outcome !== 'page_unknown');
  const [last] = runs;
  if (!last) return [found('runs.last', 'never')];
  const findings = [judgeLast(last, now)];
  const done = runs.find(({ outcome }) => outcome === 'done');
  const at = done && (done.finishedAt ?? done.startedAt);
  if (at !== undefined && isLate(schedule, at, now)) {
    const level = now.getTime() - Date.parse(at) > DAY_MS ? 'problem' : 'note';
    findings.push(found('runs.age', 'late', { age: age(at, now), schedule }, { level }));
  }
  const warnings = fieldAt(done?.summary, 'warningCount');
  if (typeof warnings === 'number' && warnings > 0) findings.push(found('runs.warnings', 'some', { warnings }));
  return findings;
}

function judgeLast({ outcome: ended, startedAt, mode, summary }: LoggedRun, now: Date): Finding {
  const message = fieldAt(summary, 'message');
  const why = typeof message === 'string' ? `: ${message}` : '';
  const when = `${modeOf({ mode, summary })}, started ${age(startedAt, now)} ago`;
  const result = `The last run (${when}) ${outcomeWords({ outcome: ended })}`;
  if (ended === 'mass_loss') return found('runs.last', 'massLoss', { result, why });
  if (isFailure({ outcome: ended })) return found('runs.last', 'failed', { result, why });
  return found('runs.last', ended === 'done' || ended === 'running' ? 'finished' : 'ended', { result });
}

type Freshness = {
  // Configured seconds between two probes; 0 disables them.
  readonly configured: number;
  readonly probes: ProbeNote | undefined;
  // Last runs, newest first.
  readonly runs: readonly LoggedRun[];
  readonly schedule: string;
  readonly now: Date;
};

// Milliseconds after its interval until a probe counts as missing, because it waits for the current run.
const PATIENCE_MS = 30 * 60_000;

/** Judges how soon a change is published: the interval of the probes plus the duration of the short runs after them. */
export function judgeFreshness({ configured, probes, runs, schedule, now }: Freshness): Finding {
  if (configured === 0) return found('freshness', 'disabled', { schedule });
  const isWatched = probes && now.getTime() - Date.parse(probes.last_at) < probes.every_seconds * 1000 + PATIENCE_MS;
  if (!isWatched) {
    const last = probes ? `, the last one ${age(probes.last_at, now)} ago` : '';
    return found('freshness', 'unwatched', { last });
  }
  const took = runs
    .filter(({ mode, outcome }) => mode === 'short' && outcome === 'done')
    .map(({ startedAt, finishedAt }) => (Date.parse(finishedAt ?? startedAt) - Date.parse(startedAt)) / 1000);
  const slowest = Math.ceil(Math.max(0, ...took));
  const measured = took.length > 0 ? `, and ${slowest} s for the slowest of the last ${took.length} short runs` : '';
  const { every_seconds: every, why } = probes;
  const values = { within: every + slowest, every, measured, why: why ?? '' };
  return found('freshness', why === undefined ? 'probed' : 'slowed', values);
}

type Refresh = {
  readonly dataDir: string;
  // A page to read again; its text does not change.
  readonly page: { readonly id: number; readonly type: string };
  // Timeout of the request, in milliseconds.
  readonly patience?: number;
};

// Milliseconds between two checks of the request.
const LOOK_EVERY_MS = 50;

/** Measures how long sync takes to read a page, and to publish a change, after a message of WordPress. */
export async function measureRefresh({ dataDir, page, patience = 30_000 }: Refresh): Promise<Finding> {
  const requests = createRefreshRequests(dataDir);
  const name = `doctor-${process.pid}`;
  const began = performance.now();
  await requests.write(name, { posts: { [page.type]: [page.id] }, site: [] });
  while (await requests.has(name)) {
    if (performance.now() - began > patience) {
      await requests.withdraw(name);
      return found('refresh', 'unread', { seconds: patience / 1000 });
    }
    await sleep(LOOK_EVERY_MS);
  }
  return found('refresh', 'measured', { seconds: ((performance.now() - began) / 1000).toFixed(1) });
}
