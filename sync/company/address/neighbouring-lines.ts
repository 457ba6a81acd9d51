import { WITHIN, PLACE_LINE, TELEPHONE, addressPart } from './address-line.ts';
import { ADDRESS_LABEL, LARGE_TOWN, STREET } from './address-words.ts';
import { CODE_LINE, isWholeForm, TOWN_LINE } from './post-codes.ts';
import { NAMED_STREET, hasStreet, startsStreet } from './street.ts';
import { isTown, isLongTown, plainName } from './whole-line.ts';
import type { PageText, Found } from './written-address.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('address');

export const BOX = words.pattern('box', 'iu');

/** Joins the line of a town, or of its post code, with the street in the lines above. */
export function belowStreet(plain: string, index: number, page: PageText): Found | undefined {
  if (!(isTown(plain, page) || isCode(index, page)) || plain.length > 80 || (hasStreet(plain) && !isLongTown(plain)))
    return undefined;
  const above = streetAbove(index, page);
  return above === undefined ? undefined : { text: withPlace(`${above}, ${plain}`, index, page), whole: true };
}

/** Returns true for `29005` below its town, in the same paragraph or list. */
export function isCode(index: number, { lines }: PageText): boolean {
  const [above, line] = [lines[index - 1], lines[index]];
  if (!above || !line || !CODE_LINE.test(line.text)) return false;
  const list = line.block.around;
  return line.block === above.block || (list !== undefined && list === above.block.around);
}

const MOST_ABOVE = 4;

// Returns the street in the lines above, with the lines between: `Unit 5` / `Park Road` / `Leeds` / `LS1 4AB`.
function streetAbove(index: number, { lines, postCode }: PageText): string | undefined {
  const town = lines[index];
  let joined = '';
  let isLabelled = false;
  for (let at = index - 1; at >= Math.max(0, index - MOST_ABOVE); at--) {
    const line = lines[at];
    if (!line || line.part !== town?.part || line.text.length > 90) break;
    if (line.heading > 0 && !hasStreet(line.text)) break;
    // A telephone number, or a second address.
    if (TELEPHONE.test(line.text) || (line.text.includes(',') && postCode.test(line.text.replace(/^[^,]*/, '')))) break;
    const plain = addressPart(line.text).replace(/,$/, '');
    const text = PLACE_LINE.test(plain) || hasStreet(plain) ? plain.replace(/(?<=\p{L}{4})\.$/u, '') : plain;
    if (text === '' || (/[?!€$@]|\.$/.test(text) && !hasStreet(text))) break;
    const isNextTo = joined === '';
    joined = isNextTo ? text : `${text}, ${joined}`;
    const isStreet =
      hasStreet(joined) ||
      (isNextTo &&
        NAMED_STREET.test(text.replace(/,(?=\s\d+$)/, '')) &&
        TOWN_LINE.test(addressPart(town.text).replace(/,\s\p{Lu}\p{L}+$/u, '')));
    const above = addressPart(lines[at - 1]?.text ?? '');
    const goesOn = (WITHIN.test(joined) && hasStreet(above)) || (BOX.test(joined) && startsStreet(above));
    // Streets without house numbers: street and town are in the same block.
    const isNamed = line.block === town.block && STREET.test(text);
    const isNumbered = line.block === town.block && NUMBERED.test(text) && BRITISH.test(town.text);
    if ((isStreet || isNamed || isNumbered) && !goesOn) return joined;
    isLabelled ||= line.atMap || ADDRESS_LABEL.test(lines[at - 1]?.text ?? '');
  }
  // Streets without names: the map sign or label marks the address.
  return isLabelled && /[,\d]/.test(joined) ? joined : undefined;
}

// `27 Dogpole` above a British post code.
const NUMBERED = /^\d{1,4}[A-Za-z]?,?\s\p{Lu}[\p{L}'’ -]{2,30}$/u;
const BRITISH = /\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}$/;

/** Appends the country in the next line, or the town if it is missing: `Cra. 15 # 93-60` / `Bogotá, Colombia`. */
export function withPlace(text: string, index: number, { lines, countries, countryNames }: PageText): string {
  const [line, next] = [lines[index], lines[index + 1]];
  const below = next?.text ?? '';
  const last = below.split(/,\s*/).at(-1) ?? '';
  const [, code = '', ...further] = text.split(', ');
  // `Blokmaalder 1` / `1531 PE` / `Wormer`
  const isCodeOnly = further.length === 0 && CODE_LINE.test(code);
  const endsInCode = ENDS_IN_CODE.test(text);
  const lacksTown = endsInCode || isCodeOnly || (isWholeForm(text, countries) && !LARGE_TOWN.test(text));
  const isTownBelow =
    lacksTown &&
    next?.block === line?.block &&
    PLACE_LINE.test(below) &&
    (isCodeOnly || LARGE_TOWN.test(below) || countryNames.has(plainName(last)) || (endsInCode && below.includes(',')));
  const isCodeBelow = next?.block === line?.block && LABELLED_CODE.test(below);
  return isTownBelow || isCodeBelow || countryNames.has(plainName(below)) ? `${text}, ${below}` : text;
}
// `CEP: 07210-420` below `Guarulhos - SP`.
const LABELLED_CODE = /^(?:CEP|C\.?\s?P\.?):?\s*\d[\d.-]{3,9}$/i;
const ENDS_IN_CODE = /\bC\.?\s?P\.?:?\s*\d{4,5}[.,]?$/;
