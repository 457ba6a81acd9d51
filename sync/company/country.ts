import { memory } from '../markdown/memory.ts';
import { COUNTRIES, parseTelephone } from './contact/telephone.ts';
import { wordsOf } from './words.ts';

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

const words = wordsOf('country');
const NO_COUNTRY = words.pattern('no_country', '');
const ENDINGS: Readonly<Record<string, string>> = Object.fromEntries(words.entries('endings'));
const COLLOQUIAL = words.entries('names').map(([name, code]) => [name, code] as const);
// Currencies, and names of registers and post codes that only one country uses.
const SIGNS = ['currencies', 'registers'].flatMap((key) =>
  words.entries(key).map(([country, sign]) => ({ country, sign: new RegExp(sign) })),
);
// Default language packs of WordPress: many Spanish sites outside Spain use `es-ES`.
const DEFAULT_PACKS = new Set(['es-ES', 'en-US', 'de-DE', 'fr-FR', 'pt-BR', 'pt-PT']);
const MOST = 3;

// At most three ISO 3166-1 codes, the most probable first. Certain if there is evidence besides the language of
// WordPress.
type Countries = { readonly countries: readonly string[]; readonly isCertain: boolean };
const CERTAIN = 2;

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
  for (const { sign, country } of SIGNS) if (sign.test(text)) add(country, 2);
  const sorted = [...scores].toSorted(([, a], [, b]) => b - a).slice(0, MOST);
  const [[, first] = ['', 0], [, second] = ['', 0]] = sorted;
  return { countries: sorted.map(([country]) => country), isCertain: first >= CERTAIN && first > second };
}

// Returns the country of a host by its top-level domain.
function countryOfHost(host: string): string | undefined {
  const ending = host.split('.').at(-1) ?? '';
  if (/\.(?:com?|net|org|edu|gov|gob)\.[a-z]{2}$/.test(host) && !(ending in ENDINGS)) return ending.toUpperCase();
  return ENDINGS[ending] ?? (/^[a-z]{2}$/.test(ending) && !NO_COUNTRY.test(ending) ? ending.toUpperCase() : undefined);
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}

// Parses a country code or a name.
function codeOf(name: string, names: ReadonlyMap<string, string>): string | undefined {
  const plain = name.trim().toLowerCase();
  return names.get(plain) ?? (/^[a-z]{2}$/.test(plain) ? plain.toUpperCase() : undefined);
}

/** Returns an index of ISO 3166-1 codes by country name, in lower case, in English and the languages of the site. */
export function countriesByName(languages: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map(COLLOQUIAL);
  for (const language of new Set(['en', ...languages.flatMap((tag) => localeOf(tag)?.toString() ?? [])])) {
    for (const [name, region] of countryNames(language)) if (!found.has(name)) found.set(name, region);
  }
  return found;
}

// Pairs of a country name and its code. Country names of a language are expensive to compute.
const countryNames = memory(
  (language: string) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return COUNTRIES.map((code) => [names.of(code)?.toLowerCase() ?? '', code] as const).filter(([name]) => name);
  },
  { most: 50 },
);

// Returns the countries in addresses: `Búzios - RJ - Brasil - CEP 28950-000`.
function namedInAddresses(lines: readonly string[], names: ReadonlyMap<string, string>): Set<string> {
  const found = lines
    .filter((line) => line.length <= 160 && /\d{3}/.test(line))
    .flatMap((line) =>
      line.split(/,\s*|\s[-–|·]\s/).flatMap((part) => names.get(part.trim().replace(/\.$/, '').toLowerCase()) ?? []),
    );
  return new Set(found);
}
