import type { Line } from './page-lines.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('page');

const CREDIT = words.pattern('credit', 'iu');
const OTHERS = words.pattern('others', 'iu');
// After an incomplete credit, the next line names the agency.
const OPEN_CREDIT = /(?::|\b(?:por|by|von|par|da|de|per))\s*$/i;

/**
 * Marks lines of third parties as foreign: agency credits in the footer, the line after an incomplete "Web design by",
 * and third-party offices.
 */
export function withoutCredits(lines: readonly Line[]): Line[] {
  let open = false;
  return lines.map((line) => {
    const isCredit = line.part !== 'header' && line.text.length < 200 && CREDIT.test(line.text);
    const foreign = line.foreign || isCredit || open || OTHERS.test(line.text);
    open = isCredit && OPEN_CREDIT.test(line.text);
    return foreign === line.foreign ? line : { ...line, foreign };
  });
}
