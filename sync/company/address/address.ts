import { hasOwnName, type OwnNames } from '../page/own-names.ts';
import type { Line } from '../page/page-lines.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('address');

const TOWN_LINE = words.pattern('town_line', 'u');
const OF_COUNTRY = new Map(words.entries('country_post_codes'));
// An address that is complete without a post code.
const WHOLE_FORM = words.pattern('whole_forms');

/** A street with a word for its type. */
export const STREET = words.pattern('street');
// A street without a word for its type, as in Germany: `Hummelweg 9`, `Am Markt 3 a`.
const NAMED_STREET =
  /^\p{Lu}[\p{L}.'’ -]{2,40},?\s(?:(?:[Nn][º°]|[Nn]r?o\.|#)\s?)?\d{1,4}(?:[-–/]\d{1,4})?\s?[A-Za-z]?$/u;
const HOUSE = /(?:^|[\s,.º°#-])(?:\d{1,5}(?:[-–/]\d{1,4})?\s?[a-z]?(?![\d@%€:])|s\/n|km\.?\s*\d)/i;
// In `C.P. 44500`, `3551 CL Utrecht` and `Hartford, CT 06103`, letters before and after a post code are not a street.
const CODE =
  /\bC\.?\s?P\.?:?\s*(?=[A-Z]?\d{4,5}\b)|(?<=\b\d{4}\s?)[A-Z]{2}(?=\s\p{Lu})|(?<=[\p{L}.],?\s)[A-Z]{2}\.?,?\s+\d{5}(?:-\d{4})?\b/gu;

/** An address label, alone on its line or before the address. */
export const ADDRESS_LABEL = words.pattern('whole_label');
const BARE_LABEL = words.pattern('bare_label');
const OTHER_DATA = words.pattern('other_data');
const OTHER_NUMBER = words.pattern('other_number', 'i');
const SEAT = words.pattern('seat');
const WITHIN = words.pattern('within');
const BOX = words.pattern('box');
const NAME_END = words.pattern('name_end', 'giu');
const COMPANY_NAME = words.pattern('company_name');
const LARGE_TOWN = words.pattern('large_town', 'u');
// Words of these town names resemble a street: `60329 Frankfurt am Main`, `36980 O Grove`.
const LONG_TOWN = /\s(?:am|an der|im|ob der|vor der|in der|[AO]s?)\s\p{Lu}/u;
// `Guadalajara, Jal.`, `Bogotá D.C., Colombia`
const PLACE_LINE = /^\p{Lu}[\p{L}.'’ -]{2,30}(?:,\s*\p{Lu}[\p{L}. ]{1,30})?$/u;
// `ul. Poznańska 147, Gostyń`: only a street and a town.
const STREET_AND_TOWN =
  /^(?:[^,]{4,50}\d\s?\p{L}?,\s*\p{Lu}[\p{L}.'’ -]{2,30}|[^,\s]+\s\p{Lu}[^,]{2,40}\s\d[\d/-]{0,6}\s?\p{L}?(?:,\s*\p{Lu}[\p{L}.'’ -]{2,30}\d{0,2}){2,3})$/u;
// `54B Pointe Cir`: if a state or a post code follows, the words after a number are a street.
const NUMBER_FIRST = /^(?:#\s?)?\d{1,6}\s?[A-Z]?(?:[-/]\d{1,4})?,?\s+\p{L}.{3,},/u;
// `27 Dogpole` above a British post code.
const NUMBERED = /^\d{1,4}[A-Za-z]?,?\s\p{Lu}[\p{L}'’ -]{2,30}$/u;
const BRITISH = /\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}$/;
const ENDS_IN_CODE = /(?:\bC\.?\s?P\.?:?\s*\d{4,5}|,\s\d{4} ?[A-Z]{2})[.,]?$/;
const TELEPHONE = /^\+?\(?\d[\d\s()./-]{7,}$/;
// A period that is not of an abbreviation: `Str. Unirii`, `St. Mary`.
const SENTENCE_END = /(?<=\p{L}{4}\.)\s+(?=\p{Lu})/u;
// Bullets, arrows and pictograms before a line. A line with a copyright sign is not an address.
const BULLET = /^(?:(?![©®〒])[\p{So}\p{Sm}\u{FE0F}•·▪●○–|*-]|\s)+/u;

const LONGEST = 200;
const LONGEST_LINE = 1_000;
const LONGEST_LEAD = 80;
const MOST_ABOVE = 4;

/** An address string as written, in one or several lines. */
type WrittenAddress = {
  readonly text: string;
  /** Has a street and a post code. Without a post code, it needs a map sign or a label. */
  readonly whole: boolean;
  readonly line: Line;
};

/** Facts of a site that are needed to parse its addresses: ISO 3166-1 codes, and country names in lower case. */
type AddressSigns = {
  readonly countries: readonly string[];
  readonly countryNames: ReadonlySet<string>;
  readonly names: OwnNames;
};
// `parts`: the lines without labels, links and other data.
type PageText = Pick<AddressSigns, 'countryNames'> & {
  readonly lines: readonly Line[];
  readonly parts: readonly string[];
  readonly postCode: RegExp;
};

/** Returns the addresses in the lines of a page: the shortest runs of lines with a street and a town. */
export function addressesIn(
  lines: readonly Line[],
  { countries, countryNames, names }: AddressSigns,
): readonly WrittenAddress[] {
  const codes = [words('post_codes'), ...countries.flatMap((country) => OF_COUNTRY.get(country) ?? [])];
  const parts = lines.map((line) => (line.text.length > LONGEST_LINE ? '' : addressPart(withoutLinks(line))));
  const page: PageText = { lines, parts, countryNames, postCode: new RegExp(codes.join('|'), 'u') };
  return lines.flatMap((line, index) => {
    const part = parts[index] ?? '';
    if (line.foreign || line.nav || part.length > LONGEST) return [];
    const run = isWhole(part, index, page) ? part : belowStreet(part, index, page);
    const found = run === undefined ? besideSign(part, index, page) : withPlace(run, index, page);
    const text = tidy(withoutLead(found ?? '', names));
    if (found === undefined || text.length < 12 || OTHER_NUMBER.test(found)) return [];
    return [{ text, whole: (run !== undefined || LARGE_TOWN.test(found)) && !BOX.test(text), line }];
  });
}

/** Returns true for a string with a street and a house number. */
export function hasStreet(text: string): boolean {
  const plain = text.replaceAll(CODE, '');
  return STREET.test(plain) && HOUSE.test(plain);
}

const startsStreet = (text: string): boolean => hasStreet(text) || NAMED_STREET.test(text.split(',')[0] ?? '');
const isTown = (text: string, { postCode }: PageText): boolean => postCode.test(text) || TOWN_LINE.test(text);
const isLongTown = (text: string): boolean => TOWN_LINE.test(text) && LONG_TOWN.test(text);
const commasIn = (text: string): number => text.split(',').length - 1;
const plainName = (text: string): string => text.replaceAll(/^[\s(]+|[\s).]+$/g, '').toLowerCase();

// True for a line that is a complete address.
function isWhole(plain: string, index: number, page: PageText): boolean {
  if (isLongTown(plain)) return false;
  const code = page.postCode.exec(plain)?.index ?? -1;
  const isStreet =
    hasStreet(plain) || (code > 0 && NUMBER_FIRST.test(plain)) || (isMarked(index, page) && commasIn(plain) >= 2);
  return (
    (code >= 0 && isStreet) || WHOLE_FORM.test(plain) || isStreetAndTown(plain, page) || isStreetInTown(plain, page)
  );
}

// Appends the country in the next line, or the town if it is missing: `Cra. 15 # 93-60` / `Bogotá, Colombia`.
function withPlace(text: string, index: number, { lines, countryNames }: PageText): string {
  const [line, next] = [lines[index], lines[index + 1]];
  const below = next?.text ?? '';
  const lacksTown = ENDS_IN_CODE.test(text) || (WHOLE_FORM.test(text) && !LARGE_TOWN.test(text));
  const isCertain = LARGE_TOWN.test(below) || countryNames.has(plainName(below.split(',').at(-1) ?? ''));
  // Below `C.P. 44160`, a name without a state may be any words: `Atención a clientes`.
  const isPlace = isCertain || (ENDS_IN_CODE.test(text) && (below.includes(',') || /[A-Z][.,]?$/.test(text)));
  const isTownBelow = lacksTown && next?.block === line?.block && PLACE_LINE.test(below) && isPlace;
  return isTownBelow || countryNames.has(plainName(below)) ? `${text}, ${below}` : text;
}

// `Hummelweg 9, 71522 Backnang`.
function isStreetAndTown(text: string, page: PageText): boolean {
  const [street = '', ...rest] = text.split(/,\s*/);
  return rest.length <= 4 && NAMED_STREET.test(street) && [...rest, rest.join(', ')].some((part) => isTown(part, page));
}

// `5 Chief Ogunyade Street, Gbagada, Lagos, Nigeria`: many countries do not use post codes.
function isStreetInTown(text: string, { countryNames }: PageText): boolean {
  const parts = text.split(/,\s*|\s[-–]\s/);
  const [first = ''] = parts;
  // `г. Москва, ул. Садовая, д. 3`
  const places = [...(/\d/.test(first) ? [] : [first]), ...parts.slice(-2)].join(', ');
  return (
    text.length <= 140 &&
    parts.length >= 3 &&
    hasStreet(text) &&
    !/[!?]/.test(text) &&
    !SENTENCE_END.test(text) &&
    (countryNames.has(plainName(parts.at(-1) ?? '')) || LARGE_TOWN.test(places))
  );
}

// Joins the line of a town with the street in the lines above.
function belowStreet(plain: string, index: number, page: PageText): string | undefined {
  if (!isTown(plain, page) || plain.length > 80 || (hasStreet(plain) && !isLongTown(plain))) return undefined;
  const above = streetAbove(index, page);
  return above === undefined ? undefined : `${above}, ${plain}`;
}

// Returns the street in the lines above, with the lines between: `Unit 5` / `Park Road` / `Leeds` / `LS1 4AB`.
function streetAbove(index: number, { lines, parts, postCode }: PageText): string | undefined {
  const town = lines[index];
  const isPlainTown = TOWN_LINE.test((parts[index] ?? '').replace(/,\s\p{Lu}\p{L}+$/u, ''));
  let joined = '';
  let isLabelled = false;
  for (let at = index - 1; at >= Math.max(0, index - MOST_ABOVE); at--) {
    const line = lines[at];
    if (!line || line.part !== town?.part || line.text.length > 90) break;
    if (line.heading > 0 && !hasStreet(line.text)) break;
    // A telephone number, or a second address.
    if (TELEPHONE.test(line.text) || (line.text.includes(',') && postCode.test(line.text.replace(/^[^,]*/, '')))) break;
    const text = (parts[at] ?? '').replace(/,$/, '');
    if (text === '' || (/[?!€$@]|\.$/.test(text) && !hasStreet(text) && !PLACE_LINE.test(text))) break;
    const isNextTo = joined === '';
    joined = isNextTo ? text : `${text}, ${joined}`;
    const isNamedStreet = isNextTo && isPlainTown && NAMED_STREET.test(text.replace(/,(?=\s\d+$)/, ''));
    const above = parts[at - 1] ?? '';
    const goesOn = (WITHIN.test(joined) && hasStreet(above)) || (BOX.test(joined) && startsStreet(above));
    // Streets without house numbers: street and town are in the same block.
    const isInBlock =
      line.block === town.block && (STREET.test(text) || (NUMBERED.test(text) && BRITISH.test(town.text)));
    if ((hasStreet(joined) || isNamedStreet || isInBlock) && !goesOn) return joined;
    isLabelled ||= line.atMap || ADDRESS_LABEL.test(lines[at - 1]?.text ?? '');
  }
  // Streets without names: the map sign or label marks the address.
  return isLabelled && /[,\d]/.test(joined) ? joined : undefined;
}

// True for a line beside a map sign, or with a label before or above it; the company's name may be between them.
function isMarked(index: number, { lines }: PageText): boolean {
  const above = COMPANY_NAME.test(lines[index - 1]?.text ?? '') ? index - 2 : index - 1;
  return lines[index]?.atMap === true || [index, above].some((at) => ADDRESS_LABEL.test(lines[at]?.text ?? ''));
}

// A street without its town, beside a map sign, after a label, or in the footer.
function besideSign(plain: string, index: number, page: PageText): string | undefined {
  const line = page.lines[index];
  // `Miraflores 9700, Pudahuel, Santiago`
  const isListed = /^\p{Lu}[\p{L}. ]+\s\d{1,5}\b/u.test(plain) && commasIn(plain) >= 2;
  if (plain.length > 120 || !(hasStreet(plain) || isListed)) return undefined;
  const isInFooter = line?.part === 'footer' && /,\s*\p{Lu}\p{L}{2}/u.test(plain) && plain.length <= 90;
  const isAlone = STREET_AND_TOWN.test(plain) && hasStreet(plain);
  if (!isMarked(index, page) && !isInFooter && !isAlone) return undefined;
  return [1, 2].some((down) => isTown(page.parts[index + down] ?? '', page)) ? undefined : plain;
}

// Removes the links before an address, such as `WhatsApp`, but not the link of its street.
const withoutLinks = ({ text, links }: Line): string =>
  links.reduce((rest, { label }) => {
    const after = rest.slice(label.length + 1);
    return /^\D+$/.test(label) && rest.startsWith(`${label} `) && startsStreet(after) ? after : rest;
  }, text);

// Removes the label before an address, and a telephone number after it.
function addressPart(text: string): string {
  const plain = withoutName(withoutLabel(fromSeat(text).replace(BULLET, '').replace(ADDRESS_LABEL, '')));
  const end = plain.search(OTHER_DATA);
  return (end > 10 ? plain.slice(0, end) : end >= 0 ? '' : plain).trim();
}

// `Shop: 2201 Double Creek Dr` → `2201 Double Creek Dr`: removes the string up to a colon before a street.
function withoutLabel(text: string): string {
  const [bare = ''] = BARE_LABEL.exec(text) ?? [];
  if (bare !== '' && startsStreet(text.slice(bare.length)) && !startsStreet(bare.trim()))
    return withoutLabel(text.slice(bare.length));
  const [label = ''] = /^\p{L}[\p{L}’' ]{1,24}:\s+(?=\S)/u.exec(text) ?? [];
  const rest = text.slice(label.length);
  return label !== '' && !OTHER_NUMBER.test(label) && startsStreet(rest) ? rest : text;
}

// `Taller Sol, S.L., con CIF B29000000 y domicilio en Calle Larios 9` → `Calle Larios 9`.
function fromSeat(text: string): string {
  const seat = SEAT.exec(text);
  // The registered office of a third party follows an address.
  if (!seat || /(?<!\d)\d{4,5}\s\p{Lu}\p{Ll}/u.test(text.slice(0, seat.index))) return text;
  const place = text.slice(seat.index + seat[0].length);
  return startsStreet(place) ? place : text;
}

// `Firma Muster · Hummelweg 9 · 71522 Backnang` → `Hummelweg 9, 71522 Backnang`.
function withoutName(text: string): string {
  const parts = text.split(/\s+[|·•–—]\s+/);
  const start = parts.findIndex((part) => /\d/.test(part));
  const [street = '', ...behind] = parts.slice(Math.max(0, start));
  if (parts.length === 1 || !startsStreet(street)) return text;
  const town = behind.findIndex((part) => !WITHIN.test(part));
  if (TOWN_LINE.test(behind[town] ?? ''))
    return [[street, ...behind.slice(0, town + 1)].join(', '), ...behind.slice(town + 1)].join(' – ');
  return start > 0 ? parts.slice(start).join(' – ') : text;
}

// `Taller Sol, Calle Larios 9` → `Calle Larios 9`: removes the company's name.
function withoutLead(text: string, names: OwnNames): string {
  const last = [...text.slice(0, LONGEST_LEAD).matchAll(NAME_END)].findLast(({ 0: sign, index }) => {
    const lead = text.slice(0, index);
    const isName = hasOwnName(lead, names) || COMPANY_NAME.test(lead);
    return isName && !/\d/.test(lead) && startsStreet(text.slice(index + sign.length));
  });
  return last ? text.slice(last.index + last[0].length) : text;
}

// Trims punctuation.
function tidy(text: string): string {
  return text
    .replaceAll(/\s*(?:[–-]\s*)?,(?:\s*,)*\s*/g, ', ')
    .replaceAll(/^[^\p{L}\p{N}〒#(]+|[\s,;:·|–-]+$/gu, '')
    .replace(/(?<=\p{L}{3}|\d)(?<!, \p{Lu}\p{L}{2})\.$/u, '');
}

/** Returns the comparison key of an address: its numbers, and its words of at least four letters. */
export function addressKey(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return [...new Set(plain.match(/[a-z]{0,2}\d[\da-z]*|[a-z]{4,}/g))].toSorted().join(' ');
}

/** Returns true for two keys of the same place: they share a number, and most words of the shorter key. */
export function isSamePlace(a: string, b: string): boolean {
  const [shorter = [], longer = []] = [a.split(' '), b.split(' ')].toSorted((x, y) => x.length - y.length);
  const shared = shorter.filter((word) => longer.includes(word));
  return shared.some((word) => /\d/.test(word)) && shared.length >= Math.max(2, shorter.length * 0.6);
}
