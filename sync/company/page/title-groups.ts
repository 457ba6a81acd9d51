import type { PageRole, TitleGroup } from '../evidence.ts';
import { isNamedService, isOtherSection, offersLabel } from '../company-pages.ts';
import { wordsOf } from '../words.ts';
import { nameOf, pageAddress } from './menu.ts';
import { blocksAround, isWithin, titledBlock, type Block, type Line } from './page-lines.ts';
import type { ParsedPage } from './parsed-page.ts';

const offers = wordsOf('offers');
const MORE = new RegExp(`^(?:${offers('more')})`, 'i');
const SENTENCE = new RegExp(`^(?:${offers('sentences')})`, 'iu');
const LONGEST = 60;
const FEWEST = 2;
// Minimum number of plain list items without headings.
const FEWEST_ITEMS = 3;
// Minimum number of lines in a section that consists of names only.
const FEWEST_LINES = 4;
// A longer list is a catalogue.
const MOST = 60;
const MOST_GROUPS = 60;
// Minimum shares of the headings of a services page that name its services.
const OF_ONE_LEVEL = 0.8;
const OF_ONE_GROUP = 0.5;
// Number of lines below a title that are searched for the link to its page.
const SECTION = 6;
// Number of lines between a label and the first title that it announces.
const LEAD = 4;
// Number of blocks around a row of cards, below the block of all rows.
const MOST_UP = 4;
// Default text of a theme: titles beside it are also placeholders.
const FILLER = /lorem ipsum|consectetur|pharetra/i;

type Titles = { readonly label: TitleGroup['label']; readonly indexes: readonly number[] };

/** Returns the groups of titles of a page that may name services; labelled groups come first. */
export function titleGroups(
  lines: readonly Line[],
  { url, role }: Pick<ParsedPage, 'url' | 'role'>,
): readonly TitleGroup[] {
  const main = offerSections(lines);
  const found = [...belowTitles(main, role), ...sideBySide(main, role)];
  const groups = found
    .filter(({ indexes }) => !isFiller(main, indexes))
    .map(({ label: written, indexes }): TitleGroup => {
      const entries = indexes.flatMap((index) => {
        const name = titleIn(main[index]);
        return isName(name)
          ? [[nameOf(name), { name: nameOf(name), url: targetOf(main, index, url) ?? url }] as const]
          : [];
      });
      const distinct = [...new Map(entries.toReversed()).values()].toReversed();
      const label = written ?? (distinct.every(({ name }) => isNamedService(name)) ? 'named' : undefined);
      // Parts of a slogan, and small headings above the heading of a section, have no text below.
      const isBare = indexes.filter((index) => isHeading(main[index + 1])).length * 2 > indexes.length;
      const isLinked = distinct.some((entry) => entry.url !== url);
      return { label, entries: label || isLinked || !isBare ? distinct : [] };
    });
  return groups
    .filter(({ entries }) => entries.length >= FEWEST && entries.length <= MOST)
    .toSorted((a, b) => Number(!a.label) - Number(!b.label))
    .slice(0, MOST_GROUPS);
}

// True for titles with default text of a theme between them or below the last.
function isFiller(main: readonly Line[], indexes: readonly number[]): boolean {
  const last = indexes.at(-1) ?? 0;
  const below = untilFirst(main.slice(last + 1, last + SECTION), isHeading);
  return [...main.slice(indexes[0], last), ...below].some(({ text }) => FILLER.test(text));
}

const isQuestion = (text: string): boolean => /\?\s*$/.test(text);

// Returns the lines of the main part, without sections about reasons, steps, people or news.
function offerSections(lines: readonly Line[]): readonly Line[] {
  let other = 0;
  let labelled = 0;
  let isInside = false;
  const questions = lines.flatMap(({ heading, text }) => (isQuestion(text) ? [heading] : []));
  // A single question is the headline of a page or section; several are a list of questions.
  const isAsked = (heading: number, text: string) =>
    isQuestion(text) && questions.filter((level) => level === heading).length > 1;
  return lines.filter(({ part, foreign, nav, heading, text }) => {
    // The header of a section, below the first heading of the page.
    isInside ||= part === 'main' && heading > 0 && text !== '';
    if (part === 'footer' || (part === 'header' && !isInside) || foreign || nav) return false;
    if (heading === 0 || text === '') return other === 0;
    if (heading <= other) other = 0;
    if (heading <= labelled) labelled = 0;
    if (offersLabel(text)) labelled ||= heading;
    else if (other === 0 && labelled === 0 && heading > 1 && (isOtherSection(text) || isAsked(heading, text)))
      other = heading;
    return other === 0;
  });
}

