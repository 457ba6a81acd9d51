import { attribute, textOf } from '../../markdown/parse/html.ts';
import { ADDRESS_LABEL, STREET } from '../address/address-words.ts';
import { roleOfLabel } from '../company-pages.ts';
import type { ContactField, Evidence } from '../evidence.ts';
import { HOURS_LABEL } from '../hours/hours-words.ts';
import { isWithin, titledBlock, type Block, type Line } from './page-lines.ts';
import {
  ACTIVITY,
  CALL,
  HOSTING_TITLE,
  KIND_OF_PLACE,
  KIND_OF_WORK,
  MEMBERSHIP,
  OTHERS_ANYWHERE,
  OTHERS_FIRST,
  OUR_RELATION,
  OURSELVES,
} from './others-words.ts';
import type { ParsedPage } from './parsed-page.ts';
import type { Organisation } from '../structured-data.ts';

/** Names of a site, in letters and digits without spaces. */
export type OwnNames = {
  /** Unambiguous names: hosts without their endings, and names of its organisation. */
  readonly names: readonly string[];
  /** All of these names and the titles of pages. A word in this string does not name a third party. */
  readonly self: string;
};

// True for a third party; `perhaps` below a title that may describe the company.
type Verdict = NonNullable<Evidence['others']>;
/** Judges by the line of a value if it belongs to a third party. */
export type Judge = (line: Line, field: ContactField, value: string) => Verdict;

const SHORTEST_NAME = 5;
const LONGEST_TITLE = 70;
const LONGEST_SENTENCE = 600;
const MOST_BELOW = 40;
// Number of lines below a title that is not a heading.
const FEW_BELOW = 6;

/** Returns the names of a site by its hosts, pages and organisations. */
export function ownNames(
  hosts: readonly string[],
  pages: readonly ParsedPage[],
  organisations: readonly Organisation[],
): OwnNames {
  const elements = pages.flatMap((page) => page.elements.slice(0, 500));
  const siteNames = elements
    .filter((element) => attribute(element, 'property') === 'og:site_name')
    .map((element) => attribute(element, 'content'));
  const titles = elements.filter(({ name }) => name === 'title').map((element) => textOf(element).slice(0, 300));
  const named = [
    ...hosts.map((host) =>
      host
        .split('.')
        .slice(0, -1)
        .join('')
        .replace(/(?:com?|org|net)$/, ''),
    ),
    ...siteNames,
    ...organisations.slice(0, 3).flatMap(({ name, legal_name }) => [name ?? '', legal_name ?? '']),
  ].map(squeezed);
  return {
    names: [...new Set(named)].filter((name) => name.length >= SHORTEST_NAME),
    self: [...named, ...titles.map(squeezed)].join(' '),
  };
}

/** Creates a judge of the values of a page: values of partners, authorities, neighbours and events are not the company's. */
export function judgeOthers({ lines, role }: Pick<ParsedPage, 'lines' | 'role'>, siteNames: OwnNames): Judge {
  const isOfHost = ({ text }: Line): boolean => role === 'legal' && HOSTING_TITLE.test(text);
  const titles = new Map(
    lines.filter(isTitle).map((line) => [line, isOfHost(line) || tellsOthers(line.text, line.part, siteNames)]),
  );
  const below = belowTitles(lines, (title) => titles.get(title) === true, siteNames);
  const belowKind = belowTitles(lines, (title) => titles.get(title) === 'perhaps', siteNames);
  const isActivity = ({ text }: Line): boolean => hasWord(text, ACTIVITY, siteNames);
  const scheduled = belowTitles(
    lines,
    isActivity,
    siteNames,
    (line) => HOURS_LABEL.test(line.text) && !isActivity(line),
  );
  const texts = new Map<Line, string>();
  const textIn = (line: Line): string => {
    const text = texts.get(line) ?? withoutPageLinks(line).slice(0, LONGEST_SENTENCE);
    texts.set(line, text);
    return text;
  };
  return (line, field, value) => {
    // The header of every page is the company's.
    if (line.part === 'header' || (field === 'email' && isAtOwnHost(value, siteNames))) return false;
    if (below.has(line) && !hasOwnName(line.text, siteNames)) return true;
    const text = textIn(line);
    const lead = before(text, field, value);
    const verdict = tellsOthers(lead, line.part, siteNames);
    const isKind =
      verdict === 'perhaps' && (field === 'hours' || thirdPartyWords(lead, OTHERS_FIRST, siteNames).length === 0);
    if ((verdict !== false && !isKind) || tellsMembership(lead, field, siteNames)) return true;
    if (field === 'hours' && isOfActivity(text, scheduled.has(line), siteNames)) return true;
    const isEmail = field === 'email' || field === 'whatsapp';
    if (!isEmail && isOfNamed(before(line.text, field, value), siteNames)) return true;
    if (role !== 'contact' && line.part === 'main' && isListing(text, siteNames)) return true;
    return isKind || (belowKind.has(line) && !hasOwnName(line.text, siteNames)) ? 'perhaps' : false;
  };
}

