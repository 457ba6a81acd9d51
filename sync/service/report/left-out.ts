import type { Site } from '../../../shared/page.ts';
import type { Mirror } from '../../../db/mirror/mirror.ts';
import { counted, printable } from '../../../shared/printable.ts';
import type { Hold } from '../../run/guard/guard.ts';
import { lastRunOf } from '../../run/last-run.ts';
import type { SkipReason } from '../../run/census/plan.ts';

// A page that differs between index and visitors, or that both lack, with the reason.
type LeftOutPage = {
  readonly address: string;
  readonly title: string;
  readonly type: string;
  // `held`: the index contains it, but visitors no longer see it.
  readonly state: 'left out' | 'held';
  readonly reason: string;
  readonly detail: string;
};

// A post type of the site that sync does not read.
type UnreadType = { readonly type: string; readonly name: string; readonly entries: number };

/** Report of `npm run status -- --left-out`. */
export type LeftOut = {
  readonly site: string;
  /** BCP 47 tag of the site; empty before the first sync. */
  readonly language: string;
  readonly pages: readonly LeftOutPage[];
  readonly types: readonly UnreadType[];
  /** If the REST API is closed to sync: the cause and the time of the last read versions. */
  readonly closed?: Pick<Hold, 'since' | 'why'>;
};

/** Reason for a difference between visitors and index. */
export type LeftOutReason = SkipReason | 'shadowed address' | 'not listed' | 'text lost';

const MEANINGS: Record<LeftOutReason, string> = {
  noindex: 'asks not to be indexed: an SEO plugin, a robots meta element or X-Robots-Tag',
  password: 'requires a password',
  'not published': 'is a draft, private or scheduled',
  excluded: 'excluded in site.yaml',
  'foreign address': 'its address is on another site',
  'hidden product': 'the shop hides it: its catalog visibility is “hidden”',
  redirect: 'its address redirects visitors',
  canonical: 'names another page as its canonical address',
  denied: 'visitors are refused (401, 402 or 403)',
  'not found': 'visitors get “not found” (404 or 410)',
  'other page': 'visitors see another page or a notice at its address',
  'other text': 'visitors see none or nearly none of its text',
  'same everywhere': 'visitors get the same response as at nearly every address of the site',
  failing: 'could not be fetched as a visitor for UNSEEN_HOURS: an error, a timeout or a firewall',
  'not convertible': 'cannot be converted: the conversion takes too long or fails',
  firewall: 'new, and a firewall blocks sync, so its visibility is unknown: allow this machine',
  'not seen yet': 'could not be fetched as a visitor yet; the next run retries',
  'shadowed address': 'another page has its address',
  'not listed': 'the site no longer lists it',
  'text lost': 'visitors get the same response as at nearly every address of the site',
};

/** Composes the report from the mirror. */
export function leftOutOf(mirror: Pick<Mirror, 'skipped' | 'shadowed' | 'views' | 'known' | 'fact'>): LeftOut {
  const views = mirror.views();
  const { home: site = '', language = '' } = (mirror.fact('site') as Partial<Site> | undefined) ?? {};
  const detailOf = (id: number) => views.get(id)?.detail ?? '';
  const skipped = [...mirror.skipped().values()].map(({ id, type, url, title, reason }) => ({
    address: url,
    title,
    type,
    state: 'left out' as const,
    reason,
    detail: detailOf(id),
  }));
  const shadowed = mirror.shadowed().map(({ type, url, title, by }) => ({
    address: url,
    title,
    type,
    state: 'left out' as const,
    reason: 'shadowed address',
    detail: `page ${by}`,
  }));
  const { holds } = lastRunOf(mirror);
  const kindOf = new Map(holds.flatMap(({ kind, pages }) => pages.map((id) => [id, kind] as const)));
  const held = [...mirror.known().values()].flatMap(({ id, path, title, type }) => {
    const kind = kindOf.get(id);
    const silent = kind && (kind === 'vanished' ? 'not listed' : 'text lost');
    const reason = views.get(id)?.verdict || silent;
    if (reason === undefined) return [];
    return [{ address: `${site}${path}`, title, type, state: 'held' as const, reason, detail: detailOf(id) }];
  });
  const types = (mirror.fact('unread_types') as readonly UnreadType[] | undefined) ?? [];
  const unread = holds.find(({ kind }) => kind === 'unread');
  const closed = unread && { since: unread.since, why: unread.why };
  return { site, language, pages: [...held, ...skipped, ...shadowed], types, ...(closed && { closed }) };
}

const closedLine = ({ since, why }: Pick<Hold, 'since' | 'why'>): string =>
  `Pages are unchanged since ${since}: ${why}`;

const meaningOf = (reason: string): string => (MEANINGS as Readonly<Record<string, string>>)[reason] ?? reason;

// Pages grouped by state and reason, the largest group first.
function groups({ pages }: LeftOut): (readonly [title: string, pages: readonly LeftOutPage[]])[] {
  const found = new Map<string, LeftOutPage[]>();
  for (const page of pages) {
    const title = page.state === 'held' ? `held by the guard: ${meaningOf(page.reason)}` : meaningOf(page.reason);
    found.set(title, [...(found.get(title) ?? []), page]);
  }
  return [...found].toSorted(([, a], [, b]) => b.length - a.length);
}

const typeLine = ({ type, name, entries }: UnreadType): string =>
  `${name || type}: ${entries} entries; to read them, add ${type} to SYNC_TYPES`;

/** Formats the report for a terminal. */
export function leftOutText(report: LeftOut): string {
  const lines = report.closed ? [printable(closedLine(report.closed)), ''] : [];
  for (const [title, pages] of groups(report)) {
    lines.push(`${counted(pages.length, 'page')}: ${title}`);
    for (const page of pages) {
      const detail = page.detail === '' ? '' : `  (${page.detail})`;
      lines.push(`  ${printable(`${page.address}  ${page.title}${detail}`)}`);
    }
    lines.push('');
  }
  if (report.types.length > 0) {
    lines.push('Types that are not read');
    for (const type of report.types) lines.push(`  ${printable(typeLine(type))}`);
    lines.push('');
  }
  if (lines.length === 0) return 'Visitors and the index have the same pages\n';
  return `${lines.join('\n').trimEnd()}\n`;
}
