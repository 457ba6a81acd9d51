import type { Mirror, MirroredPage } from '../../../db/mirror/mirror.ts';
import { hashOf } from './document.ts';

/** Pages of a large mirror that one run looks at, when it does not read the whole site. */
const CHECKED_IN_A_RUN = 10_000;
const FACT = 'checked_up_to';

type Extent = {
  /** Looks at all pages. */
  readonly all: boolean;
  /** Looks at so many pages otherwise, those after the ones that the run before looked at. */
  readonly most?: number;
};

/** Marks for reading pages that a failing disk altered where SQLite cannot see it; answers their paths. */
export function doubtAltered(mirror: Mirror, { all, most = CHECKED_IN_A_RUN }: Extent): string[] {
  const looksAtAll = all || mirror.size() <= most;
  const altered: Pick<MirroredPage, 'id' | 'path'>[] = [];
  let left = looksAtAll ? Infinity : most;
  let next = 0;
  for (const page of mirror.publishable(looksAtAll ? 0 : Number(mirror.fact(FACT) ?? 0))) {
    const { id, path, hash } = page;
    if (hash !== '' && hash !== hashOf(page)) altered.push({ id, path });
    left -= 1;
    if (left > 0) continue;
    next = id;
    break;
  }
  if (!looksAtAll) mirror.note(FACT, next);
  mirror.doubt(altered.map(({ id }) => id));
  return altered.map(({ path }) => path);
}
