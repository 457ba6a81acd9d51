import { ADDRESS_LABEL, hasStreet } from '../address/address.ts';
import { contact } from '../contact/contacts.ts';
import type { Evidence, PageRole } from '../evidence.ts';
import { taxIdsIn } from '../tax-ids.ts';
import { wordsOf } from '../words.ts';
import { hasOwnName, squeezed, type OwnNames } from './own-names.ts';
import type { Line } from './page-lines.ts';
import type { Context } from './site-context.ts';

const legal = wordsOf('legal');
const LABEL = legal.pattern('label');
const SENTENCE = legal.pattern('sentence');
const PHRASE = legal.pattern('phrase');
const TITLE = legal.pattern('title');
const FORM = legal.pattern('form', 'giu');
const ENDS_IN_FORM = legal.pattern('ends_in_form');
// Legal forms that are words in small letters: `Hotel Sol Spa`.
const WORD = legal.pattern('form_word', 'u');
const PARTIES = legal.pattern('party');
const COPYRIGHT = legal.pattern('copyright');
const OTHERS = legal.pattern('other');
const PLACEHOLDER = legal.pattern('placeholder');
const NAME_END = legal.pattern('name_end');
const NAME_WORD = /^[\p{Lu}\d&][\p{L}\d&'’.,-]*$/u;
const PARTICLE = legal.pattern('particle', 'u');

const LONGEST_TITLE = 60;
const MOST_BELOW_OTHERS = 12;
const NEAR = 4;
const LONGEST_NAME = 80;

/**
 * Returns names and tax numbers of the operator. Outside of legal pages, only numbers, and names with a legal form that
 * match the site.
 */
export function legalFacts(lines: readonly Line[], role: PageRole, context: Context): readonly Evidence[] {
  const { names: siteNames } = context;
  const isLegal = role === 'legal' || role === 'privacy';
  const ours = ownLines(lines, isLegal);
  const found: Evidence[] = [];
  const numbered = new Set<number>();
  for (const [at, line] of ours.entries()) {
    // The label may be a separate line.
    const next = line.text.length < 30 ? (ours[at + 1]?.text.slice(0, 40) ?? '') : '';
    const [ofLine, ofBoth] = [line.text, `${line.text} ${next}`].map(taxIdsIn);
    for (const { value, rank } of ofLine?.length ? ofLine : (ofBoth ?? [])) {
      numbered.add(at);
      const strength = (isLegal ? 2 : 1) - rank / 100;
      found.push(...contact('tax_id', value, { place: line.part, how: 'text', strength }, context));
    }
  }
  for (const [at, line] of ours.entries()) {
    const below = ours.slice(at + 1, at + 4);
    const isNumbered = [...numbered].some((index) => Math.abs(index - at) <= NEAR);
    for (const { name, by } of namesIn(line, below)) {
      const isFormed = endsInForm(name);
      const isOwn = hasOwnName(name, siteNames);
      if (!isLegal && !(isFormed && isOwn)) continue;
      // An address confirms a labelled name only.
      const isNear = isLegal && (isNumbered || (by === 'label' && below.some(isOfAddress)));
      const strength = Number(by !== 'form') + Number(isFormed) + Number(isOwn) + (isNear ? BESIDE_DATA : 0);
      const isNotice = !isLegal && line.part !== 'main' && isCopyright(line.text, name);
      const share = isLegal ? 1 : isNotice ? OF_FOOTER : OF_TEXT;
      const labelled = isLegal && by === 'label';
      const exact = !isLegal && siteNames.names.includes(squeezed(name.replace(ENDS_IN_FORM, '')));
      if (strength < FEWEST_SIGNS && !labelled) continue;
      const origin = { place: line.part, how: 'text', strength: strength * share } as const;
      found.push(
        ...contact('legal_name', name, origin, context).map((fact) => Object.assign(fact, { labelled, exact })),
      );
    }
  }
  const repeats = (fact: Evidence) => found.filter(({ field, key }) => field === fact.field && key === fact.key).length;
  return found.map((fact) =>
    Object.assign(fact, { strength: fact.strength + Math.min(MOST_REPEATS, repeats(fact)) * REPEATED }),
  );
}
const FEWEST_SIGNS = 1.5;
// Added for each repetition, to decide between names with the same signs: less than the difference between two ranks.
const REPEATED = 0.0005;
const MOST_REPEATS = 9;
// A name beside a tax number, or a labelled name above an address.
const BESIDE_DATA = 0.75;
// Outside of legal pages: in the text, and after a copyright sign in a header or footer.
const OF_TEXT = 0.5;
const OF_FOOTER = 0.9;

const isOfAddress = ({ text }: Line): boolean =>
  hasStreet(text) || ADDRESS_LABEL.test(text) || /^(?:[A-Z]{1,2}-)?\d{4,5}\s\p{Lu}/u.test(text);

// `© 2031 Taller Sol SL`, with the legal form at the end or before punctuation, such as its own period.
function isCopyright(text: string, name: string): boolean {
  const at = text.indexOf(name);
  const isWhole = name.endsWith('.') || /^\s*(?:$|[^\p{L}\d\s&])/u.test(text.slice(at + name.length));
  return at !== -1 && isWhole && COPYRIGHT.test(text.slice(0, at));
}

function endsInForm(name: string): boolean {
  const form = ENDS_IN_FORM.exec(name)?.[1];
  return form !== undefined && !WORD.test(form);
}

/** Returns the lines of a legal page near a label, name or tax number of the operator. */
export function operatorLines(lines: readonly Line[], siteNames: OwnNames): ReadonlySet<Line> {
  const own = new Set(ownLines(lines, true));
  const written = lines.filter(({ text, nav }) => text !== '' && !nav);
  const found = new Set<Line>();
  for (const [at, line] of written.entries()) {
    const isSign =
      own.has(line) &&
      (hasOwnName(line.text, siteNames) ||
        taxIdsIn(line.text).length > 0 ||
        namesIn(line, written.slice(at + 1, at + 4)).some(({ by }) => by !== 'form'));
    if (!isSign) continue;
    for (const step of [1, -1]) {
      for (let near = 0; near <= NEAR_NAME; near++) {
        const next = written[at + near * step];
        if (!next || !own.has(next)) break;
        found.add(next);
      }
    }
  }
  return found;
}
// Title, name, trade, street, town, country, title and label before a telephone number.
const NEAR_NAME = 8;

// Returns lines that do not concern the hosting company, the agency, authorities or disputes.
function ownLines(lines: readonly Line[], isLegal: boolean): readonly Line[] {
  let below = 0;
  return lines.filter(({ text, foreign, nav, heading }) => {
    if (foreign || nav || text === '') return false;
    const isTitle = text.length <= LONGEST_TITLE && (heading > 0 || text.endsWith(':') || !/[\d.,]/.test(text));
    if (OTHERS.test(text)) {
      below = isTitle && isLegal ? MOST_BELOW_OTHERS : below;
      return false;
    }
    if (heading > 0) below = 0;
    return below === 0 || below-- === 0;
  });
}

// Returns the names in a line: after a label or a phrase, below a title and above an address, or with a legal form.
function namesIn(
  { text, heading, part }: Line,
  below: readonly Line[],
): { readonly name: string; readonly by: 'label' | 'title' | 'form' }[] {
  const [next, ...after] = below;
  // `Taller Sol` above `Owner: Ana Sol` is a trade name.
  const isTradeName = [LABEL, SENTENCE].some((sign) => sign.test(after[0]?.text ?? ''));
  const label = LABEL.exec(text)?.[0];
  const sentence = SENTENCE.exec(text);
  const isTitle = part === 'main' && TITLE.test(text) && (heading > 0 || text.length <= LONGEST_TITLE);
  const isAboveAddress = next && !isTradeName && !isOfAddress(next) && after.some(isOfAddress);
  const stated = [
    ...(label !== undefined ? [{ name: text.slice(label.length) || (next?.text ?? ''), by: 'label' as const }] : []),
    ...(sentence ? [{ name: text.slice(sentence.index + sentence[0].length), by: 'label' as const }] : []),
    ...(isTitle && isAboveAddress && isNameLine(next) ? [{ name: next.text, by: 'title' as const }] : []),
  ].map(({ name, by }) => ({ name: name.split(NAME_END)[0] ?? '', by }));
  const formed = [...text.slice(0, 600).matchAll(FORM)]
    .filter(({ 0: form, index }) => !WORD.test(form) && !PARTIES.test(text.slice(0, index)))
    .map(({ 0: form, index }) => ({ name: nameBefore(text.slice(0, index)) + form, by: 'form' as const }));
  return [...stated, ...formed].map(({ name, by }) => ({ name: tidy(name), by })).filter(({ name }) => isName(name));
}

// True for capitalised words and abbreviations, `Dr. med. Ana Sol`, that are neither a heading nor a link of a menu.
const isNameLine = ({ text, heading, links }: Line): boolean =>
  heading === 0 &&
  links.length === 0 &&
  text.split(/\s+/).every((word) => NAME_WORD.test(word) || PARTICLE.test(word) || /^\p{Ll}+\.$/u.test(word));

// Returns the capitalised words at the end of a string, with particles between them: `Taller del Sol` of `© 2031 Taller
// del Sol `.
function nameBefore(text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  let start = words.length;
  for (let at = start - 1; at >= Math.max(0, words.length - MOST_WORDS); at--) {
    const word = words[at] ?? '';
    if (NAME_WORD.test(word) && !(at < words.length - 1 && /[,.]$/.test(word) && !/^\p{Lu}\.$/u.test(word))) start = at;
    else if (!PARTICLE.test(word)) break;
  }
  return start === words.length ? '' : `${words.slice(start).join(' ')} `;
}
const MOST_WORDS = 8;

const tidy = (name: string): string =>
  name
    .replaceAll(/^(?:(?:copyright|(?:19|20)\d{2}\s?[-–—]?)\s)+|^[\s"“«'’:-]+|[\s"”»'’,;:-]+$/gi, '')
    .replace(/(?<=\p{Ll}{3}|\s\p{Lu}{2,5})\.$/u, '');

function isName(name: string): boolean {
  return (
    name.length >= 4 &&
    name.length <= LONGEST_NAME &&
    /^[\p{Lu}\d]/u.test(name) &&
    /\p{L}{2}/u.test(name) &&
    !PLACEHOLDER.test(name) &&
    !LABEL.test(name) &&
    !TITLE.test(name) &&
    !PHRASE.test(name) &&
    !/[@?!]|https?:|www\.|\d{4}/.test(name) &&
    name.split(/\s+/).length <= 9
  );
}
