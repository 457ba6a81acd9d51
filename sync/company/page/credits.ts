import type { Line } from './page-lines.ts';

const CREDIT =
  /dise[ñn](?:o|ado|ada)\s+(?:y\s+\p{L}+\s+)?(?:web|por\b)|desarroll(?:o|ado)\s+(?:web|por\b)|p[áa]gina web (?:hecha |creada )?por|creado por|hecho (?:con \S+ )?por|(?:web|site|website)\s*(?:design|development)?\s+by\b|web\s?design\b|(?:designed|developed|powered|built|made|created|crafted|maintained)\s+(?:with \S+ )?by\b|r[ée]alis(?:é|e|ation)\b|cr[ée]ation (?:de )?(?:site|web)|conception\b|sito (?:web )?(?:realizzato|a cura|by)|realizzazione|realizzato da|realizado por|criado por|desenvolvido por|cria[çc][ãa]o de sites|creat de|realizat de|umsetzung|erstellt von|webagentur|(?:hemsida|webbplats|webbdesign|hjemmeside|nettside|nettsted|webdesign) (?:av|af|fra|fr[åa]n)\b|(?:site|website|p[áa]gina) (?:feit[oa] |desenvolvid[oa] )?(?:por|door)\b|websitebouw|(?:webdesign|website|gemaakt|ontwikkeld|gerealiseerd) door|(?:realizacja|wykonanie|projekt) strony|(?:realizacja|wykonanie):|tvorba (?:webu|www|str[áa]nek)|(?:tema|theme|tema de wordpress) (?:por|by)\b|lloc web (?:per|de)\b|fet per\b|site(?:-ul)? (?:realizat|creat)|dezvoltat de|agencia (?:de )?(?:marketing|publicidad)|posicionamiento (?:web|seo)|disseny web|(?<!\p{L})(?:dise[ñn]o|desarrollo|disseny|deseño|design|gestaltung|konzeption|programmierung|cr[ée]ation|ontwerp|grafica|projeto gr[áa]fico)\s*:/iu;
/** Offices of others that a site has to name: of data protection, of complaints, of its host. */
const OTHERS =
  /^[^:.]{0,40}(?:datenschutzbeauftragte|data protection officer|delegad[oa] de protecci[óo]n de datos|encarregad[oa] (?:de|da|pela) prote[çc][ãa]o|d[ée]l[ée]gu[ée]e? [àa] la protection|responsabile della protezione|m[ée]diateur|schlichtungsstelle|aufsichtsbeh[öo]rde|h[ée]bergeur|hosting provider)[^:]{0,40}:/iu;
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
