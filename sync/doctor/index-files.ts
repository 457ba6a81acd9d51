import { createPublicKey, type KeyObject } from 'node:crypto';
import { isConvertible } from '../../db/index/convert.ts';
import {
  checksumOf,
  createGenerations,
  filesOf,
  INDEX_SCHEMA_VERSION,
  type GuardNote,
  type Pointer,
} from '../../db/index/generations.ts';
import { followNoteOf } from '../../db/index/follow-note.ts';
import { counted } from '../../shared/printable.ts';
import { age, REPAIRS } from '../service/report/words.ts';
import { OPEN_API, SEE_PAGES } from '../service/report/next-steps.ts';
import { note, ok, problem, type Finding } from './finding.ts';

const { followedIndex: FETCH, index: FULL_SYNC } = REPAIRS;

type Published = {
  readonly dataDir: string;
  readonly follows?: string | undefined;
  readonly now: () => Date;
};

/** Checks the live index: presence, checksum and age. */
export async function examineIndex({ dataDir, follows, now }: Published): Promise<Finding[]> {
  const renewal = follows === undefined ? FULL_SYNC : FETCH;
  const generations = createGenerations(dataDir);
  let live: Pointer | undefined;
  try {
    live = await generations.current();
  } catch (error) {
    const message = `index/current.json is damaged: ${(error as Error).message.split('\n').join(' ')}`;
    return [problem('index.pointer', message, renewal)];
  }
  if (!live)
    return [
      note(
        'index.file',
        'No index yet: the server reports that it is not ready',
        follows === undefined ? 'run npm run sync' : FETCH,
      ),
    ];
  if (live.schema_version !== INDEX_SCHEMA_VERSION) {
    const converted = isConvertible(live.schema_version) ? ' and serves a converted copy until the next sync' : '';
    const message = `The live index has schema version ${live.schema_version}; this program reads ${INDEX_SCHEMA_VERSION}${converted}`;
    return [problem('index.file', message, renewal)];
  }
  for (const { file, sha256 } of filesOf(live)) {
    const checksum = await checksumOf(generations.pathOf({ file })).catch(() => undefined);
    if (checksum === sha256) continue;
    const fault = checksum === undefined ? 'cannot be read' : 'is damaged: its checksum differs from the published one';
    return [
      problem(
        'index.file',
        `${file} ${fault}`,
        follows === undefined ? `${FULL_SYNC}; npm run rollback restores the previous generation` : FETCH,
      ),
    ];
  }
  const pages = live.counts['pages'] ?? 0;
  if (live.pinned !== undefined) {
    const message = `Generation ${live.generation} is pinned since ${live.pinned}: changes of the site are not published`;
    const advice = 'npm run rollback -- --undo publishes the newest generation';
    return [follows === undefined ? problem('index.pinned', message, advice) : note('index.pinned', message, advice)];
  }
  const built = `built ${age(live.built_at, now())} ago`;
  return [
    ok(
      'index.file',
      `Generation ${live.generation} with ${counted(pages, 'page')} of ${live.site}, ${built}, is intact`,
    ),
  ];
}

/** Checks the state of the followed index; returns no findings without INDEX_URL. */
export function examineFollowed({ dataDir, follows, now }: Published): Finding[] {
  if (follows === undefined) return [];
  const { followed_at, failures, fault } = followNoteOf(dataDir, follows);
  const seen = followed_at === undefined ? 'never' : `${age(followed_at, now())} ago`;
  if (fault !== undefined) {
    const message = `${follows} cannot be followed (failures: ${failures}, last match with the local copy: ${seen}): ${fault}`;
    return [problem('index.follow', message, 'check that address and its publisher; the last valid index stays live')];
  }
  if (followed_at === undefined) return [note('index.follow', `${follows} was not checked yet`, 'start npm run serve')];
  return [ok('index.follow', `${follows} has the same index as this server, checked ${seen}`)];
}

/** Reports the holds of the guard. */
export async function examineGuard({ dataDir, now }: Published): Promise<Finding[]> {
  const holds = await createGenerations(dataDir).guard();
  return holds.map((hold) => judgeHold(hold, now()));
}

function judgeHold({ kind, since, why }: GuardNote[number], now: Date): Finding {
  const force = 'check the site and npm run status -- --left-out; if this is intended, npm run sync -- --force';
  const message = `${MEANINGS[kind] ?? 'The guard holds pages at their previous versions'}, for ${age(since, now)}: ${why}`;
  return problem('guard', message, ADVICE[kind] ?? force);
}

const MEANINGS: Readonly<Record<string, string>> = {
  unseen: 'Sync cannot fetch pages as a visitor',
  withdrawn: 'The index has nearly no pages',
};
const ADVICE: Readonly<Record<string, string>> = {
  unread: OPEN_API,
  unseen: SEE_PAGES,
  withdrawn: 'if the site is public: Settings > Reading > «Discourage search engines» off, or allow visitors',
};

type Signed = {
  readonly dataDir: string;
  readonly follows?: string | undefined;
  readonly publicKeys: readonly KeyObject[];
  readonly signingKey: string | undefined;
};

/** Checks the signature of the live index, if keys are set or an index is followed. */
export async function examineSignature({ dataDir, follows, publicKeys, signingKey }: Signed): Promise<Finding[]> {
  if (follows === undefined && !signingKey) return [];
  if (follows !== undefined && publicKeys.length === 0) {
    const message = 'Anyone who can write at INDEX_URL controls the content: signatures are not required';
    return [
      note('index.signature', message, 'set INDEX_PUBLIC_KEY here and INDEX_PRIVATE_KEY where sync runs (README)'),
    ];
  }
  const keys = signingKey ? [createPublicKey(signingKey)] : publicKeys;
  if (await createGenerations(dataDir).isSigned(keys))
    return [ok('index.signature', 'The index is signed with the configured key')];
  const advice = signingKey
    ? 'run npm run sync: it signs the published index'
    : 'start npm run serve: it loads the next signed index';
  return [note('index.signature', 'The local index is not signed with the configured key', advice)];
}
