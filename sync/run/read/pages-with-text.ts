import { withoutMarks } from '../../../db/index/passages.ts';
import type { Mirror } from '../../../db/mirror/mirror.ts';

// Maximum pages that a run reads again for this reason.
const MOST = 100;

/**
 * Returns the ids of pages that contain given passages, each with the id of its source page. At most 100; rare passages take
 * precedence. Scans the mirror and the staged pages.
 */
export function pagesWithTextOf(
  passages: Iterable<readonly [id: number, texts: readonly string[]]>,
  mirror: Pick<Mirror, 'texts'>,
): ReadonlySet<number> {
  const holders = new Map<string, { readonly of: Set<number>; readonly its: Set<number> }>();
  for (const [id, texts] of passages) {
    for (const passage of texts) {
      const found = holders.get(passage) ?? { of: new Set(), its: new Set() };
      found.of.add(id);
      holders.set(passage, found);
    }
  }
  if (holders.size === 0) return new Set();
  for (const { id, markdown } of mirror.texts()) {
    const text = withoutMarks(markdown);
    for (const [passage, { of, its }] of holders)
      if (!of.has(id) && (text.includes(passage) || markdown.includes(passage))) its.add(id);
  }
  const rarestFirst = [...holders.values()].map(({ its }) => its).toSorted((a, b) => a.size - b.size);
  return new Set([...new Set(rarestFirst.flatMap((its) => Array.from(its)))].slice(0, MOST));
}
