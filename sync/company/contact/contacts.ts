import { domainToASCII } from 'node:url';
import type { Site } from '../../../shared/page.ts';
import { decodeCloudflareEmail, decodePercent } from '../../markdown/address.ts';
import { cleanLine } from '../../markdown/clean/characters.ts';
import { addressKey } from '../address/address.ts';
import { FIELDS, type Evidence, type EvidenceField, type SiteEvidence, type Organisation } from '../evidence.ts';
import { hoursKey } from '../hours/times.ts';
import { isPlaceholderAddress, isPlaceholderEmail, judgeNumber } from './placeholders.ts';
import { isTaxId } from '../tax-ids.ts';
import { parseTelephone } from './telephone.ts';

type Context = Pick<SiteEvidence, 'countries' | 'own'>;

/** Parses a contact link. */
export function fromLink(href: string, origin: Origin, context: Context): Evidence[] {
  const telephone = telephoneOf(href);
  if (telephone !== undefined) return contact('phone', telephone, origin, context);
  const email = emailOf(href);
  if (email !== undefined) return contact('email', email, origin, context);
  return whatsappTarget(href) ? contact('whatsapp', href, origin, context) : [];
}

/** Location of a contact on a page, and its weight. */
export type Origin = Pick<Evidence, 'place' | 'how'> & { readonly strength?: number };

/** Returns the evidence for the value of a field, with its comparison key; an empty array for placeholders. */
export function contact(field: EvidenceField, value: string, origin: Origin, { countries, own }: Context): Evidence[] {
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
      const its = chat(target.number, countries);
      return its ? found(its.address, its.address, its.strength) : [];
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
    case 'tax_id':
      return found(value, lettersOf(value), isTaxId(value) ? 1 : INVALID);
    case 'legal_name':
    case 'coverage':
      return found(value, lettersOf(value));
    default:
      return field satisfies never;
  }
}

// Strength of a tax number of structured data with an invalid check digit: a doubt.
const INVALID = 0.1;

// Returns the comparison key of a name or tax number.
const lettersOf = (value: string): string =>
  value
    .normalize('NFD')
    .replaceAll(/[^\p{L}\d]/gu, '')
    .toUpperCase();

// Returns the chat of a number with its country code, which may be written with `00` or be missing.
function chat(
  written: string,
  countries: readonly string[],
): { readonly address: string; readonly strength: number } | undefined {
  const digits = written.replaceAll(/\D/g, '').replace(/^00/, '');
  const abroad = parseTelephone(`+${digits.replace(/^0+/, '')}`, []);
  const telephone = abroad?.valid ? abroad : parseTelephone(digits, countries);
  // Former mobile numbers of Brazil, Mexico and Argentina remain valid chats.
  const isOld = abroad?.valid === true && /^5[245]/.test(digits);
  const number = telephone?.valid && !isOld ? telephone.number.slice(1) : digits;
  if (judgeNumber({ number: `+${number}`, written: digits }) === 'placeholder') return undefined;
  if (!telephone?.valid && (digits.length < 11 || digits.length > 15)) return undefined;
  return { address: `https://wa.me/${number}`, strength: telephone?.valid ? 1 : 0.4 };
}

/** Returns the evidence of an organisation in structured data. With an index above 0, it may be a branch. */
export function schemaEvidence(organisation: Organisation, index: number, context: Context): Evidence[] {
  const origin: Origin = { place: 'schema', how: 'schema', strength: index === 0 ? 1 : 0.5 };
  return FIELDS.flatMap((field) => {
    const value = organisation[field];
    if (value === undefined) return [];
    const isDefault = field === 'hours' && organisation.hoursAreDefault;
    return contact(field, value, isDefault ? { ...origin, strength: 0.1 } : origin, context);
  });
}

/** Returns the number of a `tel:` or `callto:` link as written; `undefined` if the scheme differs. */
export function telephoneOf(link: string): string | undefined {
  const text = /^\s*(?:tel|callto|phone)\s*:\s*(?:\/\/)?([^;?]{3,60})/i.exec(link)?.[1];
  return text === undefined ? undefined : cleanLine(decodePercent(text)) || undefined;
}

const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,24}|xn--[a-z\d-]{1,59})$/i;

/**
 * Returns the address of a `mailto:` link, or of a link with Cloudflare's e-mail protection; `undefined` for a
 * different scheme.
 */
export function emailOf(link: string): string | undefined {
  const hidden = /\/cdn-cgi\/l\/email-protection#([\da-f]+)/i.exec(link)?.[1];
  if (hidden !== undefined) return emailIn(decodeCloudflareEmail(hidden.slice(0, 400)) ?? '');
  const text = /^\s*mailto:\s*(?:\/\/)?([^?]{1,300})/i.exec(link)?.[1];
  // Some links lack the scheme.
  return emailIn(text === undefined ? link.trim() : (decodePercent(text).split(/[,;]/)[0] ?? ''));
}

