import { emailIn } from './contact-links.ts';

const ADDRESS = /(?<![\w.%+-])[a-z\d][\w.%+-]{0,63}@(?:[a-z\d-]{1,63}\.){1,5}[a-z]{2,24}(?![\w@-])/gi;
/** `info [at] empresa.com`, `info(arroba)empresa(punto)com`: only with brackets is it certain. */
const SPELT =
  /(?<![\w.%+-])([a-z\d][\w.%+-]{0,63}) ?[[({<] ?(?:at|arroba|chiocciola|arobase|ät|@) ?[\])}>] ?([a-z\d-]{1,63}(?:(?: ?[[({<] ?(?:dot|punto|point|punkt|ponto|\.) ?[\])}>] ?|\.)[a-z\d-]{1,24}){1,3})(?![\w@])/gi;

/** The e-mail addresses in a line of visible text, in lower case. */
export function emailsIn(line: string): readonly string[] {
  const plain = [...line.matchAll(ADDRESS)].map(([address]) => address);
  const spelt = [...line.matchAll(SPELT)].map(
    ([, local = '', domain = '']) => `${local}@${domain.replaceAll(/ ?[[({<] ?[a-z.]+ ?[\])}>] ?/gi, '.')}`,
  );
  return [...plain, ...spelt].flatMap((address) => emailIn(address) ?? []);
}
