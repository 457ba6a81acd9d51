/*
 * Post codes by country, with what stands beside them: a number alone is no post code. Names are ISO 3166-1 codes.
 */

/** The article with which the name of a town begins: `O Grove`, `el Prat`, `'t Zand`. */
const ARTICLE = String.raw`(?:[AO]|[AO]s|[Ee]l|[Ee]ls|[Ll][aeo]s?)\s|['’][st][\s-]`;
const TOWN = String.raw`(?:${ARTICLE})?\p{Lu}[\p{L}.'’-]+`;

/** Forms that no other number has, or that have their town or label beside them. */
const EVERYWHERE = [
  // ES, DE, FR, IT, MX: `75001 Paris`, `D-50674 Köln`
  String.raw`\b(?:[A-Z]{1,2}-?)?\d{5}\s*,?\s*(?:\(?${TOWN})`,
  // `Puebla 72000`, `Dayton, Ohio, 45406`
  String.raw`${TOWN}\s*,?\s+(?:C\.?P\.?\s*)?\d{5}\b`,
  // US: `TX 78701`
  String.raw`\b[A-Z]{2}\.?,?\s+\d{5}(?:-\d{4})?\b`,
  // GB
  String.raw`\b(?:GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})\b`,
  // IE
  String.raw`\b[AC-FHKNPRTV-Y]\d[\dW]\s?[\dAC-FHKNPRTV-Y]{4}\b`,
  // CA
  String.raw`\b[A-CEGHJ-NPR-TVXY]\d[A-Z]\s?\d[A-Z]\d\b`,
  // AU: `NSW 2010`
  String.raw`\b(?:NSW|VIC|Vic|QLD|Qld|SA|WA|TAS|Tas|NT|ACT)\.?,?\s+\d{4}\b`,
  // Countries whose codes are written with their letters: `LV-3001`
  String.raw`\b(?:LV|LT|MD|EE|SI|HR)-\d{4,5}\b`,
  // PT, BR, PL, JP
  String.raw`\b\d{4}-\d{3}\b`,
  String.raw`\b\d{2}\.?\d{3}-\d{3}\b`,
  String.raw`\b\d{2}-\d{3}\s+${TOWN}`,
  String.raw`〒\s?\d{3}[-－ー]\d{4}`,
  // NL: `1012 JS Amsterdam`
  String.raw`\b\d{4}\s?[A-Z]{2},?\s+${TOWN}`,
  // AR: `C1043AAZ`, `(1043) Buenos Aires`
  String.raw`\b[A-HJ-NP-Z]\d{4}[A-Z]{3}\b`,
  String.raw`\((?:[A-Z]?\d{4,5})\)\s*,?\s*${TOWN}`,
  // AT, CH, BE, DK, NO, HU, AR: `, 1010 Wien`
  String.raw`,\s*(?:[A-Z]{1,2}-)?\d{4}\s+${TOWN}`,
  // MX, ES, AR, BR, IN by their label
  String.raw`\bC\.?\s?P\.?:?\s*[A-Z]?\d{4,5}\b`,
  String.raw`\b(?:CEP|Cep):?\s*\d{2}\.?\d{3}-?\d{3}\b`,
  String.raw`\b(?:PIN|Pin|pin)(?:\s?[Cc]ode)?\s*[-–:.]*\s*\d{3}\s?\d{3}\b`,
] as const;

