import { printable } from '../../../shared/printable.ts';
import { age, outcomeWords } from '../report/words.ts';
import { publicUrlOf, type ListedSite } from './list.ts';
import type { SiteStatus } from './status.ts';

/** Returns a site as `npm run sites -- list --json` prints it. */
export function siteSummary(listed: ListedSite) {
  if ('faults' in listed) return { name: listed.name, faults: listed.faults };
  const { name, site, settings } = listed;
  return {
    name,
    site_url: settings.SITE_URL,
    public_url: publicUrlOf(settings),
    paused: site.isPaused,
    worker: site.hasOwnWorker ? 'own' : 'shared',
  };
}

/** Formats every site with its addresses, a line each. */
export function listText(sites: readonly ListedSite[]): string {
  if (sites.length === 0) return NONE;
  const rows = sites.map((listed): readonly string[] => {
    if ('faults' in listed) return [listed.name, `faulty: ${listed.faults.join('; ')}`];
    const { name, site, settings } = listed;
    return [name, settings.SITE_URL ?? '', publicUrlOf(settings), site.isPaused ? 'paused' : ''];
  });
  return table(rows);
}

const NONE = 'There is no site yet: npm run sites -- add https://your.site\n';

/** Formats the status of every site, a line each. */
export function statusText(sites: readonly SiteStatus[], now: Date): string {
  if (sites.length === 0) return NONE;
  return table([['SITE', 'PAGES', 'BUILT', 'LAST RUN', 'NEXT', ''], ...sites.map((site) => statusRow(site, now))]);
}

function statusRow({ name, state, pages, last_run: last, ...rest }: SiteStatus, now: Date): readonly string[] {
  const { built_at: builtAt, next_run_at: next, guard_since: guard, faults } = rest;
  const words = [
    ...(state === 'at work' ? [] : [state]),
    ...(guard === undefined ? [] : [`guard since ${age(guard, now)}`]),
    ...faults,
  ];
  return [
    name,
    pages === undefined ? 'none' : String(pages),
    builtAt === undefined ? 'never' : age(builtAt, now),
    last ? `${outcomeWords(last)} ${age(last.started_at, now)} ago` : 'none',
    next === undefined ? 'none' : `in ${age(now.toISOString(), new Date(next))}`,
    words.join(': ') || 'ok',
  ];
}

function table(rows: readonly (readonly string[])[]): string {
  const safe = rows.map((row) => row.map((cell) => printable(cell)));
  const widths = safe.reduce<number[]>(
    (all, row) => row.slice(0, -1).map((cell, at) => Math.max(all[at] ?? 0, cell.length)),
    [],
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  return `${safe.map(line).join('\n')}\n`;
}
