import { parseTelephone } from './contact/telephone.ts';

// Evidence for the country of a site.
type CountrySigns = {
  // Address of the front page.
  readonly home: string;
  // BCP 47 tags of the site and of its pages.
  readonly languages: readonly string[];
  // `addressCountry` of schema.org addresses: codes or names.
  readonly addressCountries?: readonly string[];
  // Telephone numbers as written; only numbers with a country code count.
  readonly numbers?: readonly string[];
  // E-mail addresses, whose domain may be of a country.
  readonly emails?: readonly string[];
  // Visible text, which may name a currency, a country or a register.
  readonly text?: string;
};

// Country domains that are used for their sound, and domains without a country.
const NO_COUNTRY = new Set([
  'co',
  'io',
  'tv',
  'me',
  'ai',
  'cc',
  'ws',
  'fm',
  'gg',
  'ly',
  'to',
  'eu',
  'su',
  'la',
  'am',
  'im',
  'sh',
  'is',
  'ga',
  'tk',
  'ml',
  'cf',
  'gq',
  'st',
  'vc',
]);
const ENDINGS: Readonly<Record<string, string>> = {
  uk: 'GB',
  cat: 'ES',
  gal: 'ES',
  eus: 'ES',
  london: 'GB',
  berlin: 'DE',
  paris: 'FR',
  bzh: 'FR',
  madrid: 'ES',
  barcelona: 'ES',
};
const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/£\s?\d|\d\s?£/, 'GB'],
  [/R\$\s?\d/, 'BR'],
  [/\bMXN\b|\d\s?pesos mexicanos/, 'MX'],
  [/\d\s?(?:lei|RON)\b/, 'RO'],
  [/\bAR\$|\bARS\b/, 'AR'],
  [/\bCHF\s?\d|\d\s?CHF\b/, 'CH'],
  [/\d\s?(?:zł|PLN)\b/, 'PL'],
];
// Default language packs of WordPress: many Spanish sites outside Spain use `es-ES`.
const DEFAULT_PACKS = new Set(['es-ES', 'en-US', 'de-DE', 'fr-FR', 'pt-BR', 'pt-PT']);
const MOST = 3;

// At most three ISO 3166-1 codes, the most probable first. Certain if there is evidence besides the language of
// WordPress.
type Countries = { readonly countries: readonly string[]; readonly isCertain: boolean };
const CERTAIN = 2;

/** Returns the probable countries of a site. */
export function countriesOf({
  home,
  languages,
  addressCountries = [],
  numbers = [],
  emails = [],
  text = '',
}: CountrySigns): Countries {
  const scores = new Map<string, number>();
  const add = (country: string | undefined, score: number) => {
    if (country) scores.set(country, (scores.get(country) ?? 0) + score);
  };
  const names = countriesByName(languages);
  for (const name of new Set(addressCountries)) add(codeOf(name, names), 5);
  for (const country of namedInAddresses(text.split('\n'), names)) add(country, 2);
  for (const [sign, country] of REGISTERS) if (sign.test(text)) add(country, 2);
  add(countryOfHost(new URL(home).hostname), 4);
  for (const country of new Set(emails.map(countryOfHost))) add(country, 2);
  const dialled = numbers
    .flatMap((number) => parseTelephone(number, [])?.country ?? [])
    .filter((country) => country !== '');
  for (const country of new Set(dialled))
    add(country, 2.5 + Math.min(2, 0.5 * dialled.filter((code) => code === country).length));
  for (const tag of new Set(languages)) {
    const locale = localeOf(tag);
    add(locale?.region, DEFAULT_PACKS.has(tag.replace('_', '-')) ? 1 : 2);
    add(locale?.maximize().region, 0.5);
  }
  for (const [sign, country] of CURRENCIES) if (sign.test(text)) add(country, 2);
  const sorted = [...scores].toSorted(([, a], [, b]) => b - a).slice(0, MOST);
  const [[, first] = ['', 0], [, second] = ['', 0]] = sorted;
  return { countries: sorted.map(([country]) => country), isCertain: first >= CERTAIN && first > second };
}

