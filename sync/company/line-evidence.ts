import { attribute } from '../markdown/parse/html.ts';
import type { HtmlElement } from '../markdown/parse/tree.ts';
import { cleanLine } from '../markdown/clean/characters.ts';
import { contact, fromLink, type Origin } from './contact-evidence.ts';
import { emailsIn } from './email-text.ts';
import type { Evidence, Place } from './evidence.ts';
import { hoursIn } from './hours-text.ts';
import { isMap, type Line } from './page-lines.ts';
import { isPlaceholderAddress } from './placeholders.ts';
import { addressesIn, addressKey } from './postal-address.ts';
import type { Context } from './site-context.ts';
import { telephonesIn } from './telephone.ts';

/** Text with digits in it, in which telephone numbers are looked for: 100 KB of digits would take seconds. */
const DIGIT_TEXT = 40_000;

/** The contacts to which the links of a line lead. */
export function linkEvidence(line: Line, context: Context): Evidence[] {
  if (line.foreign) return [];
  return line.links.flatMap(({ href, label }) =>
    fromLink(href, { place: line.part, how: 'link' }, context).flatMap((evidence) =>
      withLabel(evidence, label, context),
    ),
  );
}

/** The number as visitors see it, when the words of its link are one; a link that leads to another is a leftover of the theme. */
function withLabel(evidence: Evidence, label: string, { countries }: Context): Evidence[] {
  if (evidence.field !== 'phone') return [evidence];
  const numbers = telephonesIn(label.slice(0, 200), countries);
  const seen = numbers.find(({ number }) => number === evidence.key);
  return seen ? [{ ...evidence, value: seen.written }] : numbers.length > 0 ? [] : [evidence];
}

const WHATSAPP = /whats\s?app|wsp\b|wasap|guasap/i;
/** The contacts, addresses and hours in the visible text of a page. */
export function textEvidence(lines: readonly Line[], context: Context): Evidence[] {
  const visible = lines.filter((line) => !line.foreign && line.text !== '');
  const order: Readonly<Record<Line['part'], number>> = { header: 0, footer: 1, main: 2 };
  let room = DIGIT_TEXT;
  const withDigits = visible
    .filter(({ text }) => text.replaceAll(/\D/g, '').length >= 6)
    .toSorted((a, b) => order[a.part] - order[b.part]);
  const numbers: Evidence[] = [];
  for (const line of withDigits) {
    const text = line.text.replaceAll(/https?:\/\/\S+|\S+@\S+/g, ' ').slice(0, room);
    room -= text.length;
    const origin: Origin = { place: line.part, how: 'text' };
    for (const { written, number } of telephonesIn(text, context.countries)) {
      numbers.push(...contact('phone', written, origin, context));
      const at = text.indexOf(written);
      const mayDial = context.countryIsCertain || written.startsWith('+');
      if (mayDial && WHATSAPP.test(text.slice(Math.max(0, at - 40), at)))
        numbers.push(...contact('whatsapp', number, origin, context));
    }
  }
  const emails = visible.flatMap((line) =>
    emailsIn(line.text.slice(0, 2_000)).flatMap((address) =>
      contact('email', address, { place: line.part, how: 'text' }, context),
    ),
  );
  const written = lines.filter(({ text }) => text !== '');
  const addresses = addressesIn(written).flatMap(({ text, whole, line }) =>
    contact('address', text, { place: line.part, how: 'text', strength: whole ? 1 : 0.6 }, context),
  );
  const hours = hoursIn(written).flatMap(({ text, labelled, line }) =>
    contact('hours', text, { place: line.part, how: 'text', strength: labelled ? 1.2 : 1 }, context),
  );
  return [...numbers, ...emails, ...addresses, ...hours];
}

/** The address that a map on the page is asked for. */
export function mapEvidence(elements: readonly HtmlElement[]): Evidence[] {
  return elements.flatMap((element) => {
    const source = attribute(element, 'src') || attribute(element, 'data-src') || attribute(element, 'href');
    if (!/^(?:iframe|a)$/.test(element.name) || !isMap(source)) return [];
    const url = URL.parse(source, 'https://maps.google.com');
    const asked = cleanLine(
      url?.searchParams.get('q') ?? url?.searchParams.get('query') ?? url?.searchParams.get('daddr') ?? '',
    );
    if (!/\d/.test(asked) || /^[-\d.,\s]+$/.test(asked) || isPlaceholderAddress(asked)) return [];
    const place: Place = 'main';
    return [
      {
        field: 'address',
        value: asked.slice(0, 200),
        key: addressKey(asked),
        place,
        how: 'link',
        strength: 0.4,
      } satisfies Evidence,
    ];
  });
}
