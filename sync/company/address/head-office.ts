import { ADDRESS_LABEL, LARGE_TOWN } from './address-words.ts';
import { CALL } from '../page/others-words.ts';
import { isWithin, titledBlock, type Block, type Line } from '../page/page-lines.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('address');

const HEAD_OFFICE = words.pattern('head_office', 'iu');

/** `Zentrale`, `Head office:`, `Head office London`; not `Zentrale Vergabestelle`, `Sede principale del cliente`. */
function isOfHeadOffice(text: string): boolean {
  const [title] = HEAD_OFFICE.exec(text) ?? [];
  if (title === undefined) return false;
  const rest = text.slice(title.length).trimStart();
  return (
    /^(?:$|[:：–—|(,-])/.test(rest) ||
    ADDRESS_LABEL.test(rest) ||
    [LARGE_TOWN, CALL].some((pattern) => rest.search(pattern) === 0)
  );
}

const BRANCH = words.pattern('branch', 'iu');

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
