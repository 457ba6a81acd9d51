import { toSlug } from '../../../shared/places.ts';
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
  const shown = ownSections(lines);
  return shown.flatMap((line, index) => {
    if (line.heading < 2 || line.text === '') return [];
    const target = targetOf(shown, index, url);
    const name = nameOf(line.text);
    return target === undefined || name === '' ? [] : [{ name, url: target }];
  });
}

/** The lines of the main part, without the sections that are of something else than services: `Noticias`. */
export function ownSections(lines: readonly Line[]): readonly Line[] {
  let others = 0;
  return lines.filter(({ part, foreign, nav, heading, text }) => {
    if (part !== 'main' || foreign || nav) return false;
    if (text !== '' && heading > 0 && heading <= others) others = 0;
    if (others === 0 && heading > 1 && NO_SERVICE.test(toSlug(text.slice(0, LONGEST_HEADING)))) others = heading;
    return others === 0;
  });
}
const LONGEST_HEADING = 60;

/** The page to which a heading leads, or the link around its card, or a "more" link under it. */
export function targetOf(lines: readonly Line[], index: number, url: string): string | undefined {
  const heading = lines[index];
  const around = lines[index - 1];
  const isAround = ({ label }: { readonly label: string }) =>
    around?.text === '' && heading !== undefined && label.startsWith(heading.text);
  const own = [...(heading?.links ?? []), ...(around?.links.filter(isAround) ?? [])].flatMap(
    ({ href }) => pageAddress(href, url) ?? [],
  );
  const behind = lines.slice(index + 1, index + 1 + SECTION);
  const next = behind.findIndex((line) => line.heading > 0 && line.text !== '');
  const under = next === -1 ? behind : behind.slice(0, next);
  const more = under.flatMap(({ links }) =>
    links
      .filter(({ label }) => MORE.test(label) || label === heading?.text)
      .flatMap(({ href }) => pageAddress(href, url) ?? []),
  );
  return own[0] ?? more[0];
}
