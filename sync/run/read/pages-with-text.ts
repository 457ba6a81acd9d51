import type { Mirror } from '../../../db/mirror/mirror.ts';

/** Pages that one run reads again for this reason. */
const MOST = 100;
/** Characters of a passage: an excerpt has no fewer, and no line of a menu is as long. */
const SHORTEST = 12;
const LONGEST = 60;
const MOST_PASSAGES = 6;

/** Ids of the pages whose text has a passage or the title of one of these pages, as in a query loop or a synced pattern. Scans the mirror. */
export function pagesWithTextOf(
  ids: Iterable<number>,
  mirror: Pick<Mirror, 'publishable' | 'publishablePage'>,
): ReadonlySet<number> {
  const gone = new Set(ids);
  const passages = [...gone].flatMap((id) => passagesOf(mirror.publishablePage(id)));
  const found = new Set<number>();
  if (passages.length === 0) return found;
  for (const { id, markdown } of mirror.publishable()) {
    if (!gone.has(id) && passages.some((passage) => markdown.includes(passage))) found.add(id);
    if (found.size >= MOST) break;
  }
  return found;
}

/** The beginnings of the first lines of a text, and its title. */
function passagesOf(page: { readonly title: string; readonly markdown: string } | undefined): readonly string[] {
  if (!page) return [];
  const lines = page.markdown.split('\n').map((line) =>
    line
      .replace(/^[\s#>*\d.+-]+/, '')
      .slice(0, LONGEST)
      .trim(),
  );
  return [page.title, ...lines].filter(({ length }) => length >= SHORTEST).slice(0, MOST_PASSAGES);
}
