import { fold } from '../../db/search/text/folding.ts';

// Words of the longest place name.
const MOST_WORDS = 5;
const HEADING = /^#{1,6}\s+(.*)$/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/;
// `**Districts:** North, South`, or a sentence that ends with the list.
const AFTER_COLON = /^([^:]{1,80}):\s*(.+)$/;
const POST_CODE = /\b\d{4,6}\b/g;

/**
 * Returns the places that a page lists as parts of its city, with their post codes. Lists are items and enumerations
 * under a heading with a word for areas (`Districts where we work`), or after such a word and a colon.
 */
export function placesListedIn(markdown: string): readonly string[] {
  const found: string[] = [];
  let isUnderHeading = false;
  for (const line of markdown.split('\n')) {
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) isUnderHeading = namesAreas(heading);
    else found.push(...placesInLine(plain(line), isUnderHeading));
  }
  return found;
}

function placesInLine(line: string, isUnderHeading: boolean): readonly string[] {
  const item = ITEM.exec(line)?.[1];
  if (item !== undefined) return isUnderHeading ? placesOf(item.split(/[,;·|]\s/)) : [];
  const [, before = '', after = ''] = AFTER_COLON.exec(line) ?? [];
  if (after !== '' && namesAreas(before)) return enumerated(after);
  return isUnderHeading ? enumerated(line) : [];
}

// Splits a line that is an enumeration of at least three names; returns an empty array otherwise.
function enumerated(line: string): readonly string[] {
  const parts = line.replace(/\.\s*$/, '').split(/[,;·|]\s+|\s+(?:y|e|and|und|et|i|en|și)\s+(?=\p{Lu})/u);
  return parts.length >= 3 && parts.every(isName) ? placesOf(parts) : [];
}

function placesOf(parts: readonly string[]): readonly string[] {
  return parts.flatMap((part) => {
    const name = withoutExtras(part);
    return isName(name) ? [name, ...(part.match(POST_CODE) ?? [])] : [];
  });
}

const withoutExtras = (part: string): string =>
  part
    .replaceAll(/\([^)]*\)/g, ' ')
    .replaceAll(POST_CODE, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s:–-]+|[\s:.–-]+$/g, '');

function isName(part: string): boolean {
  const text = withoutExtras(part);
  return (
    /^(?:\p{Lu}|\p{Lo}|[ldLD]['’]\p{Lu})[\p{L}\p{M}\s'’·/-]+$/u.test(text) && text.split(/\s+/).length <= MOST_WORDS
  );
}

const namesAreas = (text: string): boolean =>
  fold(text)
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => AREA_WORDS.has(word));

// Removes the Markdown of links and emphasis.
const plain = (line: string): string =>
  line.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, '');

const words = (list: string) => list.trim().split(/\s+/).map(fold);

// Folded words for parts and surroundings of towns; a heading with such a word precedes a list of places.
const AREA_WORDS: ReadonlySet<string> = new Set([
  ...words('barrio barrios municipio municipios distrito distritos pueblo pueblos localidad localidades zona zonas'),
  ...words('comarca comarcas urbanizaciones poblaciones alrededores cercanías colonia colonias comuna comunas'),
  ...words('barri barris municipis poble pobles districtes comarques auzo auzoak herriak concello concellos'),
  ...words('area areas neighbourhood neighbourhoods neighborhood neighborhoods suburb suburbs town towns village'),
  ...words('villages district districts borough boroughs'),
  ...words('stadtteil stadtteile stadtteilen bezirk bezirke bezirken ortsteil ortsteile orte orten gemeinden umgebung'),
  ...words('einsatzgebiet einsatzgebiete'),
  ...words('quartier quartiers commune communes ville villes arrondissement arrondissements secteur secteurs'),
  ...words('quartiere quartieri comune comuni zone frazioni dintorni'),
  ...words('bairro bairros concelho concelhos freguesia freguesias localidades municípios'),
  ...words('wijk wijken stadsdelen gemeente gemeenten dorpen plaatsen regio'),
  ...words('cartier cartiere orașe sate localități sectoare'),
]);
