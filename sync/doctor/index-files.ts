import {
  checksumOf,
  createGenerations,
  filesOf,
  INDEX_SCHEMA_VERSION,
  type GuardNote,
  type Pointer,
} from '../../db/index/generations.ts';
import { counted } from '../../shared/counted.ts';
import { age } from '../report/age.ts';
import { note, ok, problem, type Finding } from './finding.ts';

const FULL_SYNC = 'run npm run sync -- --full: it builds a new index and publishes it';

type Published = { readonly dataDir: string; readonly now: () => Date };

/** Checks the live index: its presence, its checksum and its age. */
export async function examineIndex({ dataDir, now }: Published): Promise<Finding[]> {
  const generations = createGenerations(dataDir);
  let live: Pointer | undefined;
  try {
    live = await generations.current();
  } catch (error) {
    const message = `index/current.json is damaged: ${(error as Error).message.split('\n').join(' ')}`;
    return [problem('index.pointer', message, FULL_SYNC)];
  }
  if (!live) return [note('index.file', 'No index yet: the server says that it is not ready', 'run npm run sync')];
  if (live.schema_version !== INDEX_SCHEMA_VERSION) {
    const message = `The live index has schema version ${live.schema_version}; this program reads ${INDEX_SCHEMA_VERSION}`;
    return [problem('index.file', message, FULL_SYNC)];
  }
  for (const { file, sha256 } of filesOf(live)) {
    const checksum = await checksumOf(generations.pathOf({ file })).catch(() => undefined);
    if (checksum === sha256) continue;
    const fault = checksum === undefined ? 'cannot be read' : 'is not what was published: it is damaged';
    return [problem('index.file', `${file} ${fault}`, `${FULL_SYNC}; npm run rollback goes back to the one before`)];
  }
  const pages = live.counts['pages'] ?? 0;
  const built = `built ${age(live.built_at, now())} ago`;
  return [
    ok(
      'index.file',
      `Generation ${live.generation} with ${counted(pages, 'page')} of ${live.site}, ${built}, is what was published`,
    ),
  ];
}

/** Tells what the guard of sync holds; nothing while it rests. */
export async function examineGuard({ dataDir, now }: Published): Promise<Finding[]> {
  const holds = await createGenerations(dataDir).guard();
  return holds.map((hold) => judgeHold(hold, now()));
}

function judgeHold({ since, why }: GuardNote[number], now: Date): Finding {
  return problem(
    'guard',
    `The guard keeps pages as they were, for ${age(since, now)}: ${why}`,
    'look at the site and at npm run status -- --left-out; if that is meant, npm run sync -- --force',
  );
}
