import { ADDRESS_LABEL, COMPANY_NAME, LARGE_TOWN, NAME_END, OTHER_DATA, STREET } from './address-words.ts';
import { hasOwnName, type OwnNames } from './others.ts';
import type { Line } from './page-lines.ts';
import { isPlaceholderAddress } from './placeholders.ts';
import { CODE_LINE, isWholeForm, postCodeOf, TOWN_LINE } from './post-codes.ts';

/** An address as the site writes it in one or a few lines. */
export type WrittenAddress = {
  readonly text: string;
  /** Has a street and a post code; without one it is only believed beside a map sign or after its label. */
  readonly whole: boolean;
  /** A street without any town, or behind other words with the province alone. */
  readonly half: boolean;
  /** Within a sentence, which may tell of anybody's. */
  readonly prose: boolean;
  readonly line: Line;
};

/** What of a site helps to read its addresses. */
export type AddressSigns = {
  /** ISO 3166-1 codes. */
  readonly countries: readonly string[];
  /** Names of countries in lower case. */
  readonly countryNames: ReadonlySet<string>;
  readonly names: OwnNames;
};

type PageText = Pick<AddressSigns, 'countries' | 'countryNames'> & {
  readonly lines: readonly Line[];
  readonly postCode: RegExp;
};
type Found = Pick<WrittenAddress, 'text' | 'whole'> & { readonly half?: boolean };

