import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Site } from '../../../shared/page.ts';
import type { Mirror } from '../../../db/mirror/mirror.ts';
import { counted, printable } from '../../../shared/printable.ts';
import { parseYaml } from '../../../shared/yaml.ts';
import type { Hold } from '../../run/guard/guard.ts';
import { lastRunOf } from '../../run/last-run.ts';
import type { SkipReason } from '../../run/census/plan.ts';

/** A page that differs between index and visitors, or that both lack, with the reason. */
export type LeftOutPage = {
  readonly address: string;
  readonly title: string;
  readonly type: string;
  /** `held`: the index contains it, but visitors no longer see it. */
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

const Reason = z.strictObject({ meaning: z.string().optional(), title: z.string(), act: z.string() });
const Texts = z.strictObject({
  title: z.string(),
  asOf: z.string(),
  same: z.string(),
  closed: z.string(),
  held: z.string(),
  columns: z.array(z.string()).length(3),
  types: z.string(),
  typesAct: z.string(),
  typeColumns: z.array(z.string()).length(3),
  other: Reason,
  reasons: z.record(z.string(), Reason),
});
export type LeftOutTexts = z.infer<typeof Texts>;

/** Reads the texts for the language of a site: Spanish for Spanish, English by default. With `{placeholders}` for `fill`. */
export function leftOutTextsOf(language: string): { readonly tag: 'es' | 'en'; readonly texts: LeftOutTexts } {
  const tag = /^es\b/i.test(language) ? 'es' : 'en';
  const file = new URL(`texts/left-out.${tag}.yaml`, import.meta.url);
  return { tag, texts: Texts.parse(parseYaml(readFileSync(file, 'utf8')).values) };
}

/** Composes the report from the mirror. */
export function leftOutOf(mirror: Pick<Mirror, 'skipped' | 'shadowed' | 'views' | 'known' | 'fact'>): LeftOut {
  const snapshots = mirror.views();
  const { home: site = '', language: reported = '' } = (mirror.fact('site') as Partial<Site> | undefined) ?? {};
  // With `language` of site.yaml.
  const language = (mirror.fact('language') as string | undefined) ?? reported;
  const detailOf = (id: number) => snapshots.get(id)?.detail ?? '';
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
    const unseen = kind && (kind === 'vanished' ? 'not listed' : 'text lost');
    const reason = snapshots.get(id)?.verdict || unseen;
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

/** Groups the pages by heading, the largest group first. */
export const groupPages = ({ pages }: LeftOut, headingOf: (page: LeftOutPage) => string) =>
  [...Map.groupBy(pages, headingOf)].toSorted(([, a], [, b]) => b.length - a.length);

const typeLine = ({ type, name, entries }: UnreadType): string =>
  `${name || type}: ${entries} entries; to read them, add ${type} to SYNC_TYPES`;

/** Formats the report for a terminal. */
export function leftOutText(report: LeftOut): string {
  const lines = report.closed ? [printable(closedLine(report.closed)), ''] : [];
  const { reasons } = leftOutTextsOf('en').texts;
  const titleOf = ({ state, reason }: LeftOutPage) =>
    `${state === 'held' ? 'held by the guard: ' : ''}${reasons[reason]?.meaning ?? reason}`;
  for (const [title, pages] of groupPages(report, titleOf)) {
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
