import { ADDRESS_LABEL, STREET } from '../address/address.ts';
import { memoryOfObjects } from '../../markdown/memory.ts';
import { roleOfLabel } from '../company-pages.ts';
import type { Evidence, EvidenceField } from '../evidence.ts';
import { HOURS_LABEL } from '../hours/written-hours.ts';
import { hasOwnName, squeezed, type OwnNames } from './own-names.ts';
import { isWithin, titledBlock, type Block, type Line } from './page-lines.ts';
import type { ParsedPage } from './parsed-page.ts';
import { wordsOf } from '../words.ts';

const lists = wordsOf('others');

const ANYWHERE = lists.pattern('anywhere', 'giu');
const NEARBY = lists.pattern('beginning', 'giu');
const KIND = lists.pattern('kind');
const HOSTING_TITLE = lists.pattern('hosting');
const MEMBERSHIP = lists.pattern('membership', 'giu');
const CALL = lists.pattern('call');
const OURSELVES = lists.pattern('ourselves');
const OUR_RELATION = lists.pattern('our_relation');
const OFFICES = (['head', 'branch'] as const).map((office) => ({ office, label: lists.pattern(office) }));
// Labels of a number, names, and names after a type of company.
const NUMBER_LABEL = lists.pattern('number_label');
const PROPER_NAME = lists.pattern('proper_name', 'gu');
const NAME_BEHIND = lists.pattern('name_behind', 'u');

const LONGEST_TITLE = 70;
const LONGEST_SENTENCE = 600;
// Maximum number of lines below a heading, and below a title that is not a heading.
const MOST_BELOW = 40;
const FEW_BELOW = 6;

type Owner = Pick<Evidence, 'others' | 'office'>;

/** Returns the owner of a value by its line: a third party, or an office of the company. */
export type Judge = (line: Line, item: Pick<Evidence, 'field' | 'key'>, written: string) => Owner;

/** Creates a judge of the values of a page: values of partners, authorities, neighbours and events are not the company's. */
export function createJudge({ lines, role }: Pick<ParsedPage, 'lines' | 'role'>, siteNames: OwnNames): Judge {
  const others = belowTitles(
    lines,
    ({ text, part }) =>
      (role === 'legal' && HOSTING_TITLE.test(text)) || namesThirdParty(text, part, siteNames) ? 'others' : undefined,
    (heading) => isOurTitle(heading, siteNames),
  );
  const offices = belowTitles(lines, officeOf, () => false);
  function isOfThirdParty(line: Line, { field, key }: Pick<Evidence, 'field' | 'key'>, value: string): boolean {
    // The header of every page is the company's.
    if (line.part === 'header' || (field === 'email' && isAtOwnHost(key, siteNames))) return false;
    if (others.has(line) && !hasOwnName(line.text, siteNames)) return true;
    const text = withoutPageLinks(line);
    const lead = before(text, field, value);
    const clause = lead.split(field === 'address' ? /[|·]|[.!?]\s/ : /[|·,]|[.!?]\s/).at(-1) ?? '';
    // `Regulated by the SRA, call 01622 …`: a membership extends to the next comma, or to the address of that body.
    const isOfBody = namesAny(MEMBERSHIP, clause.split(CALL).at(-1) ?? '', siteNames);
    return (
      isOfBody ||
      namesThirdParty(lead, line.part, siteNames) ||
      (field !== 'email' && field !== 'whatsapp' && isOfNamed(before(line.text, field, value), siteNames)) ||
      (role !== 'contact' && line.part === 'main' && isListing(text, siteNames))
    );
  }

  return (line, item, value) => {
    if (isOfThirdParty(line, item, value)) return { others: true };
    const office = officeOf(line) ?? offices.get(line);
    return office && role !== 'legal' && role !== 'privacy' ? { office } : {};
  };
}

const isAtOwnHost = (email: string, { names }: OwnNames): boolean =>
  names.includes(squeezed(email.slice(email.indexOf('@') + 1).replace(/(?:\.com?)?\.[a-z]+$/i, '')));

// Removes the text of links to pages, which describes the linked page. Cached: a line may have hundreds of links.
const withoutPageLinks = memoryOfObjects(({ text, links }: Line) =>
  links
    .filter(({ href, label }) => label.length > 3 && !NO_PAGE.test(href))
    .reduce((rest, { label }) => rest.replace(label, ' '), text)
    .slice(0, LONGEST_SENTENCE),
);
const NO_PAGE = /^(?:tel|mailto|callto|geo|whatsapp):|wa\.me|whatsapp|maps/i;

// `Contact`, `Our address`, `Öffnungszeiten`: below a title of a third party, values are the company's again.
const isOurTitle = (text: string, siteNames: OwnNames): boolean =>
  roleOfLabel(text) === 'contact' ||
  [ADDRESS_LABEL, HOURS_LABEL, OURSELVES].some((sign) => sign.test(text)) ||
  hasOwnName(text, siteNames);

const officeOf = ({ text }: Line): Evidence['office'] => OFFICES.find(({ label }) => label.test(text))?.office;

// Returns true for words of a third party, such as `our partner Inter Cars`, unless the company follows: `… Call us`.
function namesAny(words: RegExp, text: string, siteNames: OwnNames): boolean {
  const found = [...text.matchAll(words)].filter(([word]) => !siteNames.self.includes(squeezed(word)));
  const rests = found.map(({ 0: word, index }) => ({ word, rest: text.slice(index + word.length) }));
  const last = rests.at(-1)?.rest ?? '';
  return (
    !OURSELVES.test(last) &&
    !hasOwnName(last, siteNames) &&
    // `Restaurant`, `Wedding venue in Kent`: a type of company without a name may describe the company.
    rests.some(({ word, rest }) => !KIND.test(word) || NAME_BEHIND.test(rest))
  );
}

