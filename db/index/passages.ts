// Characters of a passage: an excerpt has no fewer, and no line of a menu is as long.
const SHORTEST = 12;
const LONGEST = 60;
// Number of first lines that a list of pages may show. Pages of a template share the lines below.
const FIRST_LINES = 2;
// Pictures and tables, whose beginnings many pages share.
const NO_PASSAGE = /^\s*(?:!\[|\|)/;

type Titled = { readonly title: string; readonly markdown: string };

/** Returns the passages that a query loop or a synced pattern shows of a page: its title and its first lines. */
export function passagesOf({ title, markdown }: Titled): readonly string[] {
  const lines = markdown.split('\n').filter((line) => !NO_PASSAGE.test(line));
  return [title, ...lines.map(beginningOf).filter(isLong).slice(0, FIRST_LINES)].filter(isLong);
}

/** Returns passages of a removed page that further pages may contain; a list may link it by a short title. */
export const passagesOfLeaving = (page: (Titled & { readonly url: string }) | undefined): readonly string[] =>
  page ? [...passagesOf(page), `](${page.url})`] : [];

/** Returns passages that a page has lost and further pages may still show. */
export function lostPassages(former: Titled, present: Titled): readonly string[] {
  const text = withoutMarks(`${present.title}\n${present.markdown}`);
  return passagesOf(former).filter((passage) => !text.includes(passage));
}

/** Returns Markdown without emphasis and links, which an excerpt omits. */
export const withoutMarks = (markdown: string): string => markdown.replaceAll(/[*_]|!?\[|\]\([^()\s]*\)/g, '');

const beginningOf = (line: string): string =>
  withoutMarks(line)
    .replace(/^[\s#>\d.+-]+/, '')
    .slice(0, LONGEST)
    .trim();
const isLong = ({ length }: string): boolean => length >= SHORTEST;

// Lines that more pages have belong to a template.
const MOST_HOLDERS = 10;
// Number of passages to search within lines.
const MOST_SEARCHED = 300;

/** Removes lines that show a withheld page: lines with the beginning of any of its lines, or with a passage of it. */
export function withoutPassages<Shown extends Titled>(pages: readonly Shown[], withheld: readonly Titled[]): Shown[] {
  const begins = new Set(withheld.flatMap(({ title, markdown }) => [title, ...markdown.split('\n')].map(beginningOf)));
  const within = [...new Set(withheld.flatMap(passagesOf))].slice(0, MOST_SEARCHED);
  const holders = new Map<string, number>();
  const passagesIn = (line: string): readonly string[] => {
    const beginning = beginningOf(line);
    const text = withoutMarks(line);
    const its = within.filter((passage) => text.includes(passage));
    return isLong(beginning) && begins.has(beginning) ? [...its, beginning] : its;
  };
  const found = pages.map(({ markdown }) => {
    const lines = markdown.split('\n').map((line) => ({ line, passages: passagesIn(line) }));
    for (const passage of new Set(lines.flatMap(({ passages }) => passages)))
      holders.set(passage, (holders.get(passage) ?? 0) + 1);
    return lines;
  });
  const isRare = (passage: string) => (holders.get(passage) ?? 0) <= MOST_HOLDERS;
  return pages.map((page, at) => {
    const lines = found[at] ?? [];
    const shown = lines.filter(({ passages }) => !passages.some(isRare));
    return shown.length === lines.length ? page : { ...page, markdown: shown.map(({ line }) => line).join('\n') };
  });
}
