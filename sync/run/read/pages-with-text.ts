import type { Mirror } from '../../../db/mirror/mirror.ts';

/** Pages that one run reads again for this reason. */
const MOST = 100;
/** Characters of a passage: an excerpt has no fewer, and no line of a menu is as long. */
const SHORTEST = 12;
const LONGEST = 60;
/** A list of pages shows the title or one of these first lines. Pages of one template share the lines below. */
const FIRST_LINES = 2;
/** Pictures and tables, whose beginnings many pages share. */
const NO_PASSAGE = /^\s*(?:!\[|\|)/;

/**
 * Ids of the pages whose text has the title or a first line of one of these pages (query loop, synced pattern). At most 100: passages
 * that few pages have go first. Scans the mirror.
 */
export function pagesWithTextOf(
  ids: Iterable<number>,
  mirror: Pick<Mirror, 'publishable' | 'publishablePage'>,
): ReadonlySet<number> {
  const gone = new Set(ids);
  const holders = new Map(
    [...gone].flatMap((id) => passagesOf(mirror.publishablePage(id)).map((text) => [text, [] as number[]])),
  );
  if (holders.size === 0) return new Set();
  for (const { id, markdown } of mirror.publishable()) {
    if (gone.has(id)) continue;
    const text = plain(markdown);
    for (const [passage, its] of holders) if (text.includes(passage) || markdown.includes(passage)) its.push(id);
  }
  const rarestFirst = [...holders.values()].toSorted((a, b) => a.length - b.length);
  return new Set([...new Set(rarestFirst.flat())].slice(0, MOST));
}

function passagesOf(
  page: { readonly title: string; readonly url: string; readonly markdown: string } | undefined,
): readonly string[] {
  if (!page) return [];
  const isLong = ({ length }: string) => length >= SHORTEST;
  const lines = page.markdown
    .split('\n')
    .filter((line) => !NO_PASSAGE.test(line))
    .map((line) =>
      plain(line)
        .replace(/^[\s#>\d.+-]+/, '')
        .slice(0, LONGEST)
        .trim(),
    );
  // A list links a page by any title, however short.
  return [page.title, `](${page.url})`, ...lines.filter(isLong).slice(0, FIRST_LINES)].filter(isLong);
}

/** Markdown without emphasis and links: an excerpt has neither. */
const plain = (markdown: string): string => markdown.replaceAll(/[*_]|!?\[|\]\([^()\s]*\)/g, '');
