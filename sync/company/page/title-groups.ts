import { toSlug } from '../../../shared/places.ts';
import type { PageRole, TitleGroup } from '../evidence.ts';
import { isHeadingOfServices, isProductsLabel, isTeachingLabel, SERVICES } from '../offer-words.ts';
import { ownSections, targetOf } from './cards.ts';
import { nameOf } from './menu.ts';
import { isWithin, titledBlock, type Block, type Line } from './page-lines.ts';

const LONGEST = 60;
const FEWEST = 2;
/** More are a catalogue. */
const MOST = 60;
const FEWEST_ITEMS = 3;
const MOST_GROUPS = 60;
/** No block is looked for further out: builders nest a heading in so many. */
const MOST_AROUND = 16;

/**
 * `We listen`, `Wir planen`, `Somos uma equipa`, `Produzimos …`, `Conte-nos …`, `Dodatkowo realizujemy`: a sentence, and no service.
 * Words that only end like their verbs have an accent before (`Autónomos`, `Últimos`), or are named.
 */
const SAYS_WE =
  /^(?:(?:we|wir|nous|noi|wij)\s|(?:n[óo]s|nosotros|nosaltres)\s|\p{L}+-nos\s|(?!\p{L}*[áéíóúâêô]\p{L}*mos\s)(?!(?:presta|recla|ra|tra|empresti|dina|raci|re)mos)(?:\p{L}+[aei]|so)mos\s|(?:\p{L}+\s){0,2}(?:\p{L}+ujem[ye]|robimy|zapewniamy)(?:\s|$))/iu;

const isName = (text: string): boolean =>
  text.length <= LONGEST && !/[?!:@€$£]|\.$/.test(text) && !SAYS_WE.test(text) && nameOf(text) !== '';

/** The groups of titles of a page that may name what the company does, those under a label first. */
export function titleGroups(lines: readonly Line[], url: string, role: PageRole): readonly TitleGroup[] {
  const main = ownSections(lines);
  const alike = sideBySide(main);
  const isOfServices =
    role === 'services' || lines.some(({ heading, text }) => heading === 1 && SERVICES.test(toSlug(text)));
  const titled = [
    ...belowHeadings(main),
    ...behindLabels(main),
    ...(isOfServices ? ofServicesPage(main, alike) : []),
    ...alike,
  ];
  const groups = titled.map(({ label, indexes }): TitleGroup => {
    const cards = indexes.flatMap((index) => {
      const text = titleIn(main[index]);
      return isName(text) ? [{ name: nameOf(text), url: targetOf(main, index, url) ?? url }] : [];
    });
    return { label, entries: [...new Map(cards.toReversed().map((card) => [card.name, card])).values()].toReversed() };
  });
  const told = groups.filter(({ entries }) => entries.length >= FEWEST && entries.length <= MOST);
  return told.toSorted((a, b) => Number(!a.label) - Number(!b.label)).slice(0, MOST_GROUPS);
}

/** The text of a title; of an entry of a list what stands before its explanation: `Toldos: a medida`. */
function titleIn(line: Line | undefined): string {
  const { text = '', title, heading = 0 } = line ?? {};
  return title === 'item' && heading === 0 ? (text.split(/:\s|\s[–—-]\s/)[0] ?? '') : text;
}

type Titles = { readonly label: TitleGroup['label']; readonly indexes: readonly number[] };

function labelOf(text: string): TitleGroup['label'] {
  const slug = toSlug(text.slice(0, LONGEST));
  if (isHeadingOfServices(slug)) return 'services';
  return isProductsLabel(slug) || isTeachingLabel(slug) ? 'products' : undefined;
}

/** What each section shows under its heading: the headings of the next level, else its other titles. */
function belowHeadings(main: readonly Line[]): readonly Titles[] {
  let labels = 0;
  return main.flatMap(({ heading, text }, start): Titles[] => {
    if (heading < 2 || text === '') return [];
    const above = main[start - 1];
    // `Our services` in small letters above a slogan as the heading.
    const label = labelOf(text) ?? (above?.heading === 0 ? labelOf(above.text) : undefined);
    const end = endOf(main, start, (line) => line.heading > 0 && line.heading <= heading);
    const indexes = titlesBetween(main, start + 1, end);
    const isMenu = label === undefined && indexes.some((index) => isLink(main[index]));
    if (indexes.length > 0) return isMenu ? [] : [{ label, indexes }];
    return label === undefined || ++labels > MOST_LABELS ? [] : [{ label, indexes: besideLabel(main, start) }];
  });
}

/** Where what begins behind a line ends; without a copy of a long page for each of its lines. */
function endOf(main: readonly Line[], start: number, isEnd: (line: Line) => boolean): number {
  let end = start + 1;
  for (let line = main[end]; line && !isEnd(line); line = main[end]) end++;
  return end;
}

/** A page that repeats one label is no reason to look through it as often. */
const MOST_LABELS = 20;

function titlesBetween(main: readonly Line[], start: number, end: number): readonly number[] {
  const section = main.slice(start, end).map((line, at) => ({ line, index: start + at }));
  const headings = section.filter(({ line }) => line.heading > 0 && line.text !== '');
  const level = Math.min(...headings.map(({ line }) => line.heading));
  if (headings.length > 0) return headings.flatMap(({ line, index }) => (line.heading === level ? [index] : []));
  for (const kind of KINDS) {
    const titles = section.filter(({ line }) => kindOf(line) === kind);
    if (titles.length >= (kind === 'title' ? FEWEST : FEWEST_ITEMS)) return titles.map(({ index }) => index);
  }
  return [];
}

