const FREE_MAIL =
  /@(?:gmail|googlemail|hotmail|outlook|live|yahoo|ymail|icloud|me|msn|aol|gmx|web|t-online|freenet|orange|wanadoo|free|laposte|sfr|libero|virgilio|tiscali|alice|sapo|telefonica|terra|btinternet|btconnect|sky|proton|protonmail|mail|zoho|hotmail\.\w+|yahoo\.\w+)\.[a-z.]{2,6}$/;
const OFFICE =
  /^(?:info|contact[oe]?|hola|hello|office|oficina|kontakt|contatti|contato|geral|mail|admin|administracion|atencion\w*|ventas|clientes|enquiries|inquiries|hallo|bonjour|accueil|segreteria|comercial|recepcion|reception)@/;
/** Written to about one thing only. */
const ONE_THING =
  /^(?:privac\w*|dpo|rgpd|gdpr|lopd|datos|protecciond\w*|proteccion-\w*|datenschutz|legal|abuse|no-?reply|webmaster|postmaster|hostmaster|rrhh|empleo|jobs?|career\w*|cv|bewerbung\w*|lavoro|recrutement|press|prensa|newsletter|unsubscribe|denuncia\w*|canal\w*)@/;
const AUTHORITY =
  /@(?:[\w-]+\.)*(?:aepd\.es|agpd\.es|cnil\.fr|ico\.org\.uk|garanteprivacy\.it|gpdp\.it|dataprotection\.ro|cnpd\.pt|datenschutz[\w-]*\.de|bfdi\.bund\.de|europa\.eu|gob\.es|gov\.uk|inai\.org\.mx|aaip\.gob\.ar|google\.com|facebook\.com|apple\.com|microsoft\.com|automattic\.com|wordpress\.org|wordpress\.com)$/;

/** Points for and against an e-mail address by itself; `own` are hosts of the site, which its addresses often share. */
export function emailAffinity(address: string, own: readonly string[]): number {
  if (AUTHORITY.test(address)) return -20;
  const domain = address.slice(address.indexOf('@') + 1);
  const isOwn = own.some((host) => host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`));
  const byDomain = isOwn ? 2 : FREE_MAIL.test(address) || isRelated(domain, own) ? 0 : -1.5;
  return byDomain + (OFFICE.test(address) ? 0.5 : 0) - (ONE_THING.test(address) ? 4 : 0);
}

/** `casa.es` and `casa.com`, `pan-casa.es` and `pancasa.net`: names of one company. */
function isRelated(domain: string, own: readonly string[]): boolean {
  const name = (host: string) =>
    host
      .replace(/^www\./, '')
      .split('.')[0]
      ?.replaceAll('-', '') ?? '';
  return own.some(
    (host) =>
      name(host).length >= 4 &&
      (name(host).includes(name(domain)) || name(domain).includes(name(host))) &&
      name(domain).length >= 4,
  );
}