// Returns the lines below a heading, or below a title in the same block, of a third party. Ends at a heading of the
// company or at `end`.
function belowTitles(
  lines: readonly Line[],
  isOfOthers: (title: Line) => boolean,
  siteNames: OwnNames,
  end: (line: Line) => boolean = () => false,
): ReadonlySet<Line> {
  const found = new Set<Line>();
  let scope: { readonly block: Block; readonly level: number; left: number } | undefined;
  for (const line of lines) {
    const isHeading = line.heading > 0 && line.text !== '';
    const ends =
      scope &&
      (!isWithin(line, scope.block) ||
        scope.left === 0 ||
        end(line) ||
        (isHeading && (line.heading <= scope.level || isOurTitle(line.text, siteNames))));
    if (ends) scope = undefined;
    if (scope) {
      found.add(line);
      scope.left--;
    } else if (isTitle(line) && isOfOthers(line)) {
      const block = titledBlock(line);
      if (block) scope = { block, level: isHeading ? line.heading : 6, left: isHeading ? MOST_BELOW : FEW_BELOW };
    }
  }
  return found;
}

// `Contact`, `Our address`, `Öffnungszeiten`: below a title of a third party, values are the company's again.
function isOurTitle(text: string, siteNames: OwnNames): boolean {
  return (
    roleOfLabel(text) === 'contact' ||
    ADDRESS_LABEL.test(text) ||
    HOURS_LABEL.test(text) ||
    OURSELVES.test(text) ||
    hasOwnName(text, siteNames)
  );
}

function isTitle({ text, links, nav, heading }: Line): boolean {
  return !nav && text.length <= LONGEST_TITLE && (heading > 0 || (links.length === 0 && !/[\d@]|[.!?]$/.test(text)));
}

// Returns the words before a value in its line; for hours the whole line, because activities may follow the times.
function before(text: string, field: ContactField, value: string): string {
  if (field === 'hours') return text;
  if (field === 'address') return beforeAddress(text);
  const at = text.toLowerCase().indexOf(value.toLowerCase());
  return at === -1 ? text : text.slice(0, at);
}