// Returns a string that is an e-mail address, in lower case.
function emailIn(text: string): string | undefined {
  const address = cleanLine(text).replaceAll(/^[<"']|[>"'.]$/g, '');
  return EMAIL.test(asciiEmail(address)) ? address.toLowerCase() : undefined;
}

// Converts the domain of an e-mail address to ASCII: `info@müller.example` → `info@xn--mller-kva.example`.
function asciiEmail(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const isInternational = /[^\0-\x7f]/.test(domain) && !/[\s/?#:\\]/.test(domain);
  return isInternational ? address.slice(0, -domain.length) + domainToASCII(domain) : address;
}

/** Target of a WhatsApp link: a number string as written, or a WhatsApp address without a number. */
export type WhatsappTarget = { readonly number: string } | { readonly link: string };

const NUMBER_HOSTS = new Set(['api.whatsapp.com', 'web.whatsapp.com', 'whatsapp.com', 'send']);

/** Parses a chat link; returns `undefined` for groups, channels and share links. */
export function whatsappTarget(link: string): WhatsappTarget | undefined {
  const url = URL.parse(link.trim());
  if (!url) return undefined;
  const host = url.host.replace(/^www\./, '');
  const path = decodePercent(url.pathname);
  if (host === 'wa.link' && path.length > 1) return { link: `https://wa.link${url.pathname}` };
  if (host === 'wa.me') {
    const code = /^\/(?:message|qr)\/(\w{4,40})\/?$/.exec(path)?.[1];
    if (code !== undefined) return { link: `https://wa.me/message/${code}` };
    return numbered(/^\/(?:c\/|p\/\d+\/)?([^a-z]*)$/i.exec(path)?.[1]);
  }
  if (!NUMBER_HOSTS.has(host) && url.protocol !== 'whatsapp:') return undefined;
  const code = /^\/message\/(\w{4,40})\/?$/.exec(path)?.[1];
  return code === undefined ? numbered(url.searchParams.get('phone')) : { link: `https://wa.me/message/${code}` };
}

function numbered(text: string | null | undefined): WhatsappTarget | undefined {
  const digits = text?.replaceAll(/[^\d+]/g, '') ?? '';
  return /\d{6}/.test(digits) && digits.length <= 20 ? { number: digits } : undefined;
}

// The end of a domain has a single script: in `info@casa.jpまで` the address ends before the sentence.
const WRITTEN_EMAIL =
  /(?<![\w.%+-])[a-z\d][\w.%+-]{0,63}@(?:[\p{L}\p{M}\d-]{1,63}\.){1,5}(?:(?:xn--[a-z\d-]{1,59}|[a-z]{2,24})(?![\p{Script=Latin}\d_@-])|(?:(?!\p{Script=Latin})[\p{L}\p{M}]){2,24}(?![\p{L}\d_@-]))/giu;
// `info [at] empresa.com`, `info(arroba)empresa(punto)com`: only certain with brackets.
const SPELT =
  /(?<![\w.%+-])([a-z\d][\w.%+-]{0,63}) ?[[({<] ?(?:at|arroba|chiocciola|arobase|ät|@) ?[\])}>] ?([a-z\d-]{1,63}(?:(?: ?[[({<] ?(?:dot|punto|point|punkt|ponto|\.) ?[\])}>] ?|\.)[a-z\d-]{1,24}){1,3})(?![\w@])/gi;

/** Returns the e-mail addresses in a line of visible text, in lower case. */
export function emailsIn(line: string): readonly string[] {
  const plain = [...line.matchAll(WRITTEN_EMAIL)].map(([address]) => address);
  const spelt = [...line.matchAll(SPELT)].map(
    ([, local = '', domain = '']) => `${local}@${domain.replaceAll(/ ?[[({<] ?[a-z.]+ ?[\])}>] ?/gi, '.')}`,
  );
  return [...plain, ...spelt].flatMap((address) => emailIn(address) ?? []);
}

/** Returns the telephone, e-mail and WhatsApp links of a Markdown document. */
export function contactLinksIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(CONTACT_LINK)].map(([, link = '']) => link);
}
const CONTACT_LINK =
  /\]\(<?((?:tel:|mailto:|whatsapp:|https?:\/\/(?:wa\.me|(?:api|web)\.whatsapp\.com)\/)[^\s()<>]+)>?(?:\s+"[^"]*")?\)/gi;

/** A contact link, and the address of its page. */
export type TextLink = { readonly link: string; readonly page: string };

// Maximum number of stored pages per link.
const MOST_PAGES = 20;

/**
 * Adds the contact links in the texts of all pages, because the sampled pages may not contain them. Values that sampled
 * pages attribute to third parties are excluded.
 */
export function withTextLinks(evidence: SiteEvidence, links: Iterable<TextLink>, site: Site): SiteEvidence {
  const byLink = Map.groupBy(links, ({ link }) => link);
  const most = [...byLink.values()].reduce((max, { length }) => Math.max(max, length), 1);
  const sampled = evidence.pages.flatMap((page) => page.evidence);
  const keyOf = ({ field, key }: Evidence) => `${field} ${key}`;
  const ofThirdParties = new Set(sampled.filter(({ others }) => others).map(keyOf));
  for (const item of sampled) if (!item.others) ofThirdParties.delete(keyOf(item));
  const found = [...byLink].flatMap(([link, its]) => {
    const origin = { place: 'main', how: 'link', strength: 0.5 + its.length / most / 2 } as const;
    const pages = [...new Set(its.map(({ page }) => page))].slice(0, MOST_PAGES);
    const ours = fromLink(link, origin, evidence).filter((item) => !ofThirdParties.has(keyOf(item)));
    return ours.map((item) => Object.assign(item, { pages }));
  });
  const url = `${site.home}/`;
  const page = { role: 'other', url, evidence: found, organisations: [], menu: [], prices: [], tax: [] } as const;
  return found.length === 0 ? evidence : { ...evidence, pages: [...evidence.pages, page] };
}
