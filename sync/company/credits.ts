import type { Line } from './page-lines.ts';

const CREDIT =
  /dise[ñn](?:o|ado|ada)\s+(?:y\s+\p{L}+\s+)?(?:web|por\b)|desarroll(?:o|ado)\s+(?:web|por\b)|p[áa]gina web (?:hecha |creada )?por|creado por|hecho (?:con \S+ )?por|(?:web|site|website)\s*(?:design|development)?\s+by\b|web\s?design\b|(?:designed|developed|powered|built|made|created|crafted|maintained)\s+(?:with \S+ )?by\b|r[ée]alis(?:é|e|ation)\b|cr[ée]ation (?:de )?(?:site|web)|conception\b|sito (?:web )?(?:realizzato|a cura|by)|realizzazione|realizzato da|realizado por|criado por|desenvolvido por|cria[çc][ãa]o de sites|creat de|realizat de|umsetzung|erstellt von|webagentur|agencia (?:de )?(?:marketing|publicidad)|posicionamiento (?:web|seo)|disseny web/iu;
/** Whose web it is rather than who made it, when it follows a credit that ends in the air. */
const OPEN_CREDIT = /(?::|\b(?:por|by|von|par|da|de|per))\s*$/i;

/** Marks as somebody else's the agency's line in the footer, and the one after a line that says only "Web design by". */
export function withoutCredits(lines: readonly Line[]): Line[] {
  let open = false;
  return lines.map((line) => {
    const isCredit = line.part !== 'header' && line.text.length < 200 && CREDIT.test(line.text);
    const foreign = line.foreign || isCredit || open;
    open = isCredit && OPEN_CREDIT.test(line.text);
    return foreign === line.foreign ? line : { ...line, foreign };
  });
}
