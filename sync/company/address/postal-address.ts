import { isPlaceholderAddress } from '../contact/placeholders.ts';
import type { Line } from '../page/page-lines.ts';
import { OTHER_NUMBER, addressPart, withoutLead, tidy } from './address-line.ts';
import { ADDRESS_LABEL, COMPANY_NAME, LARGE_TOWN } from './address-words.ts';
import { BOX, belowStreet, isCode, withPlace } from './neighbouring-lines.ts';
import { isWholeForm, postCodeOf } from './post-codes.ts';
import { hasStreet, isListed } from './street.ts';
import { NUMBER_FIRST, STREET_AND_TOWN, isTown, isLongTown, isStreetAndTown, isStreetInTown } from './whole-line.ts';
import type { WrittenAddress, AddressSigns, PageText, Found } from './written-address.ts';

const LONGEST = 200;

/** Returns the postal addresses in the lines of a page. */
export function addressesIn(
  lines: readonly Line[],
  { countries, countryNames, names }: AddressSigns,
): readonly WrittenAddress[] {
  const page: PageText = { lines, countries, countryNames, postCode: postCodeOf(countries) };
  return lines.flatMap((line, index) => {
    if (line.foreign || line.nav || line.text.length > 1_000) return [];
    const plain = addressPart(line.text);
    const found =
      plain.length > LONGEST
        ? undefined
        : (inLine(plain, index, page) ?? belowStreet(plain, index, page) ?? besideSign(plain, index, page));
    const text = tidy(withoutLead(found?.text ?? '', names));
    if (!found || text.length < 12 || isPlaceholderAddress(text) || OTHER_NUMBER.test(found.text)) return [];
    return [
      {
        text,
        whole: found.whole && !BOX.test(text),
        half: found.half ?? false,
        line,
      },
    ];
  });
}

// A line that is a complete address.
function inLine(plain: string, index: number, page: PageText): Found | undefined {
  if (isLongTown(plain)) return undefined;
  const code = page.postCode.exec(plain);
  const isWhole =
    (code !== null && isMarked(index, page) && (plain.match(/,/g)?.length ?? 0) >= 2) ||
    (code !== null && (hasStreet(plain) || (code.index > 0 && NUMBER_FIRST.test(plain)))) ||
    isWholeForm(plain, page.countries) ||
    isStreetAndTown(plain, page) ||
    isStreetInTown(plain, page);
  return isWhole ? { text: withPlace(plain, index, page), whole: true } : undefined;
}

// True for a line beside a map sign, or with a label before or above it. The company's name may be between both.
function isMarked(index: number, { lines }: PageText): boolean {
  const isLabel = (at: number) => ADDRESS_LABEL.test(lines[at]?.text ?? '');
  const isBelowName = () => COMPANY_NAME.test(lines[index - 1]?.text ?? '');
  return lines[index]?.atMap === true || isLabel(index) || isLabel(index - 1) || (isLabel(index - 2) && isBelowName());
}

// A street without its town, beside a map sign, after a label, or in the footer. A large town in the next line
// completes it.
function besideSign(plain: string, index: number, page: PageText): Found | undefined {
  const { lines } = page;
  const [line, next] = [lines[index], lines[index + 1]];
  if (!line || plain.length > 120) return undefined;
  if (!hasStreet(plain) && !isListed(plain)) return undefined;
  const isInFooter = line.part === 'footer' && /,\s*\p{Lu}\p{L}{2}/u.test(plain) && plain.length <= 90;
  const isAlone = STREET_AND_TOWN.test(plain) && hasStreet(plain);
  if (!isMarked(index, page) && !isInFooter && !isAlone) return undefined;
  if ([1, 2].some((down) => isTown(addressPart(lines[index + down]?.text ?? ''), page) || isCode(index + down, page)))
    return undefined;
  const hasTown = next && next.part === line.part && next.text.length < 60 && LARGE_TOWN.test(next.text);
  const text = hasTown ? `${plain}, ${addressPart(next.text)}` : plain;
  return { text, whole: LARGE_TOWN.test(text), half: !/,\s*\p{Lu}\p{L}{2}/u.test(text) && !LARGE_TOWN.test(text) };
}
