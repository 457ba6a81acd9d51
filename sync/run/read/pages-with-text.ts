import { withoutMarks } from '../../../db/index/passages.ts';
import type { Mirror } from '../../../db/mirror/mirror.ts';

// Maximum pages that a run reads again for this reason.
const MOST = 100;

/**
 * Returns the ids of pages that contain given passages, keyed by the id of their source page. At most 100; rare passages take
 * precedence. Scans the mirror and the staged pages.
 */
export function pagesWithTextOf(
  passages: ReadonlyMap<number, readonly string[]>,
  mirror: Pick<Mirror, 'texts'>,
): ReadonlySet<number> {
  const holders = new Map([...passages.values()].flat().map((passage) => [passage, new Set<number>()]));
  if (holders.size === 0) return new Set();
  for (const { id, markdown } of mirror.texts()) {
    if (passages.has(id)) continue;
    const text = withoutMarks(markdown);
    for (const [passage, its] of holders) if (text.includes(passage) || markdown.includes(passage)) its.add(id);
  }
  const rarestFirst = [...holders.values()].toSorted((a, b) => a.size - b.size);
  return new Set([...new Set(rarestFirst.flatMap((its) => Array.from(its)))].slice(0, MOST));
}
