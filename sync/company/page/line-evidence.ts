import { contact, fromLink, type Origin } from '../contact/contact-evidence.ts';
import { emailOf, telephoneOf } from '../contact/contact-links.ts';
import { isOwnOffice } from '../contact/email-affinity.ts';
import { emailsIn } from '../contact/email-text.ts';
import type { ContactField, Evidence, PageRole } from '../evidence.ts';
import { hoursKey } from '../hours/clock-times.ts';
import { hoursIn } from '../hours/hours-text.ts';
import { HOURS_WORD } from '../hours/hours-words.ts';
import { isNamed, type Judge } from './others.ts';
import type { Line } from './page-lines.ts';
import { isPlaceholderEmail, judgeNumber } from '../contact/placeholders.ts';
import { addressesIn } from '../address/postal-address.ts';
import type { Context } from './site-context.ts';
import { FAX_LABEL, isFax, parseTelephone, telephonesIn } from '../contact/telephone.ts';

// Maximum number of characters with digits that are searched for telephone numbers: 100 KB of digits would take
// seconds.
const DIGIT_TEXT = 40_000;

/** Returns the contacts in the links of a line; `above` is the previous line. */
export function linkEvidence(line: Line, above: Line | undefined, context: Context, isOthers: Judge): Evidence[] {
  const found = line.links.flatMap(({ href, label }) =>
    fromLink(href, { place: line.part, how: 'link' }, context).flatMap((evidence) =>
      (evidence.field === 'phone' && isOfFax(line, label, above) ? [] : withLabel(evidence, label, context)).map(
        (item) => judged(item, isOthers(line, item.field, label)),
      ),
    ),
  );
  // The office address is also listed beside the names of a team.
  return line.foreign ? found.filter(({ field, key }) => field === 'email' && isOwnOffice(key, context.own)) : found;
}