const KINDS = ['title', 'item', 'bold', 'cell', 'link'] as const;

const isLink = (line: Line | undefined): boolean => line?.heading === 0 && kindOf(line) === 'link';

/** What makes a line a title that is no heading. */
function kindOf({ title, block, text, links }: Line): (typeof KINDS)[number] | undefined {
  if (title === 'item') return block.lines === 1 ? title : undefined;
  return title ?? (links.length === 1 && links[0]?.label === text ? 'link' : undefined);
}

/** What a block shows behind a label in small letters at its beginning: titles of one kind, without a heading above them. */
function behindLabels(main: readonly Line[]): readonly Titles[] {
  return main.flatMap((line, start): Titles[] => {
    const label = line.heading === 0 && line.text.length <= LONGEST ? labelOf(line.text) : undefined;
    const block = label && titledBlock(line);
    if (!label || !block || (main[start - 1] && isWithin(main[start - 1] ?? line, block))) return [];
    const end = endOf(main, start, (one) => !isWithin(one, block));
    const first = main.slice(start + 1, end).find(({ heading }) => heading > 0);
    const indexes = titlesBetween(main, start + 1, end);
    const isOne = first === undefined || indexes.some((index) => main[index] === first);
    const hasBelow = main.slice(start + 1, end).some(({ heading }) => first !== undefined && heading > first.heading);
    return isOne && !hasBelow && block.around !== undefined ? [{ label, indexes }] : [];
  });
}

/** Headings of the level of a label behind it in the block that it is the title of. */
function besideLabel(main: readonly Line[], start: number): readonly number[] {
  const label = main[start];
  const block = label && titledBlock(label);
  if (!label || !block) return [];
  const within = main.flatMap((line, index) =>
    line.heading === label.heading && line.text !== '' && isWithin(line, block) ? [index] : [],
  );
  return within[0] === start ? within.slice(1) : [];
}

const OF_ONE_LEVEL = 0.8;
const OF_ONE_GROUP = 0.5;
const FEWEST_OF_PAGE = 3;

/**
 * What a page shows that is called services as a whole: headings that nearly all are of one level, or most in one group, or a
 * list alone.
 */
function ofServicesPage(main: readonly Line[], groups: readonly Titles[]): readonly Titles[] {
  const headings = main.flatMap(({ heading, text }, index) => (heading > 1 && text !== '' ? [{ heading, index }] : []));
  if (headings.length === 0) return [{ label: 'services', indexes: titlesBetween(main, 0, main.length) }];
  const levels = [...Map.groupBy(headings, ({ heading }) => heading).values()];
  const wholes = [
    ...levels.map((its) => ({ share: OF_ONE_LEVEL, indexes: its.map(({ index }) => index) })),
    ...groups.map(({ indexes }) => ({ share: OF_ONE_GROUP, indexes })),
  ];
  const whole = wholes.find(
    ({ share, indexes }) =>
      indexes.length >= FEWEST_OF_PAGE &&
      indexes.length >= headings.length * share &&
      indexes.every((index) => (main[index]?.heading ?? 0) > 1),
  );
  return whole ? [{ label: 'services', indexes: whole.indexes }] : [];
}

/** Titles of a kind that the same block holds in one section, without a label. */
function sideBySide(main: readonly Line[]): readonly Titles[] {
  /** Where the last heading of each level is. */
  const last = Array.from({ length: LOWEST }, () => -1);
  const titles = main.flatMap((line, index) => {
    const level = line.heading > 0 && line.text !== '' ? line.heading : LOWEST;
    const section = Math.max(...last.slice(0, level));
    if (level < LOWEST) last[level] = index;
    const kind = level < LOWEST ? level : kindOf(line);
    return kind === undefined || kind === 1 || kind === 'link'
      ? []
      : [{ kind, index, section, around: blocksAround(line) }];
  });
  return [...Map.groupBy(titles, ({ kind, section }) => `${kind} ${section}`).values()].flatMap((its) => {
    const counts = new Map<Block, number>();
    for (const block of its.flatMap(({ around }) => around)) counts.set(block, (counts.get(block) ?? 0) + 1);
    /** How deep a title stands in the block that it shares with others: cards are alike. */
    const depthOf = (around: readonly Block[]) => around.findIndex((block) => (counts.get(block) ?? 0) >= FEWEST);
    const blocks = Map.groupBy(its, ({ around }) => around[depthOf(around)]);
    return [...blocks].flatMap(([block, shared]) =>
      block === undefined
        ? []
        : [...Map.groupBy(shared, ({ around }) => depthOf(around)).values()].map((group) => ({
            label: undefined,
            indexes: group.map(({ index }) => index),
          })),
    );
  });
}
const LOWEST = 7;

function blocksAround({ block }: Line): readonly Block[] {
  const around: Block[] = [];
  for (let next: Block | undefined = block; next && around.length < MOST_AROUND; next = next.around) around.push(next);
  return around;
}