// Returns the words before the street, including its name if the name comes first: `Station` of `Station Road` is not
// evidence.
function beforeAddress(text: string): string {
  const street = STREET.exec(text);
  if (!street) return text;
  const isKindFirst = /^[\s,(:]/.test(street[0]);
  return text.slice(0, isKindFirst ? street.index : street.index + street[0].length);
}

// `Regulated by the SRA, call 01622 …`: a membership extends to the next comma, or to the address of that body.
function tellsMembership(lead: string, field: ContactField, siteNames: OwnNames): boolean {
  const clause = lead.split(field === 'address' ? /[|·]|[.!?]\s/ : /[|·,]|[.!?]\s/).at(-1) ?? '';
  return hasWord(clause.split(CALL).at(-1) ?? '', MEMBERSHIP, siteNames);
}

// Hours of an activity: its word is beside the times, or in the title above them unless a label for opening hours
// follows.
function isOfActivity(text: string, isScheduled: boolean, siteNames: OwnNames): boolean {
  const times = [...text.matchAll(TIME)];
  const [first, last] = [times[0], times.at(-1)];
  const lead =
    text
      .slice(0, first?.index)
      .split(/[.!?;|·]\s/)
      .at(-1) ?? '';
  const parts = lead.split(/,\s/);
  const label = parts.findLastIndex((part) => HOURS_LABEL.test(part));
  if (label !== -1) return hasWord(parts.slice(label).join(', '), ACTIVITY, siteNames);
  const [behind = ''] = last ? text.slice(last.index + last[0].length).split(/[,;|·(]|[.!?]\s/) : [];
  return isScheduled || hasWord(`${lead} ${behind}`, ACTIVITY, siteNames);
}
const TIME = /(?<!\d)\d{1,2}(?:\s?[:.hH]\s?\d{2}|\s?[ap]\.?m\b|\s?(?:h|uhr)\b|(?=\s?[-–]\s?\d))/giu;

// Judges the last named party: `our partner Inter Cars`, but not `… Call us`.
function tellsOthers(text: string, part: Line['part'], siteNames: OwnNames): Verdict {
  const found = [OTHERS_ANYWHERE, ...(part === 'main' ? [OTHERS_FIRST] : [])].flatMap((words) =>
    thirdPartyWords(text, words, siteNames),
  );
  if (found.length === 0) return false;
  return found.every((match) => isOwnKind(match, text)) ? 'perhaps' : true;
}

const hasWord = (text: string, words: RegExp, siteNames: OwnNames): boolean =>
  thirdPartyWords(text, words, siteNames).length > 0;

// Returns the words of third parties, unless a word of the company follows.
function thirdPartyWords(text: string, words: RegExp, siteNames: OwnNames): RegExpExecArray[] {
  const found = [...text.matchAll(words)].filter(([word]) => !siteNames.self.includes(squeezed(word)));
  const last = found.at(-1);
  if (!last) return [];
  const rest = text.slice(last.index + last[0].length);
  return OURSELVES.test(rest) || hasOwnName(rest, siteNames) ? [] : found;
}

// `Restaurant`, `Window manufacturer since 1980`, `Wedding venue in Kent`: a type of company without a name, which may
// describe the company.
function isOwnKind({ 0: word, index }: RegExpExecArray, text: string): boolean {
  const [lead, rest] = [text.slice(0, index), text.slice(index + word.length)];
  if (KIND_OF_PLACE.test(word)) return HOURS_LABEL.test(rest.trim()) || !NAME_BEHIND.test(rest);
  if (!KIND_OF_WORK.test(word) || OURSELVES.test(lead)) return false;
  return /\d{4}/.test(rest) || (/\p{L}{2}\s$|-$/u.test(lead) && !/^\s\p{Lu}|^\s*:/u.test(rest));
}
const NAME_BEHIND = /^\s(?:(?:de|del|de la|di|da|do|du|des|el|la|le|les|il|zum|zur|am|the)\s|[«"“'‘])*\p{Lu}/u;

// `Beijer Bygg, Formvägen 8, 906 21 Umeå, 075-241 52 00`: a name with street and telephone in the same line lists a
// third party.
function isListing(text: string, siteNames: OwnNames): boolean {
  const [name = ''] = text.split(/[,:(–]|\s-\s/);
  const at = text.search(STREET);
  if (at === 0 || /\d/.test(name) || ADDRESS_LABEL.test(text) || !/^\p{Lu}/u.test(name)) return false;
  const rest = text.slice(name.length);
  const hasAddress = /\d{4,5}|\d{3} \d{2}|[A-Z]\d/.test(rest) && (text.match(/,/g)?.length ?? 0) >= 2;
  const hasMore = /\(?\d{2,5}\)?[\s./-]{1,3}\d{2,4}[\s./-]\d{2,4}|\d{1,2}[.:h]\d{2}\s*[-–a]/.test(rest);
  const [first = ''] = name.match(/\p{L}{3,}/gu) ?? [];
  return hasAddress && hasMore && first !== '' && !OURSELVES.test(name) && !siteNames.self.includes(squeezed(first));
}

// `Insured by Petbusiness Direct, 40 …`: the last name before a value in a sentence is a third party.
function isOfNamed(lead: string, siteNames: OwnNames): boolean {
  const sentence = beforeStreet(lead.slice(-LONGEST_SENTENCE).split(SENTENCE_END).at(-1) ?? '');
  const name = [...sentence.matchAll(PROPER_NAME)].findLast(([, , word = '']) => word !== '');
  const [, link = '', word = ''] = name ?? [];
  if (!name || isMostlyOwn(word, siteNames) || hasOwnName(sentence, siteNames)) return false;
  const start = sentence.slice(0, name.index + link.length);
  const isOurs = OURSELVES.test(start) && !OUR_RELATION.test(start);
  return !isOurs && !OURSELVES.test(sentence.slice(start.length));
}

// True for a name with at least half of its words in the names of the site.
function isMostlyOwn(name: string, { self }: OwnNames): boolean {
  const words = name.match(/\p{L}{3,}/gu) ?? [];
  return words.filter((word) => self.includes(squeezed(word))).length >= words.length / 2;
}
const SENTENCE_END = /(?<=[\p{L})]{2}[.!?])\s+(?=[\p{Lu}¿¡])|\s[|·•]\s/u;
// Two or more capitalised words after a word in lower case. After a bare `in` or a post code they are a town.
const PROPER_NAME =
  /(?<!\p{L}|\d{4} )((?!(?:in|en|em|w|v|i|à|a|de|of|di|da|do|von|van|and|y|e|et|und)\s)\p{Ll}+\s)(\p{Lu}[\p{L}\d'’.-]+(?:\s(?:(?:&|de|del|du|di|da|do|of)\s)?\p{Lu}[\p{L}\d'’.-]*)+)/gu;

/** Returns true for `Infolinia InPost: `: a name of a third party before a value. */
export function isNamed(lead: string, siteNames: OwnNames): boolean {
  const label = lead.slice(-LONGEST_SENTENCE).split(SENTENCE_END).at(-1) ?? '';
  const names = [...label.matchAll(/(?<=[\p{L}\d]\s)\p{Lu}\p{L}{2,}/gu)].filter(
    ([name]) => !LABEL.test(name) && !siteNames.self.includes(squeezed(name)),
  );
  return names.length > 0 && !OURSELVES.test(label);
}
// `Phone Number`, `Office Line`: labels of a number.
const LABEL =
  /^(?:whatsapp|n[úu]m(?:ber|ero|[ée]ro|mer|er)\p{L}*|tel(?:[eé]f|eph)?\p{L}*|phone|mobile|mobil\p{L}*|cell(?:ular)?|line|hotline|office|calls?|reservations?|bookings?|enquiries|appointments?)$/iu;

// Returns the words before an address that precedes a telephone number, or whose street name comes before its type.
function beforeStreet(sentence: string): string {
  const at = sentence.search(STREET);
  const lead = at === -1 ? sentence : sentence.slice(0, at);
  const last = lead.search(/[,(:–][^,(:–]*$/);
  return last > 0 && /\d/.test(lead.slice(last)) ? lead.slice(0, last) : lead;
}

function isAtOwnHost(email: string, { names }: OwnNames): boolean {
  return names.includes(squeezed(email.slice(email.indexOf('@') + 1).replace(/(?:\.com?)?\.[a-z]+$/i, '')));
}

// Removes the text of links to pages, which describes the linked page.
function withoutPageLinks({ text, links }: Line): string {
  return links
    .filter(
      ({ href, label }) => label.length > 3 && !/^(?:tel|mailto|callto|geo|whatsapp):|wa\.me|whatsapp|maps/i.test(href),
    )
    .reduce((rest, { label }) => rest.replace(label, ' '), text);
}

/** Returns true for a string that contains a name of the company. */
export function hasOwnName(text: string, { names }: OwnNames): boolean {
  const plain = squeezed(text);
  return names.some((name) => plain.includes(name));
}

/** Returns true for a string that equals a name of the company. */
export const isOwnName = (text: string, { names }: OwnNames): boolean => names.includes(squeezed(text));

const squeezed = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
