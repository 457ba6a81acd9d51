import type { Mirror, MirroredPage } from '../../../db/mirror/mirror.ts';
import { hashOf } from './document.ts';

// Maximum pages of a large mirror that a run checks, unless it reads the whole site.
const CHECKED_IN_A_RUN = 10_000;
const FACT = 'checked_up_to';

type Extent = {
  readonly all: boolean;
  // Otherwise checks this number of pages after those of the previous run.
  readonly most?: number;
};

/** Marks pages for reading that a failing disk altered without an SQLite error; returns the path of each. */
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
