import { hasOwnName, isOwnName, type OwnNames } from '../page/others.ts';
import { ADDRESS_LABEL, BARE_LABEL, COMPANY_NAME, NAME_END, OTHER_DATA } from './address-words.ts';
import { CODE_LINE, TOWN_LINE } from './post-codes.ts';
import { CODE_LABEL, startsStreet } from './street.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('address');

export const OTHER_NUMBER = words.pattern('other_number', 'i');
// Bullets, arrows and pictograms before a line. A line with a copyright sign is not an address.
const BULLET = /^(?:(?![©®〒])[\p{So}\p{Sm}\u{FE0F}•·▪●○–|*-]|\s)+/u;
export const WITHIN = words.pattern('within', 'iu');
// `Guadalajara, Jal.`, `Bogotá D.C., Colombia`
export const PLACE_LINE = /^\p{Lu}[\p{L}.'’ -]{2,30}(?:,\s*\p{Lu}[\p{L}. ]{1,30})?$/u;
export const TELEPHONE = /^\+?\(?\d[\d\s()./-]{7,}$/;
const PARTING = /\s+[|·•–—]\s+/;

/** Removes the label before an address, and a telephone number after it. */
export function addressPart(text: string): string {
  const plain = withoutName(withoutLabel(fromSeat(text).replace(BULLET, '').replace(ADDRESS_LABEL, '')));
  const end = plain.search(OTHER_DATA);
  return (end > 10 ? plain.slice(0, end) : end >= 0 ? '' : plain).trim();
}

// `Shop: 2201 Double Creek Dr` → `2201 Double Creek Dr`: removes text between the start and a colon before a street.
function withoutLabel(text: string): string {
  const [bare = ''] = BARE_LABEL.exec(text) ?? [];
  if (bare !== '' && startsStreet(text.slice(bare.length)) && !startsStreet(bare.trim()))
    return text.slice(bare.length);
  const [label = ''] = /^\p{L}[\p{L}’' ]{1,24}:\s+(?=\S)/u.exec(text) ?? [];
  const rest = text.slice(label.length);
  return label !== '' && !OTHER_NUMBER.test(label) && startsStreet(rest) ? rest : text;
}

// `Taller Sol, S.L., con CIF B29000000 y domicilio en Calle Larios 9` → `Calle Larios 9`: removes the lead of a legal
// notice.
function fromSeat(text: string): string {
  const seat = SEAT.exec(text);
  // The registered office of a third party follows an address.
  if (!seat || CODE_AND_TOWN.test(text.slice(0, seat.index))) return text;
  const place = text.slice(seat.index + seat[0].length);
  return startsStreet(place) ? place : text;
}
const CODE_AND_TOWN = /(?<!\d)\d{4,5}\s\p{Lu}\p{Ll}/u;
const SEAT = words.pattern('seat', 'iu');

// `Firma Muster · Hummelweg 9 · 71522 Backnang` → `Hummelweg 9, 71522 Backnang`: name, street and town are separated by
// signs.
function withoutName(text: string): string {
  const parts = text.split(PARTING);
  const start = parts.findIndex((part) => /\d/.test(part));
  const [street = '', ...behind] = parts.slice(Math.max(0, start));
  if (parts.length === 1 || !startsStreet(street)) return text;
  const place = behind.findIndex((part) => !WITHIN.test(part));
  const isAboveCode = PLACE_LINE.test(behind[place] ?? '') && isCodeAlone(behind[place + 1] ?? '');
  const town = isAboveCode ? place + 1 : place;
  const isParted = isAboveCode || TOWN_LINE.test(behind[town] ?? '');
  const rest = isParted
    ? [[street, ...behind.slice(0, town + 1)].join(', '), ...behind.slice(town + 1)]
    : parts.slice(start);
  const end = rest.findIndex((part) => TELEPHONE.test(part));
  return isParted || start > 0 ? rest.slice(0, end === -1 ? rest.length : end).join(' – ') : text;
}

const isCodeAlone = (text: string): boolean => CODE_LINE.test(text.replace(CODE_LABEL, ''));

/** `Taller Sol, Calle Larios 9` → `Calle Larios 9`: removes the company's name, or a label without a colon. */
export function withoutLead(text: string, names: OwnNames): string {
  const ends = [...text.slice(0, LONGEST_LEAD).matchAll(NAME_END)].filter(({ 0: sign, index }) => {
    const lead = text.slice(0, index).replace(/,$/, '');
    return (
      (hasOwnName(lead, names) ||
        COMPANY_NAME.test(lead) ||
        ADDRESS_LABEL.test(lead.split(/\s[-–—|·•]\s/).at(-1) ?? '')) &&
      (!/\d/.test(lead) || isOwnName(lead, names)) &&
      startsStreet(text.slice(index + sign.length))
    );
  });
  const last = ends.at(-1);
  return last ? text.slice(last.index + last[0].length) : text;
}
const LONGEST_LEAD = 80;

/** Removes punctuation around an address. */
export function tidy(text: string): string {
  return text
    .replaceAll(/\s*(?:[–-]\s*)?,(?:\s*,)*\s*/g, ', ')
    .replaceAll(/^[^\p{L}\p{N}〒#(]+|[\s,;:·|–-]+$/gu, '')
    .replace(/(?<=\p{L}{3}|\d)(?<!, \p{Lu}\p{L}{2})\.$/u, '');
}
