import { fill } from '../../../shared/fill.ts';
import { REPORT_STYLE } from '../../../shared/report-page.ts';
import { printable } from '../../../shared/printable.ts';
import { groupPages, leftOutTextsOf, type LeftOut, type LeftOutPage, type LeftOutTexts } from './left-out.ts';

type Options = {
  readonly now: Date;
  // BCP 47 tag of the site.
  readonly language: string;
  // IANA name; default: the time zone of this machine.
  readonly timeZone?: string | undefined;
};

/**
 * Formats the report as an HTML page for the owner of the site, in the site's language and local time. The page does not load
 * scripts or further files.
 */
export function leftOutHtml(report: LeftOut, { now, language, timeZone }: Options): string {
  const { tag, texts } = leftOutTextsOf(language);
  const time = (moment: Date) =>
    new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(moment);
  const title = escape(fill(texts.title, { site: URL.parse(report.site)?.host ?? report.site }));
  const headingOf = ({ state, reason }: LeftOutPage) => {
    const { title: heading } = reasonOf(reason, texts);
    return state === 'held' ? fill(texts.held, { title: heading }) : heading;
  };
  const groups = groupPages(report, headingOf).map((group, at) => groupSection(group, `g${at}`, texts));
  const sections = [...groups, ...typesSection(report, texts)];
  const closed = report.closed && `<p>${escape(fill(texts.closed, { time: time(new Date(report.closed.since)) }))}</p>`;
  const empty = sections.length === 0 && !closed ? `<p class="none">${escape(texts.same)}</p>` : '';
  return `<!doctype html><html lang="${tag}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><style>${REPORT_STYLE}</style></head><body>
<header><h1>${title}</h1><p>${escape(fill(texts.asOf, { time: time(now) }))}</p></header>
<main>${closed ?? ''}${sections.join('\n')}${empty}</main>
</body></html>
`;
}

function groupSection(
  [heading, pages]: readonly [string, readonly LeftOutPage[]],
  id: string,
  texts: LeftOutTexts,
): string {
  const { act } = reasonOf(pages[0]?.reason ?? '', texts);
  const hasNames = pages.some(({ title: name }) => name !== '');
  const cells = pages.map(({ address, title: name, detail }) => [
    hasNames ? escape(name || pathOf(address)) : '',
    link(address),
    escape(detail),
  ]);
  const isFilled = (_: string, at: number) => cells.some((row) => row[at] !== '');
  const columns = texts.columns.filter(isFilled);
  const rows = cells.map((row) => row.filter(isFilled));
  return section({ id, heading: `${heading} (${pages.length})`, about: act, columns, rows });
}

// A mirror of an earlier version may contain a reason without a text.
const reasonOf = (reason: string, { reasons, other }: LeftOutTexts) => reasons[reason] ?? other;

function typesSection(
  { types }: LeftOut,
  { types: heading, typesAct: about, typeColumns: columns }: LeftOutTexts,
): string[] {
  if (types.length === 0) return [];
  const rows = types.map(({ type, name, entries }) => [escape(name || type), String(entries), escape(type)]);
  return [section({ id: 'types', heading, about, columns, rows })];
}

type Section = {
  readonly id: string;
  readonly heading: string;
  readonly about: string;
  readonly columns: readonly string[];
  // Cells in HTML.
  readonly rows: readonly (readonly string[])[];
};

function section({ id, heading, about, columns, rows }: Section): string {
  const heads = columns.map((name) => `<th scope="col">${escape(name)}</th>`).join('');
  const lines = rows.map(([first = '', ...rest]) => {
    const cells = rest.map((cell, at) => `<td data-name="${escape(columns[at + 1] ?? '')}">${cell}</td>`).join('');
    return `<tr><th scope="row">${first}</th>${cells}</tr>`;
  });
  const table = `<table><thead><tr>${heads}</tr></thead>\n<tbody>${lines.join('\n')}</tbody></table>`;
  return `<section><h2 id="${id}">${escape(heading)}</h2><p>${escape(about)}</p><div class="scroll" role="group" aria-labelledby="${id}" tabindex="0">${table}</div></section>`;
}

const pathOf = (address: string): string => URL.parse(address)?.pathname ?? address;

const link = (address: string): string =>
  /^https?:/.test(address) ? `<a href="${escape(address)}">${escape(decoded(pathOf(address)))}</a>` : escape(address);

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => printable(text, 2000).replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');
