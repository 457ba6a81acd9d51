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
import { age } from '../report/age.ts';
import { OPEN_API, SEE_PAGES } from '../report/next-steps.ts';
import { REPAIRS } from '../report/repairs.ts';
import { note, ok, problem, type Finding } from './finding.ts';

const { followedIndex: FETCH, index: FULL_SYNC } = REPAIRS;

type Published = {
  readonly dataDir: string;
  /** Address of the published index that is followed, if one is. */
  readonly follows?: string | undefined;
  readonly now: () => Date;
};

/** Checks the live index: its presence, its checksum and its age. */
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
        'No index yet: the server says that it is not ready',
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
    const fault = checksum === undefined ? 'cannot be read' : 'is not what was published: it is damaged';
    return [
      problem(
        'index.file',
        `${file} ${fault}`,
        follows === undefined ? `${FULL_SYNC}; npm run rollback goes back to the one before` : FETCH,
      ),
    ];
  }
  const pages = live.counts['pages'] ?? 0;
  if (live.pinned !== undefined) {
    const message = `Generation ${live.generation} is pinned since ${live.pinned}: changes of the site are not published`;
    const advice = 'npm run rollback -- --undo goes forward to the newest generation';
    return [follows === undefined ? problem('index.pinned', message, advice) : note('index.pinned', message, advice)];
  }
  const built = `built ${age(live.built_at, now())} ago`;
  return [
    ok(
      'index.file',
      `Generation ${live.generation} with ${counted(pages, 'page')} of ${live.site}, ${built}, is what was published`,
    ),
  ];
}

/** Tells how it goes with the published index that is followed; nothing where sync reads the site itself. */
export function examineFollowed({ dataDir, follows, now }: Published): Finding[] {
  if (follows === undefined) return [];
  const { followed_at, failures, fault } = followNoteOf(dataDir, follows);
  const seen = followed_at === undefined ? 'never' : `${age(followed_at, now())} ago`;
  if (fault !== undefined) {
    const message = `${follows} cannot be followed (failures: ${failures}, last seen to be what is here: ${seen}): ${fault}`;
    return [
      problem('index.follow', message, 'look at that address and where it is published; the last good one stays'),
    ];
  }
  if (followed_at === undefined)
    return [note('index.follow', `${follows} was not looked at yet`, 'start npm run serve')];
  return [ok('index.follow', `${follows} has the index that is here, seen ${seen}`)];
}

/** Tells what the guard of sync holds; nothing while it rests. */
export async function examineGuard({ dataDir, now }: Published): Promise<Finding[]> {
  const holds = await createGenerations(dataDir).guard();
  return holds.map((hold) => judgeHold(hold, now()));
}

function judgeHold({ kind, since, why }: GuardNote[number], now: Date): Finding {
  const force = 'look at the site and at npm run status -- --left-out; if that is meant, npm run sync -- --force';
  const message = `${MEANINGS[kind] ?? 'The guard keeps pages as they were'}, for ${age(since, now)}: ${why}`;
  return problem('guard', message, ADVICE[kind] ?? force);
}

const MEANINGS: Readonly<Record<string, string>> = {
  unseen: 'Sync cannot see pages as visitors see them',
  withdrawn: 'The index has next to no pages',
};
const ADVICE: Readonly<Record<string, string>> = {
  unread: OPEN_API,
  unseen: SEE_PAGES,
  withdrawn: 'if the site is public: Settings > Reading > «Discourage search engines» off, or open it to visitors',
};

type Signed = {
  readonly dataDir: string;
  /** Address of the published index that is followed, if one is. */
  readonly follows?: string | undefined;
  /** Keys that a server believes. */
  readonly publicKeys: readonly KeyObject[];
  /** Key with which sync signs. */
  readonly signingKey: KeyObject | undefined;
};

/** Checks the signature of the live index, where keys are set or an index is followed. */
export async function examineSignature({ dataDir, follows, publicKeys, signingKey }: Signed): Promise<Finding[]> {
  if (follows === undefined && !signingKey) return [];
  if (follows !== undefined && publicKeys.length === 0) {
    const message = 'Whoever can write at INDEX_URL decides what is served: signatures are not asked for';
    return [
      note('index.signature', message, 'set INDEX_PUBLIC_KEY here and INDEX_PRIVATE_KEY where sync runs (README)'),
    ];
  }
  const keys = signingKey ? [createPublicKey(signingKey)] : publicKeys;
  if (await createGenerations(dataDir).isSigned(keys))
    return [ok('index.signature', 'The index is signed by the key that is set')];
  const advice = signingKey
    ? 'run npm run sync: it signs what is published'
    : 'start npm run serve: it takes the next one that is signed';
  return [note('index.signature', 'The index that is here is not signed by the key that is set', advice)];
}
