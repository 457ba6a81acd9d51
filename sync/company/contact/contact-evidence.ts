import { asciiEmail, emailIn, emailOf, telephoneOf, whatsappTarget } from './contact-links.ts';
import type { ContactField, Evidence, SiteEvidence } from '../evidence.ts';
import { hoursKey } from '../hours/clock-times.ts';
import { isPlaceholderAddress, isPlaceholderEmail, judgeNumber } from './placeholders.ts';
import { addressKey } from '../address/same-place.ts';
import type { Organisation } from '../structured-data.ts';
import { parseTelephone } from './telephone.ts';

type Context = Pick<SiteEvidence, 'countries' | 'own'>;

/** Returns the contact of a link. */
export function fromLink(href: string, origin: Origin, context: Context): Evidence[] {
  const telephone = telephoneOf(href);
  if (telephone !== undefined) return contact('phone', telephone, origin, context);
  const email = emailOf(href);
  if (email !== undefined) return contact('email', email, origin, context);
  return whatsappTarget(href) ? contact('whatsapp', href, origin, context) : [];
}

/** Location of a contact on a page, and its weight. */
export type Origin = Pick<Evidence, 'place' | 'how'> & { readonly strength?: number };

/** Returns the evidence for a value with its comparison key; empty for placeholders. */
export function contact(field: ContactField, value: string, origin: Origin, { countries, own }: Context): Evidence[] {
  const found = (written: string, key: string, strength = 1): Evidence[] => [
    { field, value: written, key, place: origin.place, how: origin.how, strength: strength * (origin.strength ?? 1) },
  ];
  switch (field) {
    case 'phone': {
      const telephone = parseTelephone(value, countries);
      if (!telephone) return [];
      const judged = judgeNumber(telephone);
      // In the main text, such a number is often a service or a helpline of a third party.
      const isDoubtful = judged === 'suspect' || (telephone.placeless && origin.place === 'main');
      return judged === 'placeholder'
        ? []
        : found(telephone.written, telephone.number, (telephone.valid ? 1 : 0.4) * (isDoubtful ? 0.5 : 1));
    }
    case 'whatsapp': {
      const target = /^[+\d\s().-]+$/.test(value) ? { number: value } : whatsappTarget(value);
      if (!target) return [];
      if ('link' in target) return found(target.link, target.link);
      return chat(target.number, countries).flatMap(({ address, strength }) => found(address, address, strength));
    }
    case 'email': {
      const address = emailIn(value.replace(/^mailto:/i, ''));
      const key = asciiEmail(address ?? '');
      return address === undefined || isPlaceholderEmail(key, own) ? [] : found(address, key);
    }
    case 'address':
      return isPlaceholderAddress(value) || addressKey(value) === ''
        ? []
        : found(value.slice(0, 300), addressKey(value));
    case 'hours':
      return found(value.slice(0, 500), hoursKey(value));
    default:
      return field satisfies never;
  }
}

// Returns the chat of a number with its country code, which may be written with `00` or be missing.
function chat(
  written: string,
  countries: readonly string[],
): { readonly address: string; readonly strength: number }[] {
  const digits = written.replaceAll(/\D/g, '').replace(/^00/, '');
  const abroad = parseTelephone(`+${digits.replace(/^0+/, '')}`, []);
  const home = parseTelephone(digits, countries);
  const telephone = abroad?.valid ? abroad : home?.valid ? home : undefined;
  // Former mobile numbers of Brazil, Mexico and Argentina remain valid chats.
  const number = telephone?.number.slice(1) ?? digits;
  if (judgeNumber({ number: `+${number}`, written: digits }) === 'placeholder') return [];
  const isOld = abroad?.valid === true && /^5[245]/.test(digits);
  const address = `https://wa.me/${isOld ? digits : number}`;
  return telephone
    ? [{ address, strength: 1 }]
    : digits.length >= 11 && digits.length <= 15
      ? [{ address, strength: 0.4 }]
      : [];
}

/** Returns the evidence of an organisation in structured data. Organisations after the first may be branches. */
export function schemaEvidence(organisation: Organisation, index: number, context: Context): Evidence[] {
  const origin: Origin = { place: 'schema', how: 'schema', strength: index === 0 ? 1 : 0.5 };
  const fields = ['phone', 'email', 'whatsapp', 'address', 'hours'] as const;
  return fields.flatMap((field) => {
    const value = organisation[field];
    if (value === undefined) return [];
    const isDefault = field === 'hours' && organisation.hoursAreDefault;
    return contact(field, value, isDefault ? { ...origin, strength: 0.1 } : origin, context);
  });
}