const HOUSE = /(?:^|[\s,.º°#-])(?:\d{1,5}(?:[-–/]\d{1,4})?\s?[a-z]?(?![\d@%€:])|s\/n|km\.?\s*\d)/i;
/** A street that is called by any name, as in Germany: `Hummelweg 9`, `Am Markt 3 a`, `Storgata 18 A`. */
const NAMED_STREET =
  /^\p{Lu}[\p{L}.'’ -]{2,40},?\s(?:(?:[Nn][º°]|[Nn]r?o\.|#)\s?)?\d{1,4}(?:[-–/]\d{1,4})?\s?[A-Za-z]?$/u;
/** `54B Pointe Cir`: where a state or a post code follows, what stands behind a number is a street. */
const NUMBER_FIRST = /^(?:#\s?)?\d{1,6}\s?[A-Z]?(?:[-/]\d{1,4})?,?\s+\p{L}.{3,},/u;
/** Registers and taxes have numbers too. */
const OTHER_NUMBER =
  /registe?r|registro|st\.?-nr|\bHRB\b|\b(?:CIF|NIF|IVA|VAT|SIRET|RCS)\b|©|copyright|rights reserved|derechos reservados|licen[cs]/i;
/** Bullets, arrows and pictures in front of a line; the sign of copyright says that it is no address. */
const BULLET = /^(?:(?![©®〒])[\p{So}\p{Sm}\u{FE0F}•·▪●○–|*-]|\s)+/u;
/** A part of a building, which says nothing without the street above it. */
const WITHIN =
  /^(?:(?:suite|ste\.?|unit|floor|shop|flat|apt\.?|office|room|oficina|of\.|local|piso|planta|nave|bajo|loja|sala|bus|bo[iî]te)(?!\p{L})|\d{1,2}\s?(?:[ºª°]|(?:\.|er|e|[èe]me|st|nd|rd|th|º)?\s?(?:og|stock|etage|[ée]tage|floor|piano|piso|planta|andar|etaj|pi[ęe]tro)(?!\p{L})))/iu;
/** A box of the post office, which stands between street and town or instead of the street. */
const BOX =
  /^(?:case postale|postfach|bo[iî]te postale|b\.?\s?p\.?|apartado(?: de correos)?|apdo\.?|casella postale|caixa postal|c[ăa]su[țt]a po[șs]tal[ăa]|postbus|skr(?:ytka|\.) ?poczt\p{L}*|p\.?\s?o\.?\s?box|postboks|box|po[šs]tovn[íi] p[řr]ihr[áa]dka)\s*\d/iu;
/** Where people write the town first: in the languages of the east, `ul. Polna 12`, `Kossuth u. 3`. */
const STREET_FIRST =
  /^(?:ul\.|al\.|os\.|pl\.|ул\.|пр\.|просп\.|бул\.|вул\.|str\.)\s?\p{L}|\s(?:utca|u\.|[úu]t|t[ée]r|k[öo]r[úu]t)\s\d/iu;
/** `ul. Poznańska 147, Gostyń`: a street and a town, and nothing else. */
const STREET_AND_TOWN =
  /^(?:[^,]{4,50}\d\s?\p{L}?,\s*\p{Lu}[\p{L}.'’ -]{2,30}|[^,\s]+\s\p{Lu}[^,]{2,40}\s\d[\d/-]{0,6}\s?\p{L}?(?:,\s*\p{Lu}[\p{L}.'’ -]{2,30}\d{0,2}){2,3})$/u;
const LONGEST = 200;

/** The postal addresses that lines of a page tell. */
export function addressesIn(
  lines: readonly Line[],
  { countries, countryNames, names }: AddressSigns,
): readonly WrittenAddress[] {
  const page: PageText = { lines, countries, countryNames, postCode: postCodeOf(countries) };
  return lines.flatMap((line, index) => {
    if (line.foreign || line.nav || line.text.length > 1_000) return [];
    const own = part(line.text);
    const found =
      own.length > LONGEST
        ? inSentence(own, page)
        : (inLine(own, index, page) ??
          belowStreet(own, index, page) ??
          aboveStreet(own, index, page) ??
          besideSign(own, index, page));
    const text = tidy(withoutLead(found?.text ?? '', names));
    if (!found || text.length < 12 || isPlaceholderAddress(text) || OTHER_NUMBER.test(found.text)) return [];
    const inProvince = found.whole && isInProvince(text, page);
    return [
      {
        text,
        whole: found.whole && !inProvince && !BOX.test(text),
        half: (inProvince && isBehindWords(text)) || (found.half ?? false),
        prose: isProse(text),
        line,
      },
    ];
  });
}

/** True where more words than those of a name stand before the street: `Timber supplied by Arnold Laver, Canal Road`. */
function isProse(text: string): boolean {
  const start = text.search(STREET);
  const [lead = ''] = text.slice(0, start === -1 ? text.length : start).split(/\d/);
  return (lead.match(/(?<![\p{L}'’])\p{Ll}{2,}/gu)?.filter((word) => !PARTICLE.test(word)).length ?? 0) >= 2;
}
const PARTICLE =
  /^(?:de|del|la|las|los|el|i|y|of|the|and|di|da|do|dos|das|du|des|le|les|et|e|van|von|der|den|dem|und|am|an|im|na|w|bis|ter|local|bajo|piso|suite|unit)$/;

/** `Rua Sol, 5, Londrina - PR`: the province stands for the code, and says less than one. */
function isInProvince(text: string, { postCode, countries }: PageText): boolean {
  const codes = [...text.matchAll(new RegExp(postCode, 'gu'))];
  return (
    codes.length > 0 &&
    codes.every(([code]) => !/\d/.test(code)) &&
    !LARGE_TOWN.test(text.split(',').at(-1) ?? '') &&
    !isWholeForm(text, countries)
  );
}

/** `Obra na Rua Sol, 5`: a street of which other words tell. */
const isBehindWords = (text: string): boolean => /^[\s,(:]/.test(text.slice(text.search(STREET)));

/** A line that is an address as it stands. */
function inLine(own: string, index: number, page: PageText): Found | undefined {
  if (isLongTown(own)) return undefined;
  const code = page.postCode.exec(own);
  const isWhole =
    (code !== null && isMarked(index, page) && (own.match(/,/g)?.length ?? 0) >= 2) ||
    (code !== null && (hasStreet(own) || (code.index > 0 && NUMBER_FIRST.test(own)))) ||
    isWholeForm(own, page.countries) ||
    isStreetAndTown(own, page) ||
    isStreetInTown(own, page);
  return isWhole ? { text: withPlace(own, index, page), whole: true } : undefined;
}

/** `Taller Sol, Calle Larios 9` → `Calle Larios 9`: the company's name, or a label without its colon. */
function withoutLead(text: string, names: OwnNames): string {
  const ends = [...text.slice(0, LONGEST_LEAD).matchAll(NAME_END)].filter(({ 0: sign, index }) => {
    const lead = text.slice(0, index).replace(/,$/, '');
    return (
      (hasOwnName(lead, names) ||
        COMPANY_NAME.test(lead) ||
        ADDRESS_LABEL.test(lead.split(/\s[-–—|·•]\s/).at(-1) ?? '')) &&
      !/\d/.test(lead) &&
      startsStreet(text.slice(index + sign.length))
    );
  });
  const last = ends.at(-1);
  return last ? text.slice(last.index + last[0].length) : text;
}
const LONGEST_LEAD = 80;

/** True for a line beside a map sign, or with a label before or above it. */
function isMarked(index: number, { lines }: PageText): boolean {
  return lines[index]?.atMap === true || [index, index - 1].some((at) => ADDRESS_LABEL.test(lines[at]?.text ?? ''));
}

/** `60329 Frankfurt am Main`, `36980 O Grove`: what reads as a street is the name of the town. */
function isLongTown(text: string): boolean {
  return TOWN_LINE.test(text) && /\s(?:am|an der|im|ob der|vor der|in der|[AO]s?)\s\p{Lu}/u.test(text);
}

/** The line of the town, or of its post code alone, with the street in the lines above. */
function belowStreet(own: string, index: number, page: PageText): Found | undefined {
  if (!(isTown(own, page) || isCode(index, page)) || own.length > 80 || (hasStreet(own) && !isLongTown(own)))
    return undefined;
  const above = streetAbove(index, page);
  return above === undefined ? undefined : { text: withPlace(`${above}, ${own}`, index, page), whole: true };
}

/** The line of the town with the street in the next one: `60-123 Poznań` / `ul. Polna 12`. */
function aboveStreet(own: string, index: number, page: PageText): Found | undefined {
  const [line, next, after] = page.lines.slice(index, index + 3);
  const street = part(next?.text ?? '');
  const isPair = line !== undefined && next?.block.around !== undefined && next.block.around === line.block.around;
  const isOfNext = isTown(street, page) || isTown(part(after?.text ?? ''), page);
  if (
    !isPair ||
    !TOWN_LINE.test(own) ||
    street.length > 60 ||
    !STREET_FIRST.test(street) ||
    !hasStreet(street) ||
    isOfNext
  )
    return undefined;
  return { text: `${own}, ${street}`, whole: true };
}

const isCodeAlone = (text: string): boolean => CODE_LINE.test(text.replace(CODE_LABEL, ''));

/** `29005` below its town, in one paragraph or list with it. */
function isCode(index: number, { lines }: PageText): boolean {
  const [above, line] = [lines[index - 1], lines[index]];
  if (!above || !line || !CODE_LINE.test(line.text)) return false;
  const list = line.block.around;
  return line.block === above.block || (list !== undefined && list === above.block.around);
}

/** A street without its town, beside a map sign, after a label, or in the footer; with a large town in the next line it is whole. */
function besideSign(own: string, index: number, page: PageText): Found | undefined {
  const { lines } = page;
  const [line, next] = [lines[index], lines[index + 1]];
  if (!line || own.length > 120) return undefined;
  if (line.atMap && isPlaceInCountry(own, page)) return { text: own, whole: false };
  if (!hasStreet(own) && !isListed(own)) return undefined;
  const isInFooter = line.part === 'footer' && /,\s*\p{Lu}\p{L}{2}/u.test(own) && own.length <= 90;
  const isAlone = STREET_AND_TOWN.test(own) && hasStreet(own);
  if (!isMarked(index, page) && !isInFooter && !isAlone) return undefined;
  if ([1, 2].some((down) => isTown(part(lines[index + down]?.text ?? ''), page) || isCode(index + down, page)))
    return undefined;
  const hasTown = next && next.part === line.part && next.text.length < 60 && LARGE_TOWN.test(next.text);
  const text = hasTown ? `${own}, ${part(next.text)}` : own;
  return { text, whole: LARGE_TOWN.test(text), half: !/,\s*\p{Lu}\p{L}{2}/u.test(text) && !LARGE_TOWN.test(text) };
}

/** An address within the sentences of a long line. */
function inSentence(own: string, { postCode }: PageText): Found | undefined {
  const text = own
    .split(SENTENCE_END)
    .map(fromStreet)
    .find((sentence) => sentence.length <= LONGEST && hasStreet(sentence) && postCode.test(sentence));
  return text === undefined ? undefined : { text, whole: true };
}

/** Not the point of an abbreviation: `Str. Unirii`, `St. Mary`. */
const SENTENCE_END = /(?<=\p{L}{4}\.)\s+(?=\p{Lu})/u;

function isTown(text: string, { postCode }: PageText): boolean {
  return postCode.test(text) || TOWN_LINE.test(text);
}

/** A line without its label and without the telephone behind the address. */
function part(text: string): string {
  const plain = withoutName(withoutLabel(text.replace(BULLET, '').replace(ADDRESS_LABEL, '')));
  const end = plain.search(OTHER_DATA);
  return (end > 10 ? plain.slice(0, end) : end >= 0 ? '' : plain).trim();
}

/** `Shop: 2201 Double Creek Dr` → `2201 Double Creek Dr`: whatever stands before a colon and a street. */
function withoutLabel(text: string): string {
  const [label = ''] = /^\p{L}[\p{L}’' ]{1,24}:\s+(?=\S)/u.exec(text) ?? [];
  const rest = text.slice(label.length);
  return label !== '' && !OTHER_NUMBER.test(label) && startsStreet(rest) ? rest : text;
}

/** `Firma Muster · Hummelweg 9 · 71522 Backnang` → `Hummelweg 9, 71522 Backnang`: signs part a name, a street and a town. */
function withoutName(text: string): string {
  const parts = text.split(PARTING);
  const start = parts.findIndex((one) => /\d/.test(one));
  const [street = '', ...behind] = parts.slice(Math.max(0, start));
  if (parts.length === 1 || !startsStreet(street)) return text;
  const place = behind.findIndex((one) => !WITHIN.test(one));
  const isAboveCode = PLACE_LINE.test(behind[place] ?? '') && isCodeAlone(behind[place + 1] ?? '');
  const town = isAboveCode ? place + 1 : place;
  const isParted = isAboveCode || TOWN_LINE.test(behind[town] ?? '');
  const rest = isParted
    ? [[street, ...behind.slice(0, town + 1)].join(', '), ...behind.slice(town + 1)]
    : parts.slice(start);
  const end = rest.findIndex((one) => TELEPHONE.test(one));
  return isParted || start > 0 ? rest.slice(0, end === -1 ? rest.length : end).join(' – ') : text;
}

/** A part that is a telephone number and no more. */
const TELEPHONE = /^\+?\(?\d[\d\s()./-]{7,}$/;
const PARTING = /\s+[|·•–—]\s+/;

function startsStreet(text: string): boolean {
  return hasStreet(text) || NAMED_STREET.test(text.split(',')[0] ?? '');
}

/** `Hummelweg 9, 71522 Backnang` */
function isStreetAndTown(text: string, page: PageText): boolean {
  const [street = '', ...rest] = text.split(/,\s*/);
  const isPlace = (one: string) => isTown(one, page);
  return rest.length <= 4 && NAMED_STREET.test(street) && (rest.some(isPlace) || isPlace(rest.join(', ')));
}

/** `5 Chief Ogunyade Street, Gbagada, Lagos, Nigeria`: many countries have no post codes, or nobody writes them. */
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

/** `Kampala, Uganda`: where houses have no address, the place is all that a company tells. */
function isPlaceInCountry(text: string, { countryNames }: PageText): boolean {
  const parts = text.split(/,\s*|\s[-–]\s/);
  return (
    parts.length >= 2 &&
    text.length <= 80 &&
    parts.every((one) => /^\p{Lu}[\p{L}\d.'’() -]+$/u.test(one)) &&
    countryNames.has(plainName(parts.at(-1) ?? ''))
  );
}

/** `Miraflores 9700, Pudahuel, Santiago`: a name with a number, and the places it is in. */
function isListed(text: string): boolean {
  return /^\p{Lu}[\p{L}. ]+\s\d{1,5}\b/u.test(text) && (text.match(/,/g)?.length ?? 0) >= 2;
}

function hasStreet(text: string): boolean {
  const plain = text.replaceAll(CODE_LABEL, '').replaceAll(CODE_LETTERS, '').replaceAll(STATE, '');
  return STREET.test(plain) && HOUSE.test(plain);
}
/** `C.P. 44500` is no street, though `C.` is one. */
const CODE_LABEL = /\bC\.?\s?P\.?:?\s*(?=[A-Z]?\d{4,5}\b)/g;
/** `3551 CL Utrecht` is no street, though `CL` is one. */
const CODE_LETTERS = /(?<=\b\d{4}\s?)[A-Z]{2}(?=\s\p{Lu})/gu;
/** `Hartford, CT 06103` is no street, though `Ct` is one. */
const STATE = /(?<=[\p{L}.],?\s)[A-Z]{2}\.?,?\s+\d{5}(?:-\d{4})?\b/gu;

const MOST_ABOVE = 4;

/** The street in one of the lines above, with what stands between: `Unit 5` / `Park Road` / `Leeds` / `LS1 4AB`. */
function streetAbove(index: number, { lines, postCode }: PageText): string | undefined {
  const town = lines[index];
  let joined = '';
  let isLabelled = false;
  for (let at = index - 1; at >= Math.max(0, index - MOST_ABOVE); at--) {
    const line = lines[at];
    if (!line || line.part !== town?.part || line.text.length > 90) break;
    if (line.heading > 0 && !hasStreet(line.text)) break;
    // A telephone, or another address.
    if (TELEPHONE.test(line.text) || (line.text.includes(',') && postCode.test(line.text.replace(/^[^,]*/, '')))) break;
    const plain = part(line.text).replace(/,$/, '');
    const text = PLACE_LINE.test(plain) || hasStreet(plain) ? plain.replace(/(?<=\p{L}{4})\.$/u, '') : plain;
    if (text === '' || (/[?!€$@]|\.$/.test(text) && !hasStreet(text))) break;
    const isNextTo = joined === '';
    joined = isNextTo ? text : `${text}, ${joined}`;
    const isStreet =
      hasStreet(joined) ||
      (isNextTo &&
        NAMED_STREET.test(text.replace(/,(?=\s\d+$)/, '')) &&
        TOWN_LINE.test(part(town.text).replace(/,\s\p{Lu}\p{L}+$/u, '')));
    const above = part(lines[at - 1]?.text ?? '');
    const goesOn = (WITHIN.test(joined) && hasStreet(above)) || (BOX.test(joined) && startsStreet(above));
    // Where houses have no number, the street and the town stand in one block.
    const isNamed = line.block === town.block && STREET.test(text);
    const isNumbered = line.block === town.block && NUMBERED.test(text) && BRITISH.test(town.text);
    if ((isStreet || isNamed || isNumbered) && !goesOn) return joined;
    isLabelled ||= line.atMap || ADDRESS_LABEL.test(lines[at - 1]?.text ?? '');
  }
  // Where streets have no name, the sign says that it is an address.
  return isLabelled && /[,\d]/.test(joined) ? joined : undefined;
}

/** `27 Dogpole` above a post code of Britain. */
const NUMBERED = /^\d{1,4}[A-Za-z]?,?\s\p{Lu}[\p{L}'’ -]{2,30}$/u;
const BRITISH = /\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}$/;

/** An address with the country in the next line, or with the town there, where it has none: `Cra. 15 # 93-60` / `Bogotá, Colombia`. */
function withPlace(text: string, index: number, { lines, countries, countryNames }: PageText): string {
  const [line, next] = [lines[index], lines[index + 1]];
  const below = next?.text ?? '';
  const last = below.split(/,\s*/).at(-1) ?? '';
  const endsInCode = ENDS_IN_CODE.test(text);
  const lacksTown = endsInCode || (isWholeForm(text, countries) && !LARGE_TOWN.test(text));
  const isTownBelow =
    lacksTown &&
    next?.block === line?.block &&
    PLACE_LINE.test(below) &&
    (LARGE_TOWN.test(below) || countryNames.has(plainName(last)) || (endsInCode && below.includes(',')));
  const isCodeBelow = next?.block === line?.block && LABELLED_CODE.test(below);
  return isTownBelow || isCodeBelow || countryNames.has(plainName(below)) ? `${text}, ${below}` : text;
}
/** `CEP: 07210-420` below `Guarulhos - SP`. */
const LABELLED_CODE = /^(?:CEP|C\.?\s?P\.?):?\s*\d[\d.-]{3,9}$/i;
const ENDS_IN_CODE = /\bC\.?\s?P\.?:?\s*\d{4,5}[.,]?$/;
/** `Guadalajara, Jal.`, `Bogotá D.C., Colombia` */
const PLACE_LINE = /^\p{Lu}[\p{L}.'’ -]{2,30}(?:,\s*\p{Lu}[\p{L}. ]{1,30})?$/u;

/** A name of a country as it is compared: `(España).` → `españa`. */
const plainName = (text: string): string => text.replaceAll(/^[\s(]+|[\s).]+$/g, '').toLowerCase();

/** From where the street begins in a sentence. */
function fromStreet(sentence: string): string {
  const start = sentence.search(
    /(?:calle|c\/|avda?\.?|avenida|plaza|paseo|carretera|rue|via|viale|rua|str\.|strada|ul\.)\s/i,
  );
  return (start > 0 ? sentence.slice(start) : sentence).replace(/\.$/, '');
}

function tidy(text: string): string {
  return text
    .replaceAll(/\s*(?:[–-]\s*)?,(?:\s*,)*\s*/g, ', ')
    .replaceAll(/^[^\p{L}\p{N}〒#(]+|[\s,;:·|–-]+$/gu, '')
    .replace(/(?<=\p{L}{3}|\d)(?<!, \p{Lu}\p{L}{2})\.$/u, '');
}

/** Comparison key of an address: its numbers, and its words of four letters and more. */
export function addressKey(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z]{0,2}\d[\da-z]*|[a-z]{4,}/g) ?? [];
  return [...new Set(words)].toSorted().join(' ');
}

/** True for two keys of one place: they share a number, and most words of the shorter one. */
export function isSamePlace(a: string, b: string): boolean {
  const [shorter = [], longer = []] = [a.split(' '), b.split(' ')].toSorted((x, y) => x.length - y.length);
  const shared = shorter.filter((word) => longer.includes(word));
  return shared.some((word) => /\d/.test(word)) && shared.length >= Math.max(2, shorter.length * 0.6);
}