/** A name of a few words, without digits, quotes or punctuation. */
export const PLAIN_NAME = /^[^\d,.;:?!"“”«»]{3,40}$/;

const isName = (text: string): boolean =>
  text.length <= LONGEST && !/[?!:@€$£]|\.$/.test(text) && !SENTENCE.test(text) && nameOf(text) !== '';

// Returns the text of a title; of a list item, the part before its explanation: `Toldos: a medida`.
function titleIn(line: Line | undefined): string {
  const { text = '', title, heading = 0 } = line ?? {};
  return title === 'item' && heading === 0 ? (text.split(/:\s|\s[–—-]\s/)[0] ?? '') : text;
}

// Returns titles below a heading or short line that announces offers; on the services page, below its main heading.
function belowTitles(main: readonly Line[], role: PageRole): readonly Titles[] {
  return main.flatMap((line, start): Titles[] => {
    const { heading } = line;
    const isMain = role === 'services' && heading === 1;
    const label = labelOf(line) ?? (isMain ? 'services' : undefined);
    if (!label) return [];
    const level = heading || 7;
    const block = titledBlock(line);
    const isEnd = (other: Line) =>
      (isHeading(other) && other.heading <= level) || (heading === 0 && block !== undefined && !isWithin(other, block));
    const below = titlesBetween(main, start + 1, start + 1 + untilFirst(main.slice(start + 1), isEnd).length);
    const isPart = isMain && (below.length < FEWEST_ITEMS || !isMostOfPage(main, below, OF_ONE_LEVEL));
    return isPart ? [] : [{ label, indexes: below }];
  });
}

const isHeading = (line: Line | undefined): boolean => line !== undefined && line.heading > 0 && line.text !== '';

function untilFirst(lines: readonly Line[], isEnd: (line: Line) => boolean | undefined): readonly Line[] {
  const end = lines.findIndex(isEnd);
  return end === -1 ? lines : lines.slice(0, end);
}

// True for headings with a minimum share of the headings of a page, or for a list on a page without headings.
function isMostOfPage(main: readonly Line[], indexes: readonly number[], share: number): boolean {
  const headings = main.filter(({ heading, text }) => heading > 1 && text !== '').length;
  const isList = indexes.some((index) => main[index]?.heading === 0);
  return isList ? headings === 0 : indexes.length >= headings * share;
}

// Returns the headings of the highest level between two lines; without headings, the titles of a single type.
function titlesBetween(main: readonly Line[], start: number, end: number): readonly number[] {
  const section = main.slice(start, end).map((line, at) => ({ line, index: start + at }));
  const all = section.filter(({ line }) => isHeading(line));
  // After several titles, a heading of a higher level begins a section without a label.
  const upper = all.findIndex(({ line }) => line.heading < (all[0]?.line.heading ?? 0));
  const headings = upper >= FEWEST_ITEMS ? all.slice(0, upper) : all;
  const level = Math.min(...headings.map(({ line }) => line.heading));
  if (headings.length > 0) return headings.flatMap(({ line, index }) => (line.heading === level ? [index] : []));
  for (const kind of KINDS) {
    const titles = section.filter(({ line }) => kindOf(line) === kind);
    if (titles.length >= (kind === 'title' ? FEWEST : FEWEST_ITEMS)) return titles.map(({ index }) => index);
  }
  const shown = section.filter(({ line }) => line.text !== '');
  const isBelowHeading = (main[start - 1]?.heading ?? 0) > 0;
  return isBelowHeading && shown.length >= FEWEST_LINES && shown.every(({ line }) => PLAIN_NAME.test(line.text))
    ? shown.map(({ index }) => index)
    : [];
}

const KINDS = ['title', 'item', 'bold', 'cell', 'link'] as const;

function kindOf({ title, block, text, links }: Line): (typeof KINDS)[number] | undefined {
  if (title === 'item') return block.lines === 1 ? title : undefined;
  return title ?? (links.length === 1 && links[0]?.label === text ? 'link' : undefined);
}

// Returns titles of the same type and depth in a section. On the services page they are services if they link to pages.
function sideBySide(main: readonly Line[], role: PageRole): readonly Titles[] {
  const last = Array.from({ length: 8 }, () => -1);
  // Some pages have headings of the first level above each section.
  const isOfSections = main.filter(({ heading, text }) => heading === 1 && text !== '').length >= FEWEST_ITEMS;
  const titles = main.flatMap((line, index) => {
    const level = line.heading > 0 && line.text !== '' ? line.heading : 7;
    const section = Math.max(...last.slice(0, level));
    if (level < 7) last[level] = index;
    const kind = level < 7 ? level : kindOf(line);
    return kind === undefined || (kind === 1 && !isOfSections) || kind === 'link'
      ? []
      : [{ kind, index, section, around: blocksAround(line.block) }];
  });
  const groups = [...Map.groupBy(titles, ({ kind, section }) => `${kind} ${section}`).values()].flatMap((its) => {
    const rows = sharing(its);
    return its[0]?.kind === 'item' ? rows.map(({ indexes }) => indexes) : inRows(rows, main);
  });
  return groups.map((indexes): Titles => {
    const isOfPage =
      role === 'services' && isHeading(main[indexes[0] ?? 0]) && isMostOfPage(main, indexes, OF_ONE_GROUP);
    return { indexes, label: isOfPage && indexes.length >= FEWEST_ITEMS ? 'services' : announced(main, indexes) };
  });
}

// Parses the label of a group: the heading or line before it, or the small title above a slogan before it.
function announced(main: readonly Line[], indexes: readonly number[]): TitleGroup['label'] {
  const [first = 0] = indexes;
  const at = main.findLastIndex((line, index) => index < first && index >= first - LEAD && isHeading(line));
  const [before, above] = [main[at], main[at - 1]];
  const direct = at < first - 1 ? labelOf(main[first - 1]) : undefined;
  if (!before || direct) return direct;
  const label = labelOf(before);
  // Small titles above several slogans announce none of them.
  const isSmall = before.heading > (main[first]?.heading || 7);
  const isAbove = (index: number) => main[index - 1]?.heading === before.heading;
  if (label) return isSmall && (indexes.length < FEWEST_ITEMS || indexes.slice(1).some(isAbove)) ? undefined : label;
  return above && (above.heading || 7) > before.heading ? labelOf(above) : undefined;
}

const labelOf = (line: Line | undefined): TitleGroup['label'] =>
  line === undefined || line.text.length > 80 ? undefined : offersLabel(line.text);

type Placed = { readonly index: number; readonly around: readonly Block[] };
// An array of title indexes of the same depth and type, with the array of the blocks around it.
type Row = { readonly depth: number; readonly blocks: readonly Block[]; readonly indexes: readonly number[] };

// Groups titles by the innermost block that contains at least two of them at the same depth.
function sharing(titles: readonly Placed[]): readonly Row[] {
  const counts = new Map<Block, number>();
  for (const block of titles.flatMap(({ around }) => around)) counts.set(block, (counts.get(block) ?? 0) + 1);
  const placed = titles.flatMap(({ index, around }): (Row & { readonly block: Block | undefined })[] => {
    const depth = around.findIndex((block) => (counts.get(block) ?? 0) >= FEWEST);
    return depth === -1 ? [] : [{ depth, block: around[depth], blocks: around.slice(depth), indexes: [index] }];
  });
  return [...Map.groupBy(placed, ({ block }) => block).values()].flatMap((its) =>
    [...Map.groupBy(its, ({ depth }) => depth)].map(([depth, rows]) => ({
      depth,
      blocks: rows[0]?.blocks ?? [],
      indexes: rows.flatMap(({ indexes }) => indexes),
    })),
  );
}

// Merges rows of cards: an array of the same depth below a common ancestor, without a heading between them.
function inRows(rows: readonly Row[], main: readonly Line[]): readonly (readonly number[])[] {
  const joined: Row[] = [];
  for (const row of rows) {
    const last = joined.at(-1);
    const isNext =
      last?.depth === row.depth &&
      !main.slice((last.indexes.at(-1) ?? 0) + 1, row.indexes[0]).some(isHeading) &&
      last.blocks.some((block, up) => up > 0 && up <= MOST_UP && block === row.blocks[up]);
    if (last && isNext) joined[joined.length - 1] = { ...row, indexes: [...last.indexes, ...row.indexes] };
    else joined.push(row);
  }
  return joined.map(({ indexes }) => indexes);
}

// Returns the page of a title: by its link, the link around its card, or a "more" link below it.
function targetOf(lines: readonly Line[], index: number, url: string): string | undefined {
  const title = lines[index];
  const around = lines[index - 1];
  const isAround = ({ label }: { readonly label: string }) =>
    around?.text === '' && title !== undefined && label.startsWith(title.text);
  const behind = lines.slice(index + 1, index + 1 + SECTION);
  const next = behind.findIndex(
    (line) => (line.heading > 0 && line.text !== '') || (title?.title && kindOf(line) === title.title),
  );
  const below = next === -1 ? behind : behind.slice(0, next);
  const links = [
    ...(title?.links ?? []),
    ...(around?.links.filter(isAround) ?? []),
    ...below.flatMap((line) => line.links.filter(({ label }) => MORE.test(label) || label === title?.text)),
  ];
  return links.flatMap(({ href }) => pageAddress(href, url) ?? [])[0];
}
