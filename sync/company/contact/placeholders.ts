import { wordsOf } from '../words.ts';
import type { Telephone } from './telephone.ts';

const words = wordsOf('contact');

// Default data of themes, starter sites and plugins that owners forget to replace. Reserved ranges and names are certain;
// the rest are values that these products contain.

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

const RESERVED_DOMAIN = /(?:^|\.)(?:example|test|invalid|localhost)$|(?:^|\.)example\.[a-z.]+$/;
const DEMO_DOMAIN = words.pattern('demo_domain', '');
const DEMO_LOCAL = words.pattern('demo_local', '');
const FILE = /\.(?:png|jpe?g|gif|webp|svg|avif|css|js|php|html?|pdf|ico|woff2?)$/;

/** Returns true for an address without a mailbox. Hosts of the site are never placeholders. */
export function isPlaceholderEmail(address: string, ownHosts: readonly string[]): boolean {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  if (FILE.test(domain) || DEMO_LOCAL.test(local)) return true;
  if (ownHosts.some((host) => host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`)))
    return false;
  if (
    /^(?:mail|gmail|hotmail)\.com$/.test(domain) &&
    /^(?:e?mail|info|name|example|sample|demo|hello|test|contact|correo)$/.test(local)
  )
    return true;
  return RESERVED_DOMAIN.test(domain) || DEMO_DOMAIN.test(domain);
}

const DEMO_ADDRESS = words.pattern('demo_address', 'i');

const EXAMPLE = words.pattern('example', 'iu');

/** Returns true for the address of a theme's demo, and for an address that is marked as an example. */
export function isPlaceholderAddress(address: string): boolean {
  return DEMO_ADDRESS.test(address) || EXAMPLE.test(address);
}

const FREE_MAIL = new RegExp(String.raw`@(?:${words('free_mail')})\.[a-z.]{2,6}$`);
const OFFICE = words.pattern('office', '');
const ONE_THING = words.pattern('one_thing', '');

/** Returns true for an office address at a host of the site, which is always the company's. */
export function isOwnOffice(address: string, ownHosts: readonly string[]): boolean {
  const domain = address.slice(address.indexOf('@') + 1);
  return OFFICE.test(address) && ownHosts.some((host) => host === domain || host.endsWith(`.${domain}`));
}

// An address at a foreign host may belong to an agency or a partner.
const FOREIGN_DOMAIN = -2.5;

/** Returns points for or against an e-mail address. */
export function emailAffinity(address: string, ownHosts: readonly string[]): number {
  const domain = address.slice(address.indexOf('@') + 1);
  const isOwn = isAtOwn(domain, ownHosts);
  const byDomain = isOwn ? 2 : isForeign(address, ownHosts) ? FOREIGN_DOMAIN : 0;
  const isNamed = !isOwn && hasOwnName(address, ownHosts);
  return byDomain + (isNamed ? 1 : 0) + (OFFICE.test(address) ? 1 : 0) - (ONE_THING.test(address) ? 4 : 0);
}

/** Returns true for an address at a host that is not the site's, has no similar name, and is not a public mail provider. */
export function isForeign(address: string, ownHosts: readonly string[]): boolean {
  const domain = address.slice(address.indexOf('@') + 1);
  const isOther = !isAtOwn(domain, ownHosts) && !FREE_MAIL.test(address) && !isRelated(domain, ownHosts);
  return isOther && !hasOwnName(address, ownHosts);
}

// `tallersol@gmail.com` of `taller-sol.es`.
const SHORTEST_NAME = 5;
function hasOwnName(address: string, ownHosts: readonly string[]): boolean {
  const local = address.slice(0, address.indexOf('@')).replaceAll(/[^a-z\d]/g, '');
  return ownHosts.some((host) => nameOf(host).length >= SHORTEST_NAME && local.includes(nameOf(host)));
}

const isAtOwn = (domain: string, ownHosts: readonly string[]): boolean =>
  ownHosts.some((host) => host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`));

// `casa.es` and `casa.com`, `pan-casa.es` and `pancasa.net` are names of the same company.
function isRelated(domain: string, ownHosts: readonly string[]): boolean {
  const name = nameOf(domain);
  return ownHosts.some(
    (host) =>
      nameOf(host).length >= 4 && name.length >= 4 && (nameOf(host).includes(name) || name.includes(nameOf(host))),
  );
}

const nameOf = (host: string): string =>
  host
    .replace(/^www\./, '')
    .split('.')[0]
    ?.replaceAll('-', '') ?? '';