/** Returns the country of a host by its top-level domain. */
export function countryOfHost(host: string): string | undefined {
  const ending = host.split('.').at(-1) ?? '';
  if (/\.(?:com?|net|org|edu|gov|gob)\.[a-z]{2}$/.test(host) && !(ending in ENDINGS)) return ending.toUpperCase();
  return ENDINGS[ending] ?? (/^[a-z]{2}$/.test(ending) && !NO_COUNTRY.has(ending) ? ending.toUpperCase() : undefined);
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}

// Returns the ISO 3166-1 code for a code or a name.
function codeOf(name: string, names: ReadonlyMap<string, string>): string | undefined {
  const plain = name.trim().toLowerCase();
  return names.get(plain) ?? (/^[a-z]{2}$/.test(plain) ? plain.toUpperCase() : undefined);
}

// Country names that are missing from Unicode CLDR.
const COLLOQUIAL: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  usa: 'US',
  'u.s.a': 'US',
  uae: 'AE',
  'u.a.e': 'AE',
  'the netherlands': 'NL',
  holland: 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
};

/** Returns ISO 3166-1 codes by country name, in lower case, in English and the languages of the site. */
export function countriesByName(languages: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map(Object.entries(COLLOQUIAL));
  for (const language of new Set(['en', ...languages.flatMap((tag) => localeOf(tag)?.toString() ?? [])])) {
    for (const [name, region] of countryNames(language)) if (!found.has(name)) found.set(name, region);
  }
  return found;
}

// Cache size; country names of a language are expensive to compute.
const MOST_LANGUAGES = 50;
const namesOf = new Map<string, ReadonlyMap<string, string>>();

function countryNames(language: string): ReadonlyMap<string, string> {
  const known = namesOf.get(language);
  if (known) return known;
  const found = new Map<string, string>();
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  for (let code = 0; code < 26 * 26; code++) {
    const region = String.fromCharCode(65 + Math.floor(code / 26), 65 + (code % 26));
    const name = names.of(region)?.toLowerCase();
    // Former codes come later in the alphabet: FX for France.
    if (name !== undefined && !found.has(name)) found.set(name, region);
  }
  if (namesOf.size >= MOST_LANGUAGES) namesOf.clear();
  namesOf.set(language, found);
  return found;
}

// Returns the countries in addresses: `Búzios - RJ - Brasil - CEP 28950-000`.
function namedInAddresses(lines: readonly string[], names: ReadonlyMap<string, string>): Set<string> {
  const found = lines
    .filter((line) => line.length <= 160 && /\d{3}/.test(line))
    .flatMap((line) =>
      line.split(/,\s*|\s[-–|·]\s/).flatMap((part) => names.get(part.trim().replace(/\.$/, '').toLowerCase()) ?? []),
    );
  return new Set(found);
}

// Names of registers and post codes that only one country uses.
const REGISTERS: readonly (readonly [RegExp, string])[] = [
  [/\bABN:?\s*\d/, 'AU'],
  [/\bCNPJ\b|\bC[Ee][Pp]:?\s*\d{2}\.?\d{3}/, 'BR'],
  [/\bCUIT\b/, 'AR'],
  [/\bSIRET\b/, 'FR'],
  [/\bP\.?\s?IVA\b|\bpartita iva\b/i, 'IT'],
  [/\bNIP:?\s*\d|\bREGON\b/, 'PL'],
  [/\bKvK\b|\bKVK[ -]?(?:nummer|nr)/, 'NL'],
  [/\bCVR\b/, 'DK'],
  [/\bY-tunnus\b/, 'FI'],
  [/\borg\.?\s?nr\.?:?\s*\d{3}\s?\d{3}\s?\d{3}\b/i, 'NO'],
  [/\bGSTIN\b|\b[Pp][Ii][Nn](?:\s?[Cc]ode)?\s*[-:]\s*\d{6}\b/, 'IN'],
  [/\bRFC:?\s*[A-Z]{3,4}\d{6}/, 'MX'],
  [/\b(?:Company|Registered) (?:No|Number)\b[^\n]{0,40}England|registered in England/i, 'GB'],
  [/\bNZBN\b/, 'NZ'],
];
