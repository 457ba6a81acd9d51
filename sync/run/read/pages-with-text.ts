import { passagesOf, withoutMarks } from '../../../db/index/passages.ts';
import type { Mirror } from '../../../db/mirror/mirror.ts';

// Maximum pages that a run reads again for this reason.
const MOST = 100;

type Titled = { readonly title: string; readonly markdown: string };

/** Returns passages of a removed page that further pages may contain; a list may link it by a short title. */
export const passagesOfLeaving = (page: (Titled & { readonly url: string }) | undefined): readonly string[] =>
  page ? [...passagesOf(page), `](${page.url})`] : [];

/** Returns passages that a page has lost and further pages may still show. */
export function lostPassages(former: Titled, present: Titled): readonly string[] {
  const text = withoutMarks(`${present.title}\n${present.markdown}`);
  return passagesOf(former).filter((passage) => !text.includes(passage));
}

/**
 * Returns the ids of pages that contain given passages, keyed by the id of their source page. At most 100; rare passages take
 * precedence. Scans the mirror.
 */
export function pagesWithTextOf(
  passages: ReadonlyMap<number, readonly string[]>,
  mirror: Pick<Mirror, 'publishable'>,
): ReadonlySet<number> {
  const holders = new Map([...passages.values()].flat().map((passage) => [passage, [] as number[]]));
  if (holders.size === 0) return new Set();
  for (const { id, markdown } of mirror.publishable()) {
    if (passages.has(id)) continue;
    const text = withoutMarks(markdown);
    for (const [passage, its] of holders) if (text.includes(passage) || markdown.includes(passage)) its.push(id);
  }
  const rarestFirst = [...holders.values()].toSorted((a, b) => a.length - b.length);
  return new Set([...new Set(rarestFirst.flat())].slice(0, MOST));
}
