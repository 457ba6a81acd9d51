import type { Line } from './page-lines.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('page');

const AMOUNT = String.raw`\d{1,3}(?:[.,\s]\d{3})*(?:[.,]\d{1,2})?`;
// `desde 45 €`, `from £45`: requires both the word and the currency.
const FROM = new RegExp(
  String.raw`(?<![\p{L}])(?:desde|a partir de|from|starting (?:at|from)|prices? from|ab|à partir de|dès|da|a partire da|partir de|de la|[îi]ncep[âa]nd (?:de la|cu)|des de)\s+(?:s[óo]lo |only |nur |just )?(?:(?:[€£$]|R\$|AR\$|US\$|MXN)\s?${AMOUNT}|${AMOUNT}\s?(?:€|eur\b|euros?\b|£|\$|lei\b|ron\b|mxn\b|pesos\b|chf\b))`,
  'iu',
);
const NOT_A_PRICE = words.pattern('not_a_price', 'i');
// A sentence end, but not the period of `inkl.`, `zzgl.` and further abbreviations beside prices.
const SENTENCE_END =
  /(?<=\p{L}{3}[.!?])(?<!(?<!\p{L})(?:[Ii]n[kc]l|[Ee]x[kc]l|[Zz]zgl|[Ee]vtl|[Mm](?:in|ax|on)|[Aa]pp?rox|[Ss]td|[Pp]ers)\.)\s+(?=\p{Lu})/u;
const LONGEST = 140;
const LONGEST_LINE = 1_000;
const MOST = 12;

/** Returns indicative prices with their subject: `Pan de molde: desde 3 €`. */
export function pricesIn(lines: readonly Line[]): readonly string[] {
  const found: string[] = [];
  lines.forEach((line, index) => {
    if (line.foreign || line.nav || line.part !== 'main' || line.text.length > LONGEST_LINE) return;
    const sentence = line.text.split(SENTENCE_END).find((text) => FROM.test(text)) ?? '';
    const price = FROM.exec(sentence)?.[0];
    if (price === undefined || sentence.length > LONGEST || NOT_A_PRICE.test(sentence)) return;
    if (/\p{L}{4}/u.test(sentence.replace(price, ' '))) found.push(sentence);
    else {
      const heading = lines
        .slice(Math.max(0, index - 4), index)
        .findLast((previous) => previous.heading > 0 && previous.text !== '' && previous.part === 'main');
      if (heading && heading.text.length <= 80) found.push(`${heading.text.replace(/\s*:$/, '')}: ${sentence}`);
    }
  });
  return [...new Set(found)].slice(0, MOST);
}

const TAX = words.pattern('tax', 'i');

/** Returns remarks on value added tax beside prices, as written. */
export function taxIn(lines: readonly Line[]): readonly string[] {
  const sentences = lines
    .filter((line) => !line.foreign && !line.nav && line.part === 'main' && line.text.length <= 600)
    .flatMap(({ text }) => text.split(/(?<=\p{L}{2}[.!])\s+(?=\p{Lu})/u))
    .filter(
      (sentence) =>
        sentence.length <= LONGEST &&
        TAX.test(sentence) &&
        /\bprecios?|\bprices?|tarif|prezz|pre[çc]o|pre[țt]|preis|prix|rates?\b/i.test(sentence),
    );
  return [...new Set(sentences)].slice(0, 3);
}
