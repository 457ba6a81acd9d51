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

type Titles = { readonly label: TitleGroup['label']; readonly indexes: readonly number[] };

/** Returns the groups of titles of a page that may name services; labelled groups come first. */
export function titleGroups(
  lines: readonly Line[],
  { url, role }: Pick<ParsedPage, 'url' | 'role'>,
): readonly TitleGroup[] {
  const main = offerSections(lines);
  const found = [...belowTitles(main, role), ...sideBySide(main, role)];
  const groups = found.map(({ label: written, indexes }): TitleGroup => {
    const entries = indexes.flatMap((index) => {
      const name = titleIn(main[index]);
      return isName(name)
        ? [[nameOf(name), { name: nameOf(name), url: targetOf(main, index, url) ?? url }] as const]
        : [];
    });
    const distinct = [...new Map(entries.toReversed()).values()].toReversed();
    const label = written ?? (distinct.every(({ name }) => isNamedService(name)) ? 'named' : undefined);
    // Parts of a slogan have no text below, and go on in lower case.
    const isBare = indexes.filter((index) => isHeading(main[index + 1])).length * 2 > indexes.length;
    const isSlogan = isBare && distinct.some((entry) => entry.url === url && /^\p{Ll}/u.test(entry.name));
    return { label, entries: isSlogan && !label ? [] : distinct };
  });
  return groups
    .filter(({ entries }) => entries.length >= FEWEST && entries.length <= MOST)
    .toSorted((a, b) => Number(!a.label) - Number(!b.label))
    .slice(0, MOST_GROUPS);
}

// Returns the lines of the main part, without sections about reasons, steps, people or news.
function offerSections(lines: readonly Line[]): readonly Line[] {
  let other = 0;
  let labelled = 0;
  let isInside = false;
  return lines.filter(({ part, foreign, nav, heading, text }) => {
    // The header of a section, below the first heading of the page.
    isInside ||= part === 'main' && heading > 0 && text !== '';
    if (part === 'footer' || (part === 'header' && !isInside) || foreign || nav) return false;
    if (heading === 0 || text === '') return other === 0;
    if (heading <= other) other = 0;
    if (heading <= labelled) labelled = 0;
    if (offersLabel(text)) labelled ||= heading;
    else if (other === 0 && labelled === 0 && heading > 1 && isOtherSection(text)) other = heading;
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
    const { heading, text } = line;
    const isMain = role === 'services' && heading === 1;
    const label = text.length > 80 ? undefined : (offersLabel(text) ?? (isMain ? 'services' : undefined));
    if (!label) return [];
    const next = main[start + 1];
    // A label in small type above a slogan as the heading.
    const level = heading || (next && next.heading > 0 ? next.heading : 7);
    const from =
      heading === 0 && next && next.heading > 0 && main[start + 2]?.heading !== next.heading ? start + 2 : start + 1;
    const section = untilFirst(main.slice(from), (other) => isHeading(other) && other.heading <= level);
    const titlesIn = (around?: Block) =>
      titlesBetween(main, from, from + untilFirst(section, (other) => around && !isWithin(other, around)).length);
    const isApart = heading === 0 && from === start + 2;
    const block = titledBlock(line, isApart ? main[from] : undefined);
    // The block of a label and its heading may exclude the titles, and a block around it the titles of another section.
    const below = isApart
      ? (blocksAround(line.block)
          .map(titlesIn)
          .find(({ length }) => length >= FEWEST) ?? [])
      : titlesIn(heading === 0 ? block : undefined);
    if (below.length > 0) return isMain && !isMostOfPage(main, below, OF_ONE_LEVEL) ? [] : [{ label, indexes: below }];
    // Headings of the same level beside the label.
    const beside = main.flatMap((title, index) =>
      index > start && title.heading === level && title.text !== '' && block && isWithin(title, block) ? [index] : [],
    );
    return [{ label, indexes: beside }];
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
  const titles = main.flatMap((line, index) => {
    const level = line.heading > 0 && line.text !== '' ? line.heading : 7;
    const section = Math.max(...last.slice(0, level));
    if (level < 7) last[level] = index;
    const kind = level < 7 ? level : kindOf(line);
    return kind === undefined || kind === 1 || kind === 'link'
      ? []
      : [{ kind, index, section, around: blocksAround(line.block) }];
  });
  return [...Map.groupBy(titles, ({ kind, section }) => `${kind} ${section}`).values()].flatMap((its) => {
    const isOfLevel = typeof its[0]?.kind === 'number';
    return sharing(its).map((indexes): Titles => {
      const isOfPage = role === 'services' && isOfLevel && isMostOfPage(main, indexes, OF_ONE_GROUP);
      return { indexes, label: isOfPage && indexes.length >= FEWEST_ITEMS ? 'services' : undefined };
    });
  });
}

type Placed = { readonly index: number; readonly around: readonly Block[] };

// Groups titles by the innermost block that contains at least two of them at the same depth.
function sharing(titles: readonly Placed[]): readonly (readonly number[])[] {
  const counts = new Map<Block, number>();
  for (const block of titles.flatMap(({ around }) => around)) counts.set(block, (counts.get(block) ?? 0) + 1);
  const placed = titles.flatMap(({ index, around }) => {
    const depth = around.findIndex((block) => (counts.get(block) ?? 0) >= FEWEST);
    return depth === -1 ? [] : [{ index, depth, block: around[depth] }];
  });
  return [...Map.groupBy(placed, ({ block }) => block).values()].flatMap((its) =>
    [...Map.groupBy(its, ({ depth }) => depth).values()].map((members) => members.map(({ index }) => index)),
  );
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