// True for a link to a fax, by the words before its number or by the label above it.
function isOfFax({ text }: Line, label: string, above: Line | undefined): boolean {
  const [words = ''] = /^[^\d+(]*/.exec(label) ?? [];
  const before = text.slice(0, Math.max(0, text.indexOf(label))) + words;
  return before.trim() === '' ? FAX_LABEL.test(above?.text ?? '') : isFax(before);
}

const judged = (evidence: Evidence, others: ReturnType<Judge>): Evidence =>
  others ? { ...evidence, others } : evidence;

// Uses the number in the link text as the value. A link with a different number is a remainder of the theme.
function withLabel(evidence: Evidence, label: string, { countries }: Context): Evidence[] {
  if (evidence.field !== 'phone') return [evidence];
  const numbers = telephonesIn(label.slice(0, 200), countries);
  const matching = numbers.find(({ number }) => number === evidence.key);
  return matching ? [{ ...evidence, value: matching.written }] : numbers.length > 0 ? [] : [evidence];
}

const WHATSAPP = /whats\s?app|wsp\b|wasap|guasap/i;
/** Returns the contacts, addresses and hours in the visible text of a page. */
export function textEvidence(lines: readonly Line[], role: PageRole, context: Context, isOthers: Judge): Evidence[] {
  const evidenceFor = (
    line: Line,
    field: ContactField,
    value: string,
    origin: Omit<Origin, 'place'>,
    written = value,
  ) => {
    return contact(field, value, { ...origin, place: line.part }, context).map((evidence) =>
      judged(evidence, isOthers(line, field, written)),
    );
  };
  const visible = lines.filter((line) => !line.foreign && line.text !== '');
  const order: Readonly<Record<Line['part'], number>> = { header: 0, footer: 1, main: 2 };
  let room = DIGIT_TEXT;
  const withDigits = visible
    .filter(({ text }) => text.replaceAll(/\D/g, '').length >= 6)
    .toSorted((a, b) => order[a.part] - order[b.part]);
  const numbers: Evidence[] = [];
  for (const line of withDigits) {
    const above = visible[visible.indexOf(line) - 1]?.text ?? '';
    const text = line.text.replaceAll(/https?:\/\/\S+|\S+@\S+/g, ' ').slice(0, room);
    room -= text.length;
    if (FAX_LABEL.test(above)) continue;
    for (const [nth, { written, number, mobile }] of telephonesIn(text, context.countries).entries()) {
      const at = text.indexOf(written);
      const isOfNamed = line.part === 'main' && isNamed(text.slice(0, at), context.names);
      const strength = isOfNamed ? BESIDE_NAME : 1;
      const phones = evidenceFor(line, 'phone', written, { how: 'text', strength });
      numbers.push(...(nth > 0 ? phones.map((phone) => ({ ...phone, further: true })) : phones));
      // A number without a country code may exist in a foreign country: only a possible mobile number is accepted as a
      // chat.
      const mayDial = written.startsWith('+') || (context.countryIsCertain && mobile);
      const isNamedChat = WHATSAPP.test(at === 0 ? above.slice(-80) : text.slice(Math.max(0, at - 40), at));
      if (mayDial && isNamedChat) numbers.push(...evidenceFor(line, 'whatsapp', number, { how: 'text' }, written));
    }
  }
  const emails = visible.flatMap((line, at) =>
    emailsIn(line.text.slice(0, 2_000)).flatMap((address) =>
      isEndOfLinked(address, line, visible[at - 1])
        ? []
        : evidenceFor(line, 'email', address, { how: 'text', strength: isDataClause(line.text) ? IN_DATA_CLAUSE : 1 }),
    ),
  );
  const written = lines.filter(({ text }) => text !== '');
  const addresses = addressesIn(written, context).flatMap(({ text, whole, half, line }) => {
    const strength =
      (whole ? 1 : half ? HALF : 0.6) * (isBesidePlaceholder(written, line, context) ? BESIDE_PLACEHOLDER : 1);
    return evidenceFor(line, 'address', text, { how: 'text', strength });
  });
  const hours = hoursIn(written, context.language).flatMap(({ text, labelled, ofPlace, line }) =>
    role === 'hours' && line.part === 'main' && !ofPlace
      ? []
      : evidenceFor(line, 'hours', text, {
          how: 'text',
          strength:
            (labelled ? LABELLED : isSlogan(line, text) ? SLOGAN : 1) *
            // A suspect number may be assigned, but an e-mail address at example.com never is.
            (isBesidePlaceholder(written, line, context, { fewestEmails: 1 }) ? BESIDE_PLACEHOLDER : 1),
        }),
  );
  return [...numbers, ...emails, ...addresses, ...hours];
}

// True for the end of a linked address that is broken over two lines: `talleresd` / `elsur@gmail.com`.
function isEndOfLinked(address: string, line: Line, above: Line | undefined): boolean {
  if (above?.block !== line.block || !line.text.toLowerCase().startsWith(address)) return false;
  return [...above.links, ...line.links].some(({ href }) => {
    const whole = emailOf(href) ?? '';
    const start = whole.slice(0, -address.length);
    return start !== '' && whole === start + address && above.text.toLowerCase().endsWith(start);
  });
}

// True for a clause about personal data in a form: its address may differ from the contact address.
function isDataClause(text: string): boolean {
  return text.length > SHORTEST_CLAUSE && DATA.test(text);
}
const SHORTEST_CLAUSE = 150;
const DATA =
  /datos (?:de car[áa]cter )?personal|RGPD|LOPD|GDPR|DSGVO|personal data|donn[ée]es (?:[àa] caract[èe]re )?personnel|personenbezogen|dati personali|dados pessoais|date(?:lor)? (?:cu caracter )?personal|persoonsgegevens|dan\p{L}+ osobow|dades personals/iu;
const IN_DATA_CLAUSE = 0.5;

// `Ready when you are, 24/7`, `Join us on Saturday from 10:00 to 12:00 and …`: main text without a word for hours.
const isSlogan = ({ part }: Line, hours: string): boolean =>
  part === 'main' && (hoursKey(hours) === '24h' || isLongSentence(hours)) && hours.search(HOURS_WORD) === -1;
// Opening hours have more digits than words.
function isLongSentence(text: string): boolean {
  const [words, digits] = [/\p{L}+/gu, /\d/g].map((sign) => text.match(sign)?.length ?? 0);
  return (words ?? 0) > Math.max(MOST_WORDS, (digits ?? 0) * 1.25);
}
const MOST_WORDS = 10;
// Below the threshold, except on the contact page.
const SLOGAN = 0.8;
// Above the weight of hours without a label on the contact page.
const LABELLED = 1.25;
// Below the threshold without further evidence.
const BESIDE_NAME = 0.9;
const BESIDE_PLACEHOLDER = 0.3;
const HALF = 0.3;
const NEIGHBOURS = 4;

// True if all telephone numbers and e-mail addresses near a line are placeholders: the block of the theme is not
// filled.
function isBesidePlaceholder(
  lines: readonly Line[],
  line: Line,
  { countries, own }: Context,
  { fewestEmails = 0 } = {},
): boolean {
  const at = lines.indexOf(line);
  const near = lines.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1);
  const emails = near.flatMap(({ text }) => emailsIn(text.slice(0, 300)));
  const linked = near.flatMap(({ links }) => links.flatMap(({ href }) => telephoneOf(href) ?? []));
  const numbers = [
    ...linked.flatMap((written) => parseTelephone(written, countries) ?? []),
    ...near.flatMap(({ text }) => telephonesIn(text.slice(0, 300), countries)),
  ];
  return (
    emails.length + numbers.length > 0 &&
    emails.length >= fewestEmails &&
    emails.every((address) => isPlaceholderEmail(address, own)) &&
    numbers.every((number) => judgeNumber(number) === 'placeholder')
  );
}
