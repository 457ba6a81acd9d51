import type { Line } from './page-lines.ts';

const AMOUNT = String.raw`\d{1,3}(?:[.,\s]\d{3})*(?:[.,]\d{1,2})?`;
/** `desde 45 €`, `from £45`: the word and the currency are both needed. */
const FROM = new RegExp(
  String.raw`(?<![\p{L}])(?:desde|a partir de|from|starting (?:at|from)|prices? from|ab|à partir de|dès|da|a partire da|partir de|de la|[îi]ncep[âa]nd (?:de la|cu)|des de)\s+(?:s[óo]lo |only |nur |just )?(?:(?:[€£$]|R\$|AR\$|US\$|MXN)\s?${AMOUNT}|${AMOUNT}\s?(?:€|eur\b|euros?\b|£|\$|lei\b|ron\b|mxn\b|pesos\b|chf\b))`,
  'iu',
);
/** An amount to order for, or of a voucher, is no price of the company's work. */
const NOT_A_PRICE =
  /env[íi]o|shipping|delivery|livraison|versand|liefer|spedizione|consegna|bezorg|dostaw|portes|pedidos?|orders?|commande|bestell|compras?|gratis|free|donat|financ|ahorr|save|descuento|discount/i;
/** The end of a sentence, and not of `inkl.`, `zzgl.` and the like, which stand beside prices. */
const SENTENCE_END =
  /(?<=\p{L}{3}[.!?])(?<!(?<!\p{L})(?:[Ii]n[kc]l|[Ee]x[kc]l|[Zz]zgl|[Ee]vtl|[Mm](?:in|ax|on)|[Aa]pp?rox|[Ss]td|[Pp]ers)\.)\s+(?=\p{Lu})/u;
const LONGEST = 140;
const LONGEST_LINE = 1_000;
const MOST = 12;

/** Indicative prices with what they are for: `Pan de molde: desde 3 €`. */
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
        .findLast((one) => one.heading > 0 && one.text !== '' && one.part === 'main');
      if (heading && heading.text.length <= 80) found.push(`${heading.text.replace(/\s*:$/, '')}: ${sentence}`);
    }
  });
  return [...new Set(found)].slice(0, MOST);
}

const TAX =
  /\b(?:IVA|VAT|TVA|MwSt|IGIC)\b[^.;]{0,30}(?:inclu|no inclu|aparte|exclu|esclus|compris|not? )|(?:sin|m[áa]s|\+|sem|mais|pi[ùu]|plus|excl?\.?|excluding|including|incl?\.?|zzgl\.?|inkl\.?|hors|fără|cu)\s?(?:el |the |l['’])?(?:IVA|VAT|TVA|MwSt|IGIC)\b|\bprix (?:HT|TTC)\b/i;

/** Remark on value added tax beside prices, in the site's own words. */
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

const COVERAGE =
  /^(?:nuestras? )?(?:zonas? de (?:cobertura|actuaci[óo]n|trabajo|servicio)|[áa]reas? de (?:cobertura|servicio|actuaci[óo]n)|service areas?|areas? (?:we )?(?:served|covered|cover|serve)|coverage area|zones? d['’]intervention|secteurs? d['’]intervention|einsatzgebiete?|zon[ae] d['’i]?\s?intervento|zone servite|zonas? de atua[çc][ãa]o|zon[aă] de acoperire)\s*(?:[:–-]\s*(.{3,280})|)$/i;

/** Area that the company serves, only behind a label that says so. */
export function coverageIn(lines: readonly Line[]): readonly string[] {
  return lines.flatMap((line, index) => {
    const match = line.foreign || line.nav ? null : COVERAGE.exec(line.text);
    if (!match) return [];
    const next = lines[index + 1];
    const text =
      match[1] ??
      (line.heading > 0 && next?.part === line.part && next.heading === 0 && next.text.length <= 280 ? next.text : '');
    return text.length >= 3 ? [text.replace(/\.$/, '')] : [];
  });
}
