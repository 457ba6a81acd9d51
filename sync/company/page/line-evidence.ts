import { addressesIn } from '../address/address.ts';
import { contact, fromLink, type Origin, emailsIn, telephoneOf } from '../contact/contacts.ts';
import { isOwnOffice, isPlaceholderEmail, judgeNumber } from '../contact/placeholders.ts';
import { isFaxLabel, isOtherNumber, parseTelephone, telephonesIn } from '../contact/telephone.ts';
import type { ContactField, Evidence } from '../evidence.ts';
import { hoursKey } from '../hours/times.ts';
import { HOURS_WORD, hoursIn } from '../hours/written-hours.ts';
import { isNamed, type Judge } from './others.ts';
import type { Line } from './page-lines.ts';
import type { Context } from './site-context.ts';

// Maximum number of characters in lines with digits: a search for telephone numbers in 100 KB of digits takes seconds.
const DIGIT_TEXT = 40_000;
const WHATSAPP = /whats\s?app|wsp\b|wasap|guasap/i;
// Strengths: hours with a label, and a slogan; a number beside a name, below the threshold without further evidence. A
// number of the operator in a legal notice, where it is mandatory; an address without a post code; addresses and hours
// beside placeholders.
const LABELLED = 1.5;
const SLOGAN = 0.8;
const BESIDE_NAME = 0.9;
const OF_OPERATOR = 1.5;
const WITHOUT_CODE = 0.6;
const BESIDE_PLACEHOLDER = 0.3;
const NEIGHBOURS = 4;
const ORDER: Readonly<Record<Line['part'], number>> = { header: 0, footer: 1, main: 2 };

export function linkEvidence(line: Line, above: Line | undefined, context: Context, judge: Judge): Evidence[] {
  const found = line.links.flatMap(({ href, label }) =>
    fromLink(href, { place: line.part, how: 'link' }, context)
      .filter(({ field }) => field !== 'phone' || !isOfFax(wordsBefore(line, label), above?.text ?? ''))
      .flatMap((evidence) => withLabel(evidence, label, context))
      .map((item) => Object.assign(item, judge(line, item, label))),
  );
  // The office address is also listed beside the names of a team.
  return line.foreign ? found.filter(({ field, key }) => field === 'email' && isOwnOffice(key, context.own)) : found;
}

