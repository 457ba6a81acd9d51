import type { Site } from '../../../shared/page.ts';
import type { Mirror } from '../../../db/mirror/mirror.ts';
import { fill } from '../../../shared/fill.ts';
import { counted, printable } from '../../../shared/printable.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import { reportPage, reportSection, reportTable } from '../../../shared/report-page.ts';
import { lastRunOf } from '../../run/scope.ts';
import type { SkipReason } from '../../run/census/plan.ts';
import en from './texts/left-out.en.json' with { type: 'json' };
import es from './texts/left-out.es.json' with { type: 'json' };

// A post type of the site that sync does not read.
type UnreadType = { readonly type: string; readonly name: string; readonly entries: number };

/** Reason for a difference between visitors and index. */
export type LeftOutReason = SkipReason | 'shadowed address' | 'not listed' | 'text lost';

type Reason = { readonly meaning?: string; readonly title: string; readonly act: string };
type LeftOutTexts = Omit<typeof en, 'reasons'> & { readonly reasons: Readonly<Record<string, Reason>> };
const TEXTS: Readonly<Record<'en' | 'es', LeftOutTexts>> = { en, es };

/** Returns the texts for the language of a site: Spanish for Spanish, by default English. With `{placeholders}` for `fill`. */
export function leftOutTextsOf(language: string) {
  const tag = /^es\b/i.test(language) ? 'es' : 'en';
  return { tag, texts: TEXTS[tag] } as const;
}

export function leftOutOf(mirror: Pick<Mirror, 'skipped' | 'shadowed' | 'snapshots' | 'known' | 'fact'>) {
  const snapshots = mirror.snapshots();
  const { home: site = '', language: reported = '' } = (mirror.fact('site') as Partial<Site> | undefined) ?? {};
  // With `language` of site.yaml.
  const language = (mirror.fact('language') as string | undefined) ?? reported;
  const detailOf = (id: number) => snapshots.get(id)?.detail ?? '';
  const leftOut = [
    ...[...mirror.skipped().values()].map((page) => [page, page.reason, detailOf(page.id)] as const),
    ...mirror.shadowed().map((page) => [page, 'shadowed address', `page ${page.by}`] as const),
  ].map(([{ url: address, title, type }, reason, detail]) => {
    return { address, title, type, state: 'left out' as const, reason, detail };
  });
  // The index contains held pages, but visitors no longer see them.
  const { holds } = lastRunOf(mirror);
  const kindOf = new Map(holds.flatMap(({ kind, pages }) => pages.map((id) => [id, kind] as const)));
  const held = [...mirror.known().values()].flatMap(({ id, path, title, type }) => {
    const kind = kindOf.get(id);
    const unseen = kind && (kind === 'vanished' ? 'not listed' : 'text lost');
    const reason = snapshots.get(id)?.verdict || unseen;
    if (reason === undefined) return [];
    return [{ address: `${site}${path}`, title, type, state: 'held' as const, reason, detail: detailOf(id) }];
  });
  const types = (mirror.fact('unread_types') as readonly UnreadType[] | undefined) ?? [];
  const unread = holds.find(({ kind }) => kind === 'unread');
  const closed = unread && { since: unread.since, why: unread.why };
  return {
    site,
    /** BCP 47 tag of the site; empty before the first sync. */
    language,
    /** Pages that differ between index and visitors, or that both lack, with the reason. */
    pages: [...held, ...leftOut],
    types,
    /** If the REST API is closed to sync: the cause and the time of the last read versions. */
    ...(closed && { closed }),
  };
}
/** Report of `npm run status -- --left-out`. */
export type LeftOut = Readonly<ReturnType<typeof leftOutOf>>;
type LeftOutPage = LeftOut['pages'][number];

// Groups the pages by heading, the largest group first.
const groupPages = ({ pages }: LeftOut, headingOf: (page: LeftOutPage) => string) =>
  [...Map.groupBy(pages, headingOf)].toSorted(([, a], [, b]) => b.length - a.length);

export function leftOutText(report: LeftOut): string {
  const { closed, types } = report;
  const lines = closed ? [printable(`Pages are unchanged since ${closed.since}: ${closed.why}`), ''] : [];
  const titleOf = ({ state, reason }: LeftOutPage) =>
    `${state === 'held' ? 'held by the guard: ' : ''}${TEXTS.en.reasons[reason]?.meaning ?? reason}`;
  for (const [title, pages] of groupPages(report, titleOf)) {
    lines.push(`${counted(pages.length, 'page')}: ${title}`);
    for (const page of pages) {
      const detail = page.detail === '' ? '' : `  (${page.detail})`;
      lines.push(`  ${printable(`${page.address}  ${page.title}${detail}`)}`);
    }
    lines.push('');
  }
  if (types.length > 0) lines.push('Types that are not read');
  for (const { type, name, entries } of types) {
    const count = entries === 1 ? '1 entry' : `${entries} entries`;
    lines.push(`  ${printable(`${name || type}: ${count}; add ${type} to SYNC_TYPES`)}`);
  }
  if (lines.length === 0) return 'Visitors and the index have the same pages\n';
  return `${lines.join('\n').trimEnd()}\n`;
}

type PageOptions = {
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
export function leftOutHtml(report: LeftOut, { now, language, timeZone }: PageOptions): string {
  const { tag, texts } = leftOutTextsOf(language);
  const time = (moment: Date) =>
    new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(moment);
  const headingOf = ({ state, reason }: LeftOutPage) => {
    const { title: heading } = reasonOf(reason, texts);
    return state === 'held' ? fill(texts.held, { title: heading }) : heading;
  };
  const groups = groupPages(report, headingOf).map((group, at) => groupSection(group, `g${at}`, texts));
  const sections = [...groups, ...typesSection(report, texts)];
  const closed = report.closed && `<p>${escape(fill(texts.closed, { time: time(new Date(report.closed.since)) }))}</p>`;
  const empty = sections.length === 0 && !closed ? `<p class="none">${escape(texts.same)}</p>` : '';
  return reportPage({
    language: tag,
    title: printable(fill(texts.title, { site: URL.parse(report.site)?.host ?? report.site })),
    about: fill(texts.asOf, { time: time(now) }),
    body: [`<main>${closed ?? ''}${sections.join('\n')}${empty}</main>`],
  });
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
  return section({ id, title: `${heading} (${pages.length})`, about: act }, columns, rows);
}

// A mirror of an earlier version may contain a reason without a text.
const reasonOf = (reason: string, { reasons, other }: LeftOutTexts) => reasons[reason] ?? other;

function typesSection({ types }: LeftOut, { types: title, typesAct: about, typeColumns }: LeftOutTexts): string[] {
  if (types.length === 0) return [];
  const rows = types.map(({ type, name, entries }) => [escape(name || type), String(entries), escape(type)]);
  return [section({ id: 'types', title, about }, typeColumns, rows)];
}

type Rows = readonly (readonly string[])[];

function section(about: Parameters<typeof reportSection>[0], columns: readonly string[], rows: Rows): string {
  const heads = columns.map((name) => `<th scope="col">${escape(name)}</th>`);
  const cells = rows.map(([first = '', ...rest]) => [
    `<th scope="row">${first}</th>`,
    ...rest.map((cell, at) => `<td data-name="${escape(columns[at + 1] ?? '')}">${cell}</td>`),
  ]);
  return reportSection(about, reportTable(about.id, heads, cells));
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

const escape = (text: string): string => escapeHtml(printable(text, 2000));