const namesThirdParty = (text: string, part: Line['part'], siteNames: OwnNames): boolean =>
  namesAny(ANYWHERE, text, siteNames) || (part === 'main' && namesAny(NEARBY, text, siteNames));

// Returns the lines below a heading, or below a title in the same block, with the type of the title. Ends at a title of
// a second type, and at a heading that is an end.
function belowTitles<Kind extends string>(
  lines: readonly Line[],
  kindOf: (title: Line) => Kind | undefined,
  isEnd: (heading: string) => boolean,
): ReadonlyMap<Line, Kind> {
  const found = new Map<Line, Kind>();
  let scope: { readonly kind: Kind; readonly block: Block; readonly level: number; left: number } | undefined;
  for (const line of lines) {
    const isHeading = line.heading > 0 && line.text !== '';
    const ends = scope && isHeading && (line.heading <= scope.level || isEnd(line.text));
    if (scope && (ends || !isWithin(line, scope.block) || scope.left === 0)) scope = undefined;
    const kind = isTitle(line) ? kindOf(line) : undefined;
    if (scope && (kind === undefined || kind === scope.kind)) {
      found.set(line, scope.kind);
      scope.left--;
      continue;
    }
    const block = kind && titledBlock(line);
    const [level, left] = isHeading ? [line.heading, MOST_BELOW] : [6, FEW_BELOW];
    scope = kind && block ? { kind, block, level, left } : undefined;
  }
  return found;
}

function isTitle({ text, links, nav, heading }: Line): boolean {
  return !nav && text.length <= LONGEST_TITLE && (heading > 0 || (links.length === 0 && !/[\d@]|[.!?]$/.test(text)));
}

// Returns the words before a value in its line; for hours the whole line, because activities may follow the times. For
// an address, the name of its street is included if it comes first: `Station` of `Station Road` is not evidence.
function before(text: string, field: EvidenceField, value: string): string {
  if (field === 'hours') return text;
  if (field === 'address') {
    const street = STREET.exec(text);
    const isKindFirst = street && /^[\s,(:]/.test(street[0]);
    return text.slice(0, street ? street.index + (isKindFirst ? 0 : street[0].length) : undefined);
  }
  const at = text.toLowerCase().indexOf(value.toLowerCase());
  return at === -1 ? text : text.slice(0, at);
}

// `Insured by Petbusiness Direct, 40 …`: the last name before a value in a sentence is a third party.
function isOfNamed(lead: string, siteNames: OwnNames): boolean {
  const sentence = beforeStreet(lead.slice(-LONGEST_SENTENCE).split(SENTENCE_END).at(-1) ?? '');
  const [name] = [...sentence.matchAll(PROPER_NAME)].slice(-1);
  if (!name || isMostlyOwn(name[2] ?? '', siteNames) || hasOwnName(sentence, siteNames)) return false;
  const start = sentence.slice(0, name.index + (name[1]?.length ?? 0));
  const isOurs = OURSELVES.test(start) && !OUR_RELATION.test(start);
  return !isOurs && !OURSELVES.test(sentence.slice(start.length));
}

// True for a name with at least half of its words in the names of the site.
function isMostlyOwn(name: string, { self }: OwnNames): boolean {
  const words = name.match(/\p{L}{3,}/gu) ?? [];
  return words.filter((word) => self.includes(squeezed(word))).length >= words.length / 2;
}

// `Beijer Bygg, Formvägen 8, 906 21 Umeå, 075-241 52 00`: a name with street and telephone in the same line lists a
// third party.
function isListing(text: string, { self }: OwnNames): boolean {
  const [name = ''] = text.split(/[,:(–]|\s-\s/);
  const [first = ''] = name.match(/\p{L}{3,}/gu) ?? [];
  if (text.search(STREET) === 0 || ADDRESS_LABEL.test(text) || !/^\p{Lu}\D*$/u.test(name)) return false;
  const rest = text.slice(name.length);
  const hasAddress = /\d{4,5}|\d{3} \d{2}|[A-Z]\d/.test(rest) && rest.split(',').length > 2;
  const hasMore = /\(?\d{2,5}\)?[\s./-]{1,3}\d{2,4}[\s./-]\d{2,4}|\d{1,2}[.:h]\d{2}\s*[-–a]/.test(rest);
  return hasAddress && hasMore && first !== '' && !OURSELVES.test(name) && !self.includes(squeezed(first));
}
const SENTENCE_END = /(?<=[\p{L})]{2}[.!?])\s+(?=[\p{Lu}¿¡])|\s[|·•]\s/u;

/** Returns true for `Infolinia InPost: `: a name of a third party before a value. */
export function isNamed(lead: string, siteNames: OwnNames): boolean {
  const label = lead.slice(-LONGEST_SENTENCE).split(SENTENCE_END).at(-1) ?? '';
  const names = [...label.matchAll(/(?<=[\p{L}\d]\s)\p{Lu}\p{L}{2,}/gu)].filter(
    ([name]) => !NUMBER_LABEL.test(name) && !siteNames.self.includes(squeezed(name)),
  );
  return names.length > 0 && !OURSELVES.test(label);
}

// Returns the words before an address that precedes a telephone number, or whose street name comes before its type.
function beforeStreet(sentence: string): string {
  const at = sentence.search(STREET);
  const lead = at === -1 ? sentence : sentence.slice(0, at);
  const last = lead.search(/[,(:–][^,(:–]*$/);
  return last > 0 && /\d/.test(lead.slice(last)) ? lead.slice(0, last) : lead;
}
