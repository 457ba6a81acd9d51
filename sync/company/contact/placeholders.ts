import { rangesIn } from '../hours/clock-times.ts';
import type { Telephone } from './telephone.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('contact');

// Data of themes, starter sites and plugins that owners forget to replace. Reserved ranges and names are certain; the
// rest are values that these products contain.

// E.164 numbers of demos outside the reserved ranges.
const DEMO_NUMBERS = new Set([
  '+59895761512',
  '+19292426868',
  '+13464262351',
  '+12553526258',
  '+16004567890',
  '+12345678900',
  '+12345678901',
]);

// Numbers reserved for fiction: NANP 555, Ofcom, ACMA.
const RESERVED =
  /^(?:\+1\d{3}555\d{4}|\+1555\d+|\+442079460\d{3}|\+447700900\d{3}|\+441632960\d{3}|\+44\d{3}4960\d{3}|\+61491570\d{3})$/;

/** Classifies a number. `placeholder`: unassigned. `suspect`: resembles a placeholder, but may be assigned. */
export function judgeNumber({
  number,
  written,
}: Pick<Telephone, 'number' | 'written'>): 'placeholder' | 'suspect' | 'plausible' {
  const digits = written.replaceAll(/\D/g, '') || number.replaceAll(/\D/g, '');
  if (DEMO_NUMBERS.has(number) || RESERVED.test(number)) return 'placeholder';
  if (
    /0{6}$/.test(digits) ||
    /^(\d)\1+$/.test(digits.slice(-8)) ||
    isRun(digits.slice(-8)) ||
    isRun(digits.slice(0, 9))
  )
    return 'placeholder';
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

/** Returns true for an address without a mailbox. `ownHosts` contains the hosts of the site, which are never placeholders. */
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

const DEMO_HOURS = words.pattern('demo_hours', 'i');
// Hours of the starter content of WordPress in all languages: on weekdays, and on both days of the weekend.
const STARTER_HOURS = '09:00–17:00 11:00–15:00';

/** Returns true for the opening hours of a demo or the starter content, and for an empty form: `00:00 – 00:00`. */
export function isPlaceholderHours(hours: string): boolean {
  const ranges = rangesIn(hours);
  const isEmpty = ranges.length > 0 && ranges.every(({ from, to }) => from === '00:00' && to === '00:00');
  return isEmpty || DEMO_HOURS.test(hours) || ranges.map(({ from, to }) => `${from}–${to}`).join(' ') === STARTER_HOURS;
}
