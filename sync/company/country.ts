import { parseTelephone } from './telephone.ts';

/** Signs of the country in which a site is. */
type CountrySigns = {
  /** Address of the front page. */
  readonly home: string;
  /** BCP 47 tags of the site and of its pages. */
  readonly languages: readonly string[];
  /** `addressCountry` of its schema.org addresses: codes or names. */
  readonly addressCountries?: readonly string[];
  /** Telephone numbers as they are written; those with a country code count. */
  readonly numbers?: readonly string[];
  /** E-mail addresses, whose ending may be a country's. */
  readonly emails?: readonly string[];
  /** Visible text, in which a currency may be named. */
  readonly text?: string;
};

/** Endings that are bought for their sound, and those of no country. */
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
/** WordPress’ packs for the languages without a country; half the world's Spanish sites are `es-ES`. */
const DEFAULT_PACKS = new Set(['es-ES', 'en-US', 'de-DE', 'fr-FR', 'pt-BR', 'pt-PT']);
const MOST = 3;

/** ISO 3166-1 codes, the likeliest first, three at most; certain when more than WordPress' language says so. */
type Countries = { readonly countries: readonly string[]; readonly isCertain: boolean };
const CERTAIN = 2;

/** The countries in which a site may be. */
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
  for (const name of new Set(addressCountries)) add(countryCode(name, languages), 5);
  add(countryOfHost(new URL(home).hostname), 4);
  for (const country of new Set(emails.map(countryOfHost))) add(country, 2);
  const dialled = numbers
    .flatMap((number) => parseTelephone(number, [])?.country ?? [])
    .filter((country) => country !== '');
  for (const country of new Set(dialled))
    add(country, 2.5 + Math.min(2, 0.5 * dialled.filter((one) => one === country).length));
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

function countryOfHost(host: string): string | undefined {
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

/** The code of a country that is named by its code, or in English or a language of the site. */
function countryCode(name: string, languages: readonly string[]): string | undefined {
  const plain = name.trim().toLowerCase();
  if (/^[a-z]{2}$/.test(plain)) return plain === 'uk' ? 'GB' : plain.toUpperCase();
  for (const tag of ['en', ...languages]) {
    const locale = localeOf(tag);
    if (!locale) continue;
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    for (let code = 0; code < 26 * 26; code++) {
      const region = String.fromCharCode(65 + Math.floor(code / 26), 65 + (code % 26));
      if (names.of(region)?.toLowerCase() === plain) return region;
    }
  }
  return undefined;
}