const SIX_DIGITS = String.raw`\b\d{6}\b`;
const AFTER_TOWN = String.raw`${TOWN}\)?\s*[-–,.:]{0,2}\s*\d{4}\s*$`;
const BEFORE_TOWN = String.raw`(?:^|[,\s])(?:[A-Z]{1,2}-)?\d{4}\s+(?:(?:гр|г)\.\s?)?${TOWN}`;
const SPACED = String.raw`\b\d{3}\s\d{2}\s+${TOWN}|${TOWN}(?:\s\d{1,2})?,\s*\d{3}\s\d{2}\s*$`;
/** Forms that are post codes on a site of the country only, and provinces behind the town, which say as much. */
const OF_COUNTRY: Readonly<Record<string, string>> = {
  IT: String.raw`${TOWN}\s\([A-Z]{2}\)`,
  BR: String.raw`${TOWN}\s?[-–/]\s?(?:A[CLPM]|BA|CE|DF|ES|GO|M[ATSG]|P[ABREI]|R[JNSOR]|S[CPE]|TO)(?![\p{L}\d])`,
  IN: String.raw`${TOWN}\)?\s*[-–,.:]{0,2}\s*\d{3}\s?\d{3}\b`,
  RO: SIX_DIGITS,
  RU: SIX_DIGITS,
  BY: SIX_DIGITS,
  KZ: SIX_DIGITS,
  UA: String.raw`\b\d{5}\b`,
  BG: BEFORE_TOWN,
  HU: BEFORE_TOWN,
  AT: BEFORE_TOWN,
  CH: BEFORE_TOWN,
  BE: BEFORE_TOWN,
  DK: BEFORE_TOWN,
  NO: BEFORE_TOWN,
  SI: BEFORE_TOWN,
  SG: SIX_DIGITS,
  CN: SIX_DIGITS,
  VN: SIX_DIGITS,
  ZA: AFTER_TOWN,
  NZ: AFTER_TOWN,
  AU: AFTER_TOWN,
  PH: AFTER_TOWN,
  SE: SPACED,
  CZ: SPACED,
  SK: SPACED,
  GR: SPACED,
};

/** A text with a post code in it, on a site of one of these countries. */
export function postCodeOf(countries: readonly string[]): RegExp {
  return new RegExp([...EVERYWHERE, ...countries.flatMap((country) => OF_COUNTRY[country] ?? [])].join('|'), 'u');
}

/** A line that is a post code with its town, whatever stands above. */
export const TOWN_LINE = new RegExp(
  String.raw`^(?:(?:[A-Z]{1,2}-|[A-HJ-NP-Z](?=\d{4}\s))?(?:\d{4,5}|\d{4}[A-Z]{2})\s(?:(?<=\d{5}\s)[-–]\s)?(?:[A-Z]{2}\s)?|\d{3}\s\d{2}\s+|\d{2}-\d{3}\s+)${TOWN}(?:[ /-][\p{L}.()]+){0,4}$`,
  'u',
);

/** A line that is a post code and nothing else, below its town. */
export const CODE_LINE = /^(?:\d{4,6}|\d{2}-\d{3}|\d{3} \d{2}|\d{4} ?[A-Z]{2})\.?$/;

/** Ecuador's two streets and the number: `Galindo S10-36 y Alarcón`. Elsewhere, parts and tools are called so. */
const TWO_STREETS =
  /^\p{Lu}[\p{L}. ]{2,40}\s[NSEO]\d{1,3}\p{L}?[-–]\d{1,4}\s(?:y|e|[Ii]ntersecci[óo]n)\s(?:\p{Ll}+\.?\s)?\p{Lu}\p{L}{2}/u;

/** True for an address that is whole without a post code on a site of one of these countries. */
export const isWholeForm = (text: string, countries: readonly string[]): boolean =>
  WHOLE_FORM.test(text) || (countries.includes('EC') && TWO_STREETS.test(text));

/**
 * Colombia's street, crossing and distance (`Calle 98 # 70 – 91`), and the forms of Japan, Korea and China, which begin with
 * the prefecture or province.
 */
const WHOLE_FORM = new RegExp(
  [
    String.raw`\b(?:calle|cll?|carrera|cra|kr|diagonal|transversal|av(?:enida)?)\.?\s?\d{1,3}\s?\p{L}{0,6}\s?(?:#|n[o°º]\.?)\s?\d{1,3}\s?\p{L}{0,6}\s?[-–]\s?\d{1,4}`,
    String.raw`(?:東京都|北海道|京都府|大阪府|\p{Script=Han}{2,3}県)\s?\S{2,20}?[市区町村郡]\S*\s?[\d０-９一二三四五六七八九十]`,
    String.raw`(?:서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충[청북남]|전[라북남]|경[상북남]|제주)\S*\s+\S+[시군구]\s+(?:\S+\s+)?\S+[로길]\s?\d`,
    String.raw`\p{Script=Han}{2,8}[省市]\p{Script=Han}{1,8}[区區县縣市]\S{1,30}[号號]`,
  ].join('|'),
  'iu',
);