const wordsBefore = ({ text }: Line, label: string): string =>
  (text.slice(0, Math.max(0, text.indexOf(label))) + (/^[^\d+(]*/.exec(label)?.[0] ?? '')).trim();

const isOfFax = (words: string, above: string): boolean => (words === '' ? isFaxLabel(above) : isOtherNumber(words));

// Uses the number in the link text as the value. A link with a different number is a default of the theme.
function withLabel(evidence: Evidence, label: string, { countries }: Context): Evidence[] {
  if (evidence.field !== 'phone') return [evidence];
  const numbers = telephonesIn(label.slice(0, 200), countries);
  const matching = numbers.find(({ number }) => number === evidence.key);
  return matching ? [{ ...evidence, value: matching.written }] : numbers.length > 0 ? [] : [evidence];
}

/** Returns the contacts, addresses and hours in the visible text of a page; telephones in lines of the operator are marked. */
export function textEvidence(
  lines: readonly Line[],
  context: Context,
  judge: Judge,
  ofOperator: ReadonlySet<Line>,
): Evidence[] {
  const evidenceFor = (
    line: Line,
    field: ContactField,
    value: string,
    { strength = 1, as = value }: Pick<Origin, 'strength'> & { readonly as?: string } = {},
  ) =>
    contact(field, value, { how: 'text', strength, place: line.part }, context).map((evidence) =>
      Object.assign(evidence, judge(line, evidence, as)),
    );
  const written = lines.filter(({ text }) => text !== '');
  const visible = written.filter(({ foreign }) => !foreign);
  let room = DIGIT_TEXT;
  const numbers = visible
    .filter(({ text }) => text.replaceAll(/\D/g, '').length >= 6)
    .toSorted((a, b) => ORDER[a.part] - ORDER[b.part])
    .flatMap((line) => {
      const text = line.text.replaceAll(/https?:\/\/\S+|\S+@\S+/g, ' ').slice(0, room);
      room -= text.length;
      const above = visible[visible.indexOf(line) - 1]?.text ?? '';
      if (isFaxLabel(above)) return [];
      return telephonesIn(text, context.countries).flatMap((telephone, nth) => {
        const at = text.indexOf(telephone.written);
        const isOfNamed = line.part === 'main' && isNamed(text.slice(0, at), context.names);
        const strength =
          (isOfNamed ? BESIDE_NAME : 1) * (line.part === 'main' && ofOperator.has(line) ? OF_OPERATOR : 1);
        const phones = evidenceFor(line, 'phone', telephone.written, { strength });
        // A number without a country code may exist in a foreign country: only a possible mobile number is accepted as
        // a chat.
        const mayDial = telephone.written.startsWith('+') || (context.countryIsCertain && telephone.mobile);
        const isNamedChat = WHATSAPP.test(at === 0 ? above.slice(-80) : text.slice(Math.max(0, at - 40), at));
        const chats =
          mayDial && isNamedChat ? evidenceFor(line, 'whatsapp', telephone.number, { as: telephone.written }) : [];
        return phones.map((phone) => (nth > 0 ? Object.assign(phone, { further: true }) : phone)).concat(chats);
      });
    });
  const emails = visible.flatMap((line) =>
    emailsIn(line.text.slice(0, 2_000)).flatMap((address) => evidenceFor(line, 'email', address)),
  );
  const addresses = addressesIn(written, context).flatMap(({ text, whole, line }) =>
    evidenceFor(line, 'address', text, {
      strength: (whole ? 1 : WITHOUT_CODE) * ofNeighbours(written, line, context),
    }),
  );
  const hours = hoursIn(written, context.language).flatMap(({ text, labelled, line }) =>
    evidenceFor(line, 'hours', text, {
      strength: (labelled ? LABELLED : isSlogan(line, text) ? SLOGAN : 1) * ofNeighbours(written, line, context),
    }),
  );
  return [...numbers, ...emails, ...addresses, ...hours];
}

// `Ready when you are, 24/7`, `Join us on Saturday from 10:00 to 12:00 and …`: main text without a word for hours. Opening
// hours have more digits than words.
function isSlogan({ part }: Line, hours: string): boolean {
  const [words = 0, digits = 0] = [/\p{L}+/gu, /\d/g].map((sign) => hours.match(sign)?.length);
  const isSentence = hoursKey(hours) === '24h' || words > Math.max(10, digits * 1.25);
  return part === 'main' && isSentence && !HOURS_WORD.test(hours);
}

// Returns the factor of a line: less than 1 if all telephone numbers and e-mail addresses near it are placeholders,
// because the block is a default of the theme.
function ofNeighbours(lines: readonly Line[], line: Line, { countries, own }: Context): number {
  const at = lines.indexOf(line);
  const near = lines.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1);
  const emails = near.flatMap(({ text }) => emailsIn(text.slice(0, 300)));
  const linked = near.flatMap(({ links }) => links.flatMap(({ href }) => telephoneOf(href) ?? []));
  const numbers = [
    ...linked.flatMap((number) => parseTelephone(number, countries) ?? []),
    ...near.flatMap(({ text }) => telephonesIn(text.slice(0, 300), countries)),
  ];
  const areUnfilled =
    emails.length + numbers.length > 0 &&
    emails.every((address) => isPlaceholderEmail(address, own)) &&
    numbers.every((number) => judgeNumber(number) === 'placeholder');
  return areUnfilled ? BESIDE_PLACEHOLDER : 1;
}
