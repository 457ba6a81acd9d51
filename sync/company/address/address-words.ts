/*
 * Words of postal addresses, by language. They are parts of regular expressions, read without regard to case.
 */

/** Kinds of streets that stand before the name: `calle`, `rue`, `ul.`. */
const BEFORE = [
  // Spanish, Catalan, Galician; the countries of Latin America
  String.raw`calle|gran v[íi]a|carrera|cra\.?|cll?\.?|kr\.?|diagonal|transversal|tv\.?|c\/|c\.\/|c\/\.|av(?:da|enida|d)?\.?|plaza|pza\.?|pl\.|paseo|p[ºo]\.?|ronda|pol[íi]gono|pol\.|parque empresarial|camino|carretera|ctra\.?|traves[íi]a|urb(?:anizaci[óo]n)?\.?|glorieta|bulevar|calzada|blvd\.?|bv\.?|privada|circuito|calz\.?|pasaje|pje\.?|psje\.?|jir[óo]n|jr\.?|manzana|mz\.?|autopista|callej[óo]n|cerrada|c\.|rambla|costanera`,
  String.raw`avinguda|pla[çz]a|passeig|cam[íi]|carrer|r[úu]a|travesia`,
  // French
  String.raw`boulevard|bd\.?|impasse|rue|avenue|ave?\.?|chemin|route|all[ée]es?|quai|cours|place|square|z\.?a\.?c?\.?|z\.?i\.?|lieu-dit|passage|sentier`,
  // Italian
  String.raw`via|viale|v\.le|corso|c\.so|piazza|piazzale|p\.zza|largo|strada|vicolo|contrada|c\.da|localit[àa]|loc\.|borgo|lungomare`,
  // Portuguese
  String.raw`rua|r\.|travessa|trav\.|pra[çc]a|p[çc]a\.?|estrada|estr\.|alameda|al\.|rodovia|rod\.|quadra|qd\.|setor`,
  // Romanian
  String.raw`str\.|stra?da|bulevardul|b-?dul|splaiul|spl\.|calea|[șs]oseaua|[șs]os\.|aleea|pia[țt]a|intrarea`,
  // German
  String.raw`am|an der|zum|im`,
  // English
  String.raw`unit|suite|ste\.?|shop|plot|flat|p\.?\s?o\.?\s?box`,
  // Polish, Czech, Croatian, Indonesian and Malay, Vietnamese, Greek
  String.raw`ul\.?|al\.|aleja|aleje|os\.|osiedle|plac|rondo|ulica|n[áa]m\.|n[áa]m[ěe]st[íi]|t[řr]\.|t[řr][íi]da|cesta|trg|jalan|jln?\.?|lorong|persiaran|đường|phường|quận|số|ngõ|hẻm|phố|thôn|οδός|λεωφ\.?`,
  // Bulgarian, Russian, Ukrainian, Serbian
  String.raw`ул\.?|улица|вул\.?|вулиця|бул\.?|бульвар|булевард|пл\.|площадь?|площа|пр\.|пр-т|просп\.|проспект|пер\.|переулок|провулок|наб\.|набережная|шоссе|ш\.|проезд|тракт|ж\.?к\.?|мкр\.?|микрорайон`,
].join('|');

/** Kinds of streets that end the name: `Lindenstraße`, `Kerkstraat`, `Storgata`. */
const GLUED = [
  String.raw`stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ring|damm|ufer|markt|hof|graben|steig|chaussee|berg`,
  String.raw`straat|laan|plein|gracht|kade|dijk|singel|steeg|dreef|pad|baan|lei`,
  String.raw`gaten?|gata(?:n)?|veien?|vegen?|v[äa]gen|vej|gade|torget?|torg|gr[äa]nden|stien|katu|kuja|tie`,
].join('|');

