import { toSlug } from '../../../shared/places.ts';
import { ROLE_SLUGS } from '../company-pages.ts';
import { NO_SERVICE } from '../no-services.ts';
import { nameOf, pageAddress } from './menu.ts';
import type { Line } from './page-lines.ts';

/** Something that a page shows under a heading of its own, with the page that tells more of it. */
export type Card = { readonly name: string; readonly url: string };

const MORE =
  /^(?:\+|ver|saber|leer|conoce|descub|m[áa]s|read|learn|more|view|see|find out|discover|mehr|weiter|zum|en savoir|d[ée]couvrir|voir|lire|scopri|leggi|maggiori|saiba|ler|afl|detalii|info)/i;
const SECTION = 6;

/** The services that a page shows as cards: a heading that is a link, or one with a link around or under it. */
export function cardsIn(lines: readonly Line[], url: string): readonly Card[] {
  const main = lines.filter((line) => line.part === 'main' && !line.foreign && !line.nav);
  /** Level of the heading above that begins something else: `Noticias`. */
  let others = 0;
  return main.flatMap((line, index) => {
    if (line.heading === 0 || line.text === '') return [];
    if (line.heading <= others) others = 0;
    if (others === 0 && NO_SERVICE.test(toSlug(line.text.slice(0, LONGEST_LISTED)))) others = line.heading;
    if (line.heading < 2 || others > 0) return [];
    const target = targetOf(main, index, url);
    const name = nameOf(line.text);
    return target === undefined || name === '' ? [] : [{ name, url: target }];
  });
}

/** The page to which a heading leads, or the link around its card, or a "more" link under it. */
function targetOf(lines: readonly Line[], index: number, url: string): string | undefined {
  const heading = lines[index];
  const around = lines[index - 1];
  const isAround = ({ label }: { readonly label: string }) =>
    around?.text === '' && heading !== undefined && label.startsWith(heading.text);
  const own = [...(heading?.links ?? []), ...(around?.links.filter(isAround) ?? [])].flatMap(
    ({ href }) => pageAddress(href, url) ?? [],
  );
  const next = lines.slice(index + 1).findIndex((line) => line.heading > 0 && line.text !== '');
  const under = lines.slice(index + 1, index + 1 + Math.min(SECTION, next === -1 ? SECTION : next));
  const more = under.flatMap(({ links }) =>
    links
      .filter(({ label }) => MORE.test(label) || label === heading?.text)
      .flatMap(({ href }) => pageAddress(href, url) ?? []),
  );
  return own[0] ?? more[0];
}

const LONGEST_LISTED = 60;
/**
 * `We listen`, `Wir planen`, `Somos uma equipa`, `Produzimos …`, `Conte-nos …`: a sentence, and no service. Words that only end
 * like their verbs have an accent before (`Autónomos`, `Últimos`), or are named.
 */
const SAYS_WE =
  /^(?:(?:we|wir|nous|noi|wij)\s|(?:n[óo]s|nosotros|nosaltres)\s|\p{L}+-nos\s|(?!\p{L}*[áéíóúâêô]\p{L}*mos\s)(?!(?:presta|recla|ra|tra|empresti|dina|raci|re)mos)(?:\p{L}+[aei]|so)mos\s)/iu;

/** Services that a page names under a heading like "Our services": the headings below it, linked or not. */
export function listedServices(lines: readonly Line[], url: string): readonly Card[] {
  const main = lines.filter((line) => line.part === 'main' && !line.foreign && !line.nav);
  const listed = belowLabel(main) ?? ofOneLevel(main, lines);
  return listed.flatMap((index) => {
    const text = main[index]?.text ?? '';
    const isName = text.length <= LONGEST_LISTED && !/[?!:]/.test(text) && !SAYS_WE.test(text);
    const name = isName ? nameOf(text) : '';
    return name === '' ? [] : [{ name, url: targetOf(main, index, url) ?? url }];
  });
}

const isLabel = ({ text }: Line): boolean => ROLE_SLUGS.services.test(toSlug(text.slice(0, LONGEST_LISTED)));

/** Headings below the first label that has any: a heading, or the one above which it is set. */
function belowLabel(main: readonly Line[]): readonly number[] | undefined {
  const labels = main.flatMap((line, index) =>
    line.heading >= 2 && (isLabel(line) || isLabelAbove(main[index - 1])) ? [index] : [],
  );
  return labels
    .slice(0, MOST_LABELS)
    .map((start) => belowHeading(main, start))
    .find((found) => found.length > 0);
}
const MOST_LABELS = 20;

/** Headings of the next level below one, up to the next of its own. */
function belowHeading(main: readonly Line[], start: number): readonly number[] {
  const own = main[start]?.heading ?? 0;
  const after = main.slice(start + 1).findIndex(({ heading }) => heading > 0 && heading <= own);
  const end = after === -1 ? main.length : start + 1 + after;
  const below = main.flatMap(({ heading, text }, index) =>
    index > start && index < end && heading > 0 && text !== '' ? [{ heading, index }] : [],
  );
  const level = Math.min(...below.map(({ heading }) => heading));
  return below.flatMap(({ heading, index }) => (heading === level ? [index] : []));
}

/** `Our services` in small letters above a slogan as the heading. */
const isLabelAbove = (above: Line | undefined): boolean => above?.heading === 0 && isLabel(above);

const FEWEST = 3;
const OF_ONE_LEVEL = 0.8;

/** Headings of a page that is called services as a whole, where nearly all are of one level: then they are its list. */
function ofOneLevel(main: readonly Line[], lines: readonly Line[]): readonly number[] {
  if (!lines.some((line) => line.heading === 1 && isLabel(line))) return [];
  const headings = main.flatMap(({ heading, text }, index) => (heading > 1 && text !== '' ? [{ heading, index }] : []));
  const levels = [...Map.groupBy(headings, ({ heading }) => heading).values()];
  const [most = []] = levels.toSorted((a, b) => b.length - a.length);
  return most.length >= FEWEST && most.length >= headings.length * OF_ONE_LEVEL ? most.map(({ index }) => index) : [];
}
