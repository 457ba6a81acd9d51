import { emailIn } from './contact-links.ts';

// The end of a domain has a single script: in `info@casa.jpまで` the address ends before the sentence.
const ADDRESS =
  /(?<![\w.%+-])[a-z\d][\w.%+-]{0,63}@(?:[\p{L}\p{M}\d-]{1,63}\.){1,5}(?:(?:xn--[a-z\d-]{1,59}|[a-z]{2,24})(?![\p{Script=Latin}\d_@-])|(?:(?!\p{Script=Latin})[\p{L}\p{M}]){2,24}(?![\p{L}\d_@-]))/giu;
// `info [at] empresa.com`, `info(arroba)empresa(punto)com`: only certain with brackets.
const SPELT =
  /(?<![\w.%+-])([a-z\d][\w.%+-]{0,63}) ?[[({<] ?(?:at|arroba|chiocciola|arobase|ät|@) ?[\])}>] ?([a-z\d-]{1,63}(?:(?: ?[[({<] ?(?:dot|punto|point|punkt|ponto|\.) ?[\])}>] ?|\.)[a-z\d-]{1,24}){1,3})(?![\w@])/gi;

/** Returns the e-mail addresses in a line of visible text, in lower case. */
export function emailsIn(line: string): readonly string[] {
  const plain = [...line.matchAll(ADDRESS)].map(([address]) => address);
  const spelt = [...line.matchAll(SPELT)].map(
    ([, local = '', domain = '']) => `${local}@${domain.replaceAll(/ ?[[({<] ?[a-z.]+ ?[\])}>] ?/gi, '.')}`,
  );
  return [...plain, ...spelt].flatMap((address) => emailIn(address) ?? []);
}