/** Kinds of streets, and places as good as one, that stand after the name: `Street`, `utca`, `Nagar`. */
const AFTER = [
  String.raw`street|st\.?|road|rd\.?|avenue|ave?\.?|lane|ln\.?|drive|dr\.?|boulevard|blvd\.?|way|court|ct\.?|close|square|terrace|crescent|cres\.?|highway|hwy\.?|parkway|pkwy\.?|place|pl\.?|mews|row|hill|gardens|park|house|industrial estate|trading estate|business park|broadway|trail|circle|cir\.?|pike|ter\.?|trl\.?|loop|expressway|expy\.?|freeway|fwy\.?|turnpike|tpke\.?|route|plaza|quay|wharf|grove|parade|pde\.?|esplanade|esp\.?|yard|cove|xing|crossing|commons?`,
  String.raw`(?:zona|parque) industrial|zona industriale|n[úu]cleo empresarial`,
  String.raw`nagar|marg|chowk|colony|enclave|vihar|layout|bazaa?r|complex|towers?`,
  String.raw`улица|переулок|проспект|шоссе|бульвар|площадь|проезд|набережная`,
  String.raw`utca|u\.|iela|gatve|prospekts|g\.|gatvė|mnt\.?|tn\.|[úu]t|t[ée]r|k[öo]r[úu]t|sok(?:ak|\.)?|sk\.|cad(?:desi|\.)?|cd\.|mah(?:allesi|\.)?|bulvar[ıi]|gate|gata|vei`,
].join('|');

/** Streets of the United States that have numbers for names, alone or before a room or town: `366 S. 500 E.`, `70456 LA-21`. */
const NUMBERED = String.raw`^(?:\d{1,5}\s[NSEW]\.?\s\d{1,5}\s[NSEW]\b\.?|\d{2,6}\s(?:US|SR|CR|FM|RR|LA|TX|KY|MO|MS|AR)[- ]\d{1,4})(?=\s*(?:[,#]|$|(?:suite|ste|unit|apt|bldg)\b))`;

/** A street, by the word that says so. */
export const STREET = new RegExp(
  String.raw`(?:^|[\s,(:])(?:${BEFORE})(?:\s+|(?<=[./]))\S|\S(?:${GLUED})\s+\d|(?<![\p{L}\d])(?:${AFTER})(?![\p{L}\d])|${NUMBERED}`,
  'iu',
);

/** Labels before an address, alone on its line or with the address behind it. */
export const ADDRESS_LABEL = new RegExp(
  String.raw`^(?:nuestra\s+|our\s+|notre\s+|unsere?\s+|nostr[ao]\s+|nasz\s+|ons\s+|v[åa]r\s+)?(?:${[
    String.raw`direcci[óo]n|domicilio(?: social| fiscal)?|ubicaci[óo]n|d[óo]nde estamos|oficinas?(?: central(?:es)?)?|visítanos|vis[íi]tenos|adreça|enderezo`,
    String.raw`(?:(?!(?:event|venue|wedding|meeting|training|delivery|shipping|billing|returns?|clients?|customers?|former|previous|old|e-?mail|web|ip|job|project|pick-?up)\s)\p{L}{2,20} ){0,2}(?:address|location|office)|find us|visit us`,
    String.raw`adresse|si[èe]ge social|anschrift|standort|bes[øo]ksadresse|indirizzo|dove siamo|sede(?: (?:social|legale|operativa))?`,
    String.raw`morada|endere[çc]o|localiza[çc][ãa]o|adres[aă]?|sediu(?:l)?(?: social)?|siedziba|bezoekadres|vestigingsadres|bes[öo]ksadress|adress|osoite|c[íi]m(?:[üu]nk)?|alamat|địa chỉ|διεύθυνση|адреса?`,
    String.raw`所在地|住所|주소|地址`,
  ].join('|')})\s*(?:[:：.-]\s*|$)`,
  'iu',
);

