import { wordsOf } from '../words.ts';
import type { Telephone } from './telephone.ts';

const words = wordsOf('contact');

// Default data of themes, starter sites and plugins that owners forget to replace. Reserved ranges and names are certain;
// the rest are default values of these products.

// Numbers of demos and numbers reserved for fiction: NANP 555, Ofcom, ACMA.
const DEMO_NUMBER = words.pattern('demo_number', '');

/** Classifies a number. `placeholder`: unassigned. `suspect`: resembles a placeholder, but may be assigned. */
export function judgeNumber({
  number,
  written,
}: Pick<Telephone, 'number' | 'written'>): 'placeholder' | 'suspect' | 'plausible' {
  const digits = written.replaceAll(/\D/g, '') || number.replaceAll(/\D/g, '');
  if (DEMO_NUMBER.test(number)) return 'placeholder';
  if (/0{6}$/.test(digits) || /^(\d)\1+$/.test(digits.slice(-8)) || isRun(digits.slice(-8))) return 'placeholder';
  return /(\d)\1{5}$/.test(digits) || isRun(digits.slice(-6)) ? 'suspect' : 'plausible';
}

// `12345678`, `98765432`.
function isRun(digits: string): boolean {
  return '01234567890123456789'.includes(digits) || '98765432109876543210'.includes(digits);
}

const NO_MAILBOX = words.pattern('no_mailbox', '');
const DEMO_EMAIL = words.pattern('demo_email', '');

/** Returns true for an address without a mailbox, in lower case. Hosts of the site are never placeholders. */
export const isPlaceholderEmail = (address: string, ownHosts: readonly string[]): boolean =>
  NO_MAILBOX.test(address) || (DEMO_EMAIL.test(address) && !isAtOwn(domainOf(address), ownHosts));

const DEMO_ADDRESS = words.pattern('demo_address', 'i');

const EXAMPLE = words.pattern('example');

/** Returns true for the default address of a theme, and for an address that is marked as an example. */
export function isPlaceholderAddress(address: string): boolean {
  return DEMO_ADDRESS.test(address) || EXAMPLE.test(address);
}

const FREE_MAIL = words.pattern('free_address', '');
const OFFICE = words.pattern('office', '');
const ONE_THING = words.pattern('one_thing', '');

const AUTHORITY = words.pattern('authority', '');

// An address at a foreign host may belong to an agency or a partner.
const FOREIGN_DOMAIN = -2.5;
const OF_AUTHORITY = -20;

/** Returns points for or against an e-mail address. */
export function emailAffinity(address: string, ownHosts: readonly string[]): number {
  const isOwn = isAtOwn(domainOf(address), ownHosts);
  // `geo@nrcan.gc.ca` of `geo.ca`, and sites of authorities.
  const isOfAuthority = (host: string) => AUTHORITY.test(host) || address.startsWith(`${nameOf(host)}@`);
  if (!isOwn && AUTHORITY.test(domainOf(address)) && !ownHosts.some(isOfAuthority)) return OF_AUTHORITY;
  const byDomain = isOwn ? 2 : isForeign(address, ownHosts) ? FOREIGN_DOMAIN : Number(hasOwnName(address, ownHosts));
  return byDomain + (OFFICE.test(address) ? 1 : 0) - (ONE_THING.test(address) ? 4 : 0);
}

/** Returns true for an office address at a host of the site, which is always the company's. */
export const isOwnOffice = (address: string, ownHosts: readonly string[]): boolean =>
  OFFICE.test(address) && isAtOwn(domainOf(address), ownHosts);

/** Returns true for an address at a host that is not the site's, has no similar name, and is not a public mail provider. */
export function isForeign(address: string, ownHosts: readonly string[]): boolean {
  const domain = domainOf(address);
  const isOther = !isAtOwn(domain, ownHosts) && !FREE_MAIL.test(address) && !isRelated(domain, ownHosts);
  return isOther && !hasOwnName(address, ownHosts);
}

const domainOf = (address: string): string => address.slice(address.indexOf('@') + 1);

const isAtOwn = (domain: string, ownHosts: readonly string[]): boolean =>
  ownHosts.some((host) => host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`));

// `tallersol@gmail.com` of `taller-sol.es`.
const SHORTEST_NAME = 5;
function hasOwnName(address: string, ownHosts: readonly string[]): boolean {
  const local = address.slice(0, address.indexOf('@')).replaceAll(/[^a-z\d]/g, '');
  return ownHosts.map(nameOf).some((name) => name.length >= SHORTEST_NAME && local.includes(name));
}

// `casa.es` and `casa.com`, `pan-casa.es` and `pancasa.net` are names of the same company.
function isRelated(domain: string, ownHosts: readonly string[]): boolean {
  const name = nameOf(domain);
  const isLike = (own: string) => own.length >= 4 && name.length >= 4 && (own.includes(name) || name.includes(own));
  return ownHosts.map(nameOf).some(isLike);
}

const nameOf = (host: string): string => (host.split('.')[0] ?? '').replaceAll('-', '');
