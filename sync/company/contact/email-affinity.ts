import { wordsOf } from '../words.ts';

const words = wordsOf('contact');
// Public mail providers, by the domain without its ending.
const FREE_MAIL = new RegExp(
  `@(?:${[
    'gmail|googlemail|hotmail|outlook|live|yahoo|ymail|rocketmail|icloud|me|msn|aol|proton|protonmail|zoho|mail|gmx|fastmail|tutanota',
    'web|t-online|freenet|arcor|vodafone|bluewin|sunrise|hispeed|aon|chello|a1',
    'orange|wanadoo|free|laposte|sfr|neuf|bbox|numericable|telenet|skynet|proximus|scarlet',
    'libero|virgilio|tiscali|alice|tin|fastwebnet|inwind|iol|pec|arubapec|legalmail',
    'telefonica|terra|ono|euskaltel|movistar|sapo|netcabo|clix|uol|bol|ig|globo|prodigy|telmex|speedy|fibertel|arnet|ciudad|vtr|une|etb',
    'btinternet|btconnect|sky|talktalk|ntlworld|virginmedia|blueyonder|eircom|comcast|verizon|att|sbcglobal|bellsouth|charter|cox|earthlink|juno|shaw|rogers|sympatico|telus',
    'bigpond|optusnet|iinet|internode|tpg|xtra|slingshot|rediffmail|sify|vsnl|sancharnet|mweb|telkomsa|vodamail',
    'seznam|email|centrum|volny|post|azet|wp|onet|o2|interia|op|tlen|poczta|gazeta|vp|freemail|citromail|abv|yahoo|net|siol|t-com',
    'ziggo|kpnmail|kpnplanet|planet|hetnet|xs4all|home|casema|upcmail|online|telia|tele2|bredband|spray|kolumbus|elisanet|tdcadsl|mail|jubii',
    'yandex|ya|rambler|list|bk|inbox|ukr|i|naver|daum|hanmail|nate|qq|163|126|sina|docomo|ezweb|softbank|nifty|biglobe|ocn',
  ].join('|')})\\.[a-z.]{2,6}$`,
);
const OFFICE = words.pattern('office', '');
const ONE_THING = words.pattern('one_thing', '');
const AUTHORITY = words.pattern('authority', '');

/** Returns true for an office address at a host of the site, which is always the company's. */
export function isOwnOffice(address: string, ownHosts: readonly string[]): boolean {
  const domain = address.slice(address.indexOf('@') + 1);
  return OFFICE.test(address) && ownHosts.some((host) => host === domain || host.endsWith(`.${domain}`));
}

// An address at a foreign host may belong to an agency or a partner.
const FOREIGN_DOMAIN = -2.5;

/** Returns points for or against an e-mail address. `ownHosts` contains the hosts of the site. */
export function emailAffinity(address: string, ownHosts: readonly string[]): number {
  const domain = address.slice(address.indexOf('@') + 1);
  const isOwn = isAtOwn(domain, ownHosts);
  if (!isOwn && AUTHORITY.test(address)) return -20;
  const byDomain = isOwn ? 2 : isForeign(address, ownHosts) ? FOREIGN_DOMAIN : 0;
  return byDomain + (OFFICE.test(address) ? 1 : 0) - (ONE_THING.test(address) ? 4 : 0);
}

/** Returns true for an address at a host that is not the site's, has no similar name, and is not a public mail provider. */
export function isForeign(address: string, ownHosts: readonly string[]): boolean {
  const domain = address.slice(address.indexOf('@') + 1);
  return !isAtOwn(domain, ownHosts) && !FREE_MAIL.test(address) && !isRelated(domain, ownHosts);
}

const isAtOwn = (domain: string, ownHosts: readonly string[]): boolean =>
  ownHosts.some((host) => host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`));

// `casa.es` and `casa.com`, `pan-casa.es` and `pancasa.net` are names of the same company.
function isRelated(domain: string, ownHosts: readonly string[]): boolean {
  const name = (host: string) =>
    host
      .replace(/^www\./, '')
      .split('.')[0]
      ?.replaceAll('-', '') ?? '';
  return ownHosts.some(
    (host) =>
      name(host).length >= 4 &&
      (name(host).includes(name(domain)) || name(domain).includes(name(host))) &&
      name(domain).length >= 4,
  );
}
