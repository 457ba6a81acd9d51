import { ADDRESS_LABEL, LARGE_TOWN } from './address-words.ts';
import { CALL } from '../page/others-words.ts';
import { isWithin, titledBlock, type Block, type Line } from '../page/page-lines.ts';

/** The first among several offices, as it is called. */
const HEAD_OFFICE =
  /^(?:(?:our|nuestra|la|notre|unser\p{L}{0,2}|onze|nasza)\s)?(?:head ?(?:office|quarters?)|hq|(?:main|corp(?:orate|\.)?|central) office|oficinas? (?:central(?:es)?|principal)|(?:casa|sede|central|f[áa]brica) (?:central|matriz|principal)|matriz|si[èe]ge(?: social)?|maison m[èe]re|hauptsitz|hauptniederlassung|hauptb[üu]ro|stammhaus|firmensitz|zentrale|sede (?:principale|centrale)|hoofdkantoor|hoofdvestiging|centrala|siedziba(?: g[łl][óo]wna)?|sediul? (?:central|principal)|huvudkontor(?:et)?|hovedkontor(?:et)?|k[öo]zpont|s[íi]dlo firmy)(?!\p{L})/iu;

/** `Zentrale`, `Head office:`, `Head office London`; not `Zentrale Vergabestelle`, `Sede principale del cliente`. */
function isOfHeadOffice(text: string): boolean {
  const [title] = HEAD_OFFICE.exec(text) ?? [];
  if (title === undefined) return false;
  const rest = text.slice(title.length).trimStart();
  return (
    /^(?:$|[:：–—|(,-])/.test(rest) ||
    ADDRESS_LABEL.test(rest) ||
    [LARGE_TOWN, CALL].some((words) => rest.search(words) === 0)
  );
}

/** An office among several, or another place of the company. */
const BRANCH =
  /(?<!\p{L})(?:branch(?:es)?|sucursal(?:es)?|delegaci(?:[óo]n|ones)|filial(?:e|en|i|es|er)?|succursales?|agences?|niederlassung(?:en)?|zweigstellen?|standorte?|vestiging(?:en)?|oddzia[łl]\p{L}*|pobo[čc]ka|offices?|oficinas?|sedi?|showrooms?|works|factory|warehouse|planta|f[áa]brica|werk|avdeling|afdeling)(?!\p{L})/iu;

const LONGEST_TITLE = 60;
const FEW_BELOW = 8;

/** The lines that tell of the company's head office: those behind or below a title that says so, up to the next office. */
export function headOfficeLines(lines: readonly Line[]): ReadonlySet<Line> {
  const found = new Set<Line>();
  let scope: { readonly block: Block | undefined; readonly level: number; left: number } | undefined;
  for (const line of lines) {
    if (line.nav || line.text === '') continue;
    const isTitle = line.text.length <= LONGEST_TITLE;
    if (isOfHeadOffice(line.text)) {
      found.add(line);
      scope = isTitle ? { block: titledBlock(line), level: line.heading || 6, left: FEW_BELOW } : undefined;
      continue;
    }
    const isNext =
      line.heading > 0
        ? line.heading <= (scope?.level ?? 0)
        : isTitle && BRANCH.test(line.text) && !/\d/.test(line.text);
    if (!scope || isNext || scope.left === 0 || (scope.block && !isWithin(line, scope.block))) scope = undefined;
    else {
      found.add(line);
      scope.left--;
    }
  }
  return found;
}
