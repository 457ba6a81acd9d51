import { isPlaceholderAddress } from './placeholders.ts';
import type { Line } from './page-lines.ts';

/** An address as the site writes it in one or a few lines. */
export type WrittenAddress = {
  readonly text: string;
  /** Has a street and a post code; without one it is only believed beside a map sign or after its label. */
  readonly whole: boolean;
  readonly line: Line;
};

const STREET =
  /(?:^|[\s,(:])(?:calle|carrera|cra\.?|cll?\.?|kr\.?|diagonal|transversal|tv\.?|c\/|c\.\/|c\/\.|av(?:da|enida|d)?\.?|avinguda|plaza|pza\.?|pl\.|plaça|pla[çz]a|paseo|p[ºo]\.?|passeig|ronda|pol[íi]gono|pol\.|parque empresarial|camino|cam[íi]|carretera|ctra\.?|traves[íi]a|r[úu]a|carrer|urb(?:anizaci[óo]n)?\.?|glorieta|bulevar|calzada|blvd\.?|boulevard|bv\.?|bd\.?|privada|circuito|calz\.?|diagonal|pasaje|rue|avenue|ave?\.?|chemin|route|impasse|all[ée]e|quai|cours|place|square|z\.?a\.?|z\.?i\.?|via|viale|v\.le|corso|piazza|piazzale|p\.zza|largo|strada|vicolo|contrada|travessa|pra[çc]a|estrada|estr\.|alameda|rodovia|str\.|stra?da|bulevardul|b-?dul|calea|[șs]oseaua|[șs]os\.|aleea|pia[țt]a|intrarea|am|an der|zum|unit|suite|ul\.)\s+\S|\S(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ring|damm|ufer|markt|hof)\s+\d|(?<![\p{L}\d])(?:street|st\.?|road|rd\.?|avenue|ave?\.?|lane|ln\.?|drive|dr\.?|boulevard|blvd\.?|way|court|ct\.?|close|square|terrace|crescent|highway|hwy\.?|parkway|pkwy\.?|place|pl\.?|mews|row|hill|gardens|park|house|industrial estate|business park|broadway|trail|circle|pike)(?![\p{L}\d])/iu;
const HOUSE = /(?:^|[\s,.º°#-])(?:\d{1,5}(?:[-/]\d{1,4})?\s?[a-z]?(?![\d@%€:])|s\/n|km\.?\s*\d)/i;
const TOWN = "\\p{Lu}[\\p{L}.'’-]+";
/** Post codes with the town beside them, or in a form of their own. */
const POST_CODE = new RegExp(
  [
    `\\b(?:[A-Z]{1,2}-?)?\\d{5}\\s*,?\\s*(?:\\(?${TOWN})`, // ES, DE, FR, IT, MX: 28013 Madrid
    `${TOWN}\\s*,?\\s+(?:C\\.?P\\.?\\s*)?\\d{5}\\b`, // Madrid 28013
    '\\bC\\.?\\s?P\\.?:?\\s*[A-Z]?\\d{4,5}\\b', // CP 06600, CP 1043
    '\\b[A-Z]{2}\\.?\\s+\\d{5}(?:-\\d{4})?\\b', // US: TX 78701
    '\\b(?:GIR ?0AA|[A-Z]{1,2}\\d[A-Z\\d]?\\s?\\d[A-Z]{2})\\b', // GB
    '\\b\\d{4}-\\d{3}\\b', // PT
    '\\b\\d{5}-\\d{3}\\b', // BR
    '\\b[A-HJ-NP-Z]\\d{4}[A-Z]{3}\\b', // AR: C1043AAZ
    `\\((?:[A-Z]?\\d{4,5})\\)\\s*,?\\s*${TOWN}`, // AR: (1043) Buenos Aires
    `,\\s*(?:[A-Z]{1,2}-)?\\d{4}\\s?(?:[A-Z]{2}\\s)?\\s*${TOWN}`, // AT, CH, NL, AR: 1010 Wien
    '\\b[A-CEGHJ-NPR-TVXY]\\d[A-Z]\\s?\\d[A-Z]\\d\\b', // CA
    '\\b\\d{6}\\b', // RO
  ].join('|'),
  'u',
);
/** A line that is a post code with its town, whatever stands above. */
const TOWN_LINE = new RegExp(`^(?:[A-Z]{1,2}-)?\\d{4,5}\\s(?:[A-Z]{2}\\s)?${TOWN}(?:[ /-][\\p{L}.()]+){0,4}$`, 'u');
/** A street that is called by any name, as in Germany: `Hummelweg 9`, `Am Markt 3 a`. */
const NAMED_STREET = /^\p{Lu}[\p{L}.'’ -]{2,40}\s\d{1,4}(?:[-/]\d{1,4})?\s?[a-z]?$/u;
/** Colombia's addresses say street, crossing and distance, and have no post code: `Calle 98 # 70 – 91`. */
const CROSSING =
  /\b(?:calle|cll?|carrera|cra|kr|diagonal|transversal|av(?:enida)?)\.?\s?\d{1,3}\s?\p{L}{0,6}\s?(?:#|n[o°º]\.?)\s?\d{1,3}\s?\p{L}{0,6}\s?[-–]\s?\d{1,4}/iu;
const TOWN_ALONE =
  /\b(?:CABA|Ciudad (?:Aut[óo]noma )?de|CDMX|Buenos Aires|Col\.|Colonia|Madrid|Barcelona|Valencia|Sevilla|Lisboa|Porto|London|Paris|Berlin|Roma|Milano|Bucure[șs]ti|Sector(?:ul)? \d|jud\.)/;
const LABEL =
  /^(?:nuestra\s+|our\s+|notre\s+|unsere?\s+|nostr[ao]\s+)?(?:direcci[óo]n|domicilio(?: social| fiscal)?|ubicaci[óo]n|d[óo]nde estamos|oficinas?(?: central(?:es)?)?|sede(?: (?:social|legale|operativa))?|address|location|office|head office|find us|visit us|visítanos|vis[íi]tenos|adresse|anschrift|si[èe]ge social|standort|indirizzo|dove siamo|morada|endere[çc]o|localiza[çc][ãa]o|adres[aă]|sediu(?:l)?(?: social)?|adreça|enderezo)\s*(?:[:：.-]\s*|$)/i;
const OTHER_DATA =
  /\s+[|·•]\s+|\s*\b(?:tel(?:[ée]f(?:ono)?)?s?|tlf|tlfn?o|tfno|t|m[óo]vil|mobile|phone|t[ée]l[ée]phone|telefon[eo]?|telem[óo]vel|fax|e-?mail|correo|mail|whatsapp|horario)\b\s*[.:]|\s+[-–|·]?\s*(?:cif|nif|p\.?\s?iva|vat|siret|cui|rcs)(?!\p{L})|\s\S+@\S+|\s*\+\d{2}|\s\(?\d{3}\)?[\s.-]\d{2,3}[\s.-]\d{2,3}[\s.-]?\d{0,4}(?!\d)/iu;
/** Registers and taxes have numbers too. */
const OTHER_NUMBER = /registe?r|registro|st\.?-nr|\bHRB\b|\b(?:CIF|NIF|IVA|VAT|SIRET|RCS)\b|©|copyright|licen[cs]/i;
const COUNTRY =
  /^(?:\(?(?:espa[ñn]a|spain|m[ée]xico|argentina|united kingdom|uk|england|scotland|wales|usa|united states|deutschland|germany|france|italia|italy|portugal|rom[âa]nia|brasil|chile|colombia|per[úu]|uruguay|schweiz|österreich)\)?\.?)$/i;
const LONGEST = 200;

/** The postal addresses that lines of a page tell. */
export function addressesIn(lines: readonly Line[]): readonly WrittenAddress[] {
  const found: WrittenAddress[] = [];
  lines.forEach((line, index) => {
    if (line.foreign || line.nav || line.text.length > 1_000) return;
    const own = part(line.text);
    const isLabelled = LABEL.test(line.text) || LABEL.test(lines[index - 1]?.text ?? '');
    if (
      own.length <= LONGEST &&
      ((hasStreet(own) && POST_CODE.test(own)) || CROSSING.test(own) || isStreetAndTown(own))
    ) {
      found.push({ text: withCountry(own, lines[index + 1]), whole: true, line });
    } else if ((POST_CODE.test(own) || TOWN_LINE.test(own)) && own.length <= 80 && !hasStreet(own)) {
      const above = streetAbove(lines, index);
      if (above !== undefined)
        found.push({ text: withCountry(`${above}, ${own}`, lines[index + 1]), whole: true, line });
    } else if (
      own.length <= 120 &&
      (line.atMap || isLabelled || (line.part === 'footer' && /,\s*\p{Lu}\p{L}{2}/u.test(own) && own.length <= 90)) &&
      (hasStreet(own) || isListed(own)) &&
      !isTown(lines[index + 1]) &&
      !isTown(lines[index + 2])
    ) {
      const next = lines[index + 1];
      const town =
        next && next.part === line.part && next.text.length < 60 && TOWN_ALONE.test(next.text)
          ? `, ${part(next.text)}`
          : '';
      found.push({ text: `${own}${town}`, whole: TOWN_ALONE.test(`${own}${town}`), line });
    } else if (own.length > LONGEST) {
      const sentence = own
        .split(/(?<=[a-z]{3}\.)\s+(?=\p{Lu})/u)
        .map(fromStreet)
        .find((text) => text.length <= LONGEST && hasStreet(text) && POST_CODE.test(text));
      if (sentence !== undefined) found.push({ text: sentence, whole: true, line });
    }
  });
  return found.flatMap(({ text, whole, line }) => {
    const tidied = tidy(text);
    const isAddress = tidied.length >= 12 && !isPlaceholderAddress(tidied) && !OTHER_NUMBER.test(tidied);
    return isAddress ? [{ text: tidied, whole, line }] : [];
  });
}

function isTown(line: Line | undefined): boolean {
  const text = part(line?.text ?? '');
  return POST_CODE.test(text) || TOWN_LINE.test(text);
}

/** A line without its label and without the telephone behind the address. */
function part(text: string): string {
  const plain = text.replace(LABEL, '');
  const end = plain.search(OTHER_DATA);
  return (end > 10 ? plain.slice(0, end) : end >= 0 ? '' : plain).trim();
}

/** `Hummelweg 9, 71522 Backnang` */
function isStreetAndTown(text: string): boolean {
  const [street = '', town = '', ...rest] = text.split(/,\s*/);
  return rest.length <= 1 && NAMED_STREET.test(street) && (TOWN_LINE.test(town) || POST_CODE.test(town));
}

/** `Miraflores 9700, Pudahuel, Santiago`: a name with a number, and the places it is in. */
function isListed(text: string): boolean {
  return /^\p{Lu}[\p{L}. ]+\s\d{1,5}\b/u.test(text) && (text.match(/,/g)?.length ?? 0) >= 2;
}

function hasStreet(text: string): boolean {
  return STREET.test(text) && HOUSE.test(text);
}

/** The street in one of the three lines above, with what stands between: `Unit 5` / `Park Road` / `Leeds` / `LS1 4AB`. */
function streetAbove(lines: readonly Line[], index: number): string | undefined {
  const between: string[] = [];
  for (let at = index - 1; at >= Math.max(0, index - 3); at--) {
    const line = lines[at];
    if (!line || line.part !== lines[index]?.part || line.text.length > 90) return undefined;
    if (line.heading > 0 && !hasStreet(line.text)) return undefined;
    const text = part(line.text);
    if (text === '' || (/[?!€$@]|\.$/.test(text) && !hasStreet(text))) return undefined;
    between.unshift(text.replace(/,$/, ''));
    if (
      hasStreet(between.join(', ')) ||
      (between.length === 1 && NAMED_STREET.test(text) && TOWN_LINE.test(part(lines[index]?.text ?? '')))
    )
      return between.join(', ');
  }
  return undefined;
}

function withCountry(text: string, next: Line | undefined): string {
  return next && COUNTRY.test(next.text) ? `${text}, ${next.text}` : text;
}

/** From where the street begins in a sentence. */
function fromStreet(sentence: string): string {
  const start = sentence.search(
    /(?:calle|c\/|avda?\.?|avenida|plaza|paseo|carretera|rue|via|viale|rua|str\.|strada)\s/i,
  );
  return (start > 0 ? sentence.slice(start) : sentence).replace(/\.$/, '');
}

function tidy(text: string): string {
  return text
    .replaceAll(/\s*,(?:\s*,)*\s*/g, ', ')
    .replaceAll(/^[\s,;:.·|–-]+|[\s,;:·|–-]+$/g, '')
    .replace(/(?<=\p{L}{3})\.$/u, '');
}

/** Comparison key of an address: its numbers, and its words of four letters and more. */
export function addressKey(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z]{0,2}\d[\da-z]*|[a-z]{4,}/g) ?? [];
  return [...new Set(words)].toSorted().join(' ');
}

/** True for two keys of one place: they share a number, and most words of the shorter one. */
export function isSamePlace(a: string, b: string): boolean {
  const [shorter = [], longer = []] = [a.split(' '), b.split(' ')].toSorted((x, y) => x.length - y.length);
  const shared = shorter.filter((word) => longer.includes(word));
  return shared.some((word) => /\d/.test(word)) && shared.length >= Math.max(2, shorter.length * 0.6);
}
