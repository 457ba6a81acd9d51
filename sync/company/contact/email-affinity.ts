import { wordsOf } from '../words.ts';

const words = wordsOf('contact');
/** Mail services of no company's own, by what stands before the ending. */
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

/** True for an office's address at a host of the site, which is the company's wherever it stands. */
export function isOwnOffice(address: string, own: readonly string[]): boolean {
  const domain = address.slice(address.indexOf('@') + 1);
  return OFFICE.test(address) && own.some((host) => host === domain || host.endsWith(`.${domain}`));
}

/** An address at somebody else's host, who may be anybody: an agency, a partner. */
const FOREIGN_DOMAIN = -2.5;

/** Points for and against an e-mail address by itself; `own` are hosts of the site, which its addresses often share. */
export function emailAffinity(address: string, own: readonly string[]): number {
  const domain = address.slice(address.indexOf('@') + 1);
  const isOwn = isAtOwn(domain, own);
  if (!isOwn && AUTHORITY.test(address)) return -20;
  const byDomain = isOwn ? 2 : isForeign(address, own) ? FOREIGN_DOMAIN : 0;
  return byDomain + (OFFICE.test(address) ? 1 : 0) - (ONE_THING.test(address) ? 4 : 0);
}

/** True for an address at a host that is neither the site's, nor one of a like name, nor one of free mail. */
export function isForeign(address: string, own: readonly string[]): boolean {
  const domain = address.slice(address.indexOf('@') + 1);
  return !isAtOwn(domain, own) && !FREE_MAIL.test(address) && !isRelated(domain, own);
}

const isAtOwn = (domain: string, own: readonly string[]): boolean =>
  own.some((host) => host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`));

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