/** Words that end an address in a line that tells more. */
export const OTHER_DATA =
  /\s+[|·•]\s+|\s*[📞☎✆✉📧🕐🕒]|\s*\b(?:telp?(?:[ée]f(?:ono)?)?s?|hp|тел|τηλ|tlf|tlfn?o|tfno|t|m[óo]vil|mobile|mob|phone|call|t[ée]l(?:[ée]phone)?|telefon[eo]?|telefoon|telem[óo]vel|gsm|puh|fax|e-?mail|e-?post|correo|mail|whatsapp|horario|hours)\b\s*(?:[.:]|\/\s?\p{L}|(?<=\p{L}{3}\s)[(+]?\d)|\s*(?:TEL|FAX|電話)[\s.:：]*(?=[\d(+])|\s+(?:[-–|·]|y|con|et|e)?\s*(?:cif|nif|p\.?\s?iva|vat|siret|cui|rcs|nip|regon|kvk|cnpj)(?!\p{L})|\s7\/24\s(?=(?:teklif|hizmet|acil|a[çc][ıi]k|servis|destek|yard[ıi]m|ula[şs][ıi]m|ileti[şs]im|online|whatsapp)\p{L}*(?!\p{L}))|\s\S+@\S+|\s*\+\d{2}|\s\(?\d{3}\)?[\s.-]\d{2,3}[\s.-]\d{2,3}[\s.-]?\d{0,4}(?!\d)|\s\d{2,4}-\d{2,4}-\d{4}(?!\d)/iu;

/** Legal forms, with which the name of a company ends. */
const LEGAL_FORMS = [
  String.raw`s\.?\s?l\.?(?:\s?[lup]\.?)?|s\.?\s?a\.?(?:\s?u\.?)?|s\.?\s?coop\.?|c\.?b\.|s\.?a\.?s\.?|s\.?a\.?r\.?l\.?|eurl|s\.?r\.?l\.?s?\.?|s\.?p\.?a\.?|s\.?n\.?c\.?|ltda\.?|lda\.?|eireli`,
  String.raw`gmbh(?:\s&\sco\.?\skg)?|ag|kg|ug|e\.\s?k\.|ohg|gbr|ltd\.?|limited|llc|l\.l\.c\.|inc\.?|plc|llp|b\.?v\.?|n\.?v\.?|vof`,
  String.raw`sp\.\sz\so\.\s?o\.|s\.\s?r\.\s?o\.|a\.\s?s\.|ab|as|a\/s|aps|oy|kft\.?|d\.o\.o\.`,
].join('|');

/** Where a name or a label before a street may end: at a sign, behind a legal form, or before the kind of street. */
export const NAME_END = new RegExp(
  String.raw`[,:;]\s+|\s[-–—|·]\s+|(?<=\s(?:${LEGAL_FORMS})),?\s+|\s(?=(?:calle|c\/|avda?\.?|av\.|avenida|plaza|paseo|carretera|carrer|rue|via|viale|rua|str\.|strada|ul\.)\s)`,
  'giu',
);
/** A name of a company, by the legal form at its end. */
export const COMPANY_NAME = new RegExp(String.raw`\p{L}{2}.*\s(?:${LEGAL_FORMS})$`, 'iu');

/** Large towns, which say without a post code where a street is. */
export const LARGE_TOWN = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${[
    'CABA|Ciudad (?:Aut[óo]noma )?de|CDMX|Buenos Aires|Monterrey|Guadalajara|Bogotá|Medellín|Lima|Quito|Guayaquil|Santiago|Caracas|Montevideo|Asunción|Santo Domingo|Tegucigalpa|Managua|San Salvador',
    'Madrid|Barcelona|Valencia|Sevilla|Zaragoza|Málaga|Bilbao|Lisboa|Porto|S[ãa]o Paulo|Rio de Janeiro|Belo Horizonte|Curitiba|Porto Alegre|Brasília|Recife|Fortaleza',
    'London|Manchester|Birmingham|Dublin|Paris|Lyon|Marseille|Bruxelles|Brussels?|Genève|Berlin|Hamburg|München|Köln|Wien|Zürich|Amsterdam|Rotterdam|Utrecht|Antwerpen|Roma|Milano|Torino|Napoli',
    'Bucure[șs]ti|Warszawa|Krak[óo]w|Wrocław|Pozna[ńn]|Gda[ńn]sk|Praha|Brno|Bratislava|Budapest|Zagreb|Ljubljana|Oslo|Stockholm|Göteborg|København|Helsinki|Athens|Αθήνα|[İI]stanbul|Ankara',
    'Москва|Санкт-Петербург|Новосибирск|Екатеринбург|Казань|Минск|Киев|Київ|Львів|Одеса|Харків|Дніпро|София|Пловдив|Варна|Београд|Алматы',
    'Lagos|Abuja|Nairobi|Accra|Kampala|Dakar|Abidjan|Casablanca|Tunis|Cairo|Cape Town|Johannesburg|Durban|Pretoria|Dubai|Abu Dhabi|Sharjah|Doha|Riyadh|Jeddah',
    'Mumbai|(?:New )?Delhi|Beng?al(?:uru|ore)|Chennai|Hyderabad|Kolkata|Pune|Ahmedabad|Karachi|Lahore|Islamabad|Dhaka|Colombo|Kathmandu|Singapore|Hong Kong|Kuala Lumpur|Jakarta|Manila|Makati|Bangkok|H[àa] N[ộo]i|Hồ Chí Minh|TP[.]? ?HCM|Đà Nẵng|Hanoi|Tokyo|Osaka|Seoul|Taipei|Sydney|Melbourne|Brisbane|Perth|Adelaide|Auckland|Wellington',
  ].join('|')})(?![\p{L}\d])|\b(?:Col\.|Colonia)|\bSector(?:ul)? \d|\bjud\.`,
  'u',
);
