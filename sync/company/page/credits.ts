import type { Line } from './page-lines.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('page');

const CREDIT = words.pattern('credit', 'iu');
const OTHERS = words.pattern('others', 'iu');
/** Whose web it is rather than who made it, when it follows a credit that ends in the air. */
const OPEN_CREDIT = /(?::|\b(?:por|by|von|par|da|de|per))\s*$/i;

/** Marks as somebody else's the agency's line in the footer, the one after a line that says only "Web design by", and offices of others. */
export function withoutCredits(lines: readonly Line[]): Line[] {
  let open = false;
  return lines.map((line) => {
    const isCredit = line.part !== 'header' && line.text.length < 200 && CREDIT.test(line.text);
    const foreign = line.foreign || isCredit || open || OTHERS.test(line.text);
    open = isCredit && OPEN_CREDIT.test(line.text);
    return foreign === line.foreign ? line : { ...line, foreign };
  });
}
