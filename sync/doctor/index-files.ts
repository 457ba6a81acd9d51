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
import { OPEN_API, OPEN_SITE, SEE_PAGES } from '../service/report/next-steps.ts';
import { found, type Finding } from './finding.ts';

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
    const fault = (error as Error).message.split('\n').join(' ');
    return [found('index.pointer', 'damaged', { fault }, { advice: renewal })];
  }
  if (!live) return [found('index.file', 'absent', {}, { advice: follows === undefined ? 'run npm run sync' : FETCH })];
  const { schema_version: version, generation, pinned: since } = live;
  if (version !== INDEX_SCHEMA_VERSION) {
    const converted = isConvertible(version) ? ' and serves a converted copy until the next sync' : '';
    return [found('index.file', 'version', { version, wanted: INDEX_SCHEMA_VERSION, converted }, { advice: renewal })];
  }
  for (const { file, sha256 } of filesOf(live)) {
    const checksum = await checksumOf(generations.pathOf({ file })).catch(() => undefined);
    if (checksum === sha256) continue;
    const advice = follows === undefined ? `${FULL_SYNC}; npm run rollback restores the previous generation` : FETCH;
    return [found('index.file', checksum === undefined ? 'unreadable' : 'damaged', { file }, { advice })];
  }
  if (since !== undefined) {
    const level = follows === undefined ? 'problem' : 'note';
    return [found('index.pinned', 'pinned', { generation, since }, { level })];
  }
  const pages = counted(live.counts['pages'] ?? 0, 'page');
  return [found('index.file', 'intact', { generation, pages, site: live.site, age: age(live.built_at, now()) })];
}

/** Checks the state of the followed index; returns no findings without INDEX_URL. */
export function examineFollowed({ dataDir, follows, now }: Published): Finding[] {
  if (follows === undefined) return [];
  const { followed_at, failures, fault } = followNoteOf(dataDir, follows);
  const seen = followed_at === undefined ? 'never' : `${age(followed_at, now())} ago`;
  if (fault !== undefined) return [found('index.follow', 'fails', { follows, failures, seen, fault })];
  return [found('index.follow', followed_at === undefined ? 'unchecked' : 'equal', { follows, seen })];
}

/** Reports the holds of the guard. */
export async function examineGuard({ dataDir, now }: Published): Promise<Finding[]> {
  const holds = await createGenerations(dataDir).guard();
  return holds.map((hold) => judgeHold(hold, now()));
}

function judgeHold({ kind, since, why }: GuardNote[number], now: Date): Finding {
  const values = { age: age(since, now), why };
  switch (kind) {
    case 'unread':
      return found('guard', 'unread', values, { advice: OPEN_API });
    case 'unseen':
      return found('guard', 'unseen', values, { advice: SEE_PAGES });
    case 'different':
      return found('guard', 'holds', values, { advice: OPEN_SITE });
    default:
      return found('guard', kind === 'withdrawn' ? 'withdrawn' : 'holds', values);
  }
}

type Signed = {
  readonly dataDir: string;
  readonly follows?: string | undefined;
  readonly publicKeys: readonly KeyObject[];
  readonly signingKey: string | undefined;
};

/** Checks the signature of the live index, if keys are set or an index is followed. */
export async function examineSignature({ dataDir, follows, publicKeys, signingKey }: Signed): Promise<Finding[]> {
  if (follows === undefined && !signingKey) return [];
  if (follows !== undefined && publicKeys.length === 0) return [found('index.signature', 'unrequired')];
  const keys = signingKey ? [createPublicKey(signingKey)] : publicKeys;
  const isSigned = await createGenerations(dataDir).isSigned(keys);
  return [found('index.signature', isSigned ? 'signed' : signingKey ? 'unsigned' : 'unsignedCopy')];
}
