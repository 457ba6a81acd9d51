import { createAddresses } from '../../../shared/addresses.ts';
import { WordPressError, type WordPressErrorKind } from '../../wordpress/errors.ts';
import { isTransient } from '../../wordpress/pace.ts';
import { createChangeCollector } from './change-collector.ts';
import type { Reading } from '../visible/reading.ts';
import { likenessOfSite, sampleOf } from '../guard/likeness.ts';
import { createSitePages } from '../visible/site-pages.ts';
import { readCompanyEvidence } from './company-evidence.ts';
import { createPageVisits, linkOf, type VisitedPage } from './page-visits.ts';
import { createRevisits, HOURLY_PAGES } from '../census/plan.ts';
import type { RunTools } from '../scope.ts';

// Failed requests to a REST API that the site has closed to sync.
const CLOSING: ReadonlySet<WordPressErrorKind> = new Set<WordPressErrorKind>([
  'denied',
  'ended',
  'redirect',
  'no_api',
  'html',
  'not_json',
  'unexpected',
]);
// Response statuses of a REST API that a plugin disables.
const CLOSING_STATUS: ReadonlySet<number> = new Set([404, 405, 406, 410, 451]);

/** True for a failure that may mean a closed REST API; then only the HTML of the pages shows the visible content. */
export function mayBeClosed(error: unknown): error is WordPressError {
  if (!(error instanceof WordPressError)) return false;
  if (error.kind === 'status') return CLOSING_STATUS.has(error.status ?? 0) && !isTransient(error);
  return CLOSING.has(error.kind);
}

type Collaborators = Pick<
  RunTools,
  'wordpress' | 'mirror' | 'convert' | 'unseenHours' | 'now' | 'report' | 'checkpoint' | 'scope'
>;

/** Up to this number of pages, each run without the REST API fetches every page. */
export const SMALL_SITE = 100;

/**
 * Reads the HTML of the pages of a site with a closed REST API; it decides which text stays. If visitors get none of a sample,
 * the site is closed and all pages are removed. Returns `undefined` if no page could be fetched.
 */
export async function readClosedSite(collaborators: Collaborators, error: WordPressError) {
  const { wordpress, mirror, scope, now, report } = collaborators;
  const { known, skipped } = scope;
  const { holds } = scope.lastRun;
  const { home } = wordpress.site;
  const rowOf = <Page extends VisitedPage>(page: Page) => ({ ...page, link: linkOf(page, home), seenModified: '' });
  const all = [...known.values()].map(rowOf);
  const withheld = mirror.withheldIds().flatMap((id) => mirror.withheldPage(id) ?? []);
  const rows = new Map([...all, ...withheld.map(rowOf)].map((row) => [row.id, row]));
  const visits = createPageVisits({
    ...collaborators,
    site: createSitePages({ ...collaborators, pages: all, keyOf: createAddresses(wordpress.site).keyOf }),
  });
  const readings = new Map<number, Reading>();

  async function visitAll(pages: readonly VisitedPage[]): Promise<void> {
    report({ type: 'phase', phase: 'visit', total: readings.size + pages.length });
    for (const page of pages) {
      readings.set(page.id, await visits.visit(page));
      report({ type: 'advanced', done: readings.size });
    }
  }

  await visitAll(sampleOf(all));
  const answers = [...readings.values()].filter((reading) => reading.unseen === undefined);
  const hidden = answers.flatMap((reading) => (reading.outcome === 'skip' ? [reading] : []));
  const isClosed = hidden.length > 0 && hidden.length === answers.length;
  const ids = [...all, ...withheld].map(({ id }) => id);
  const due = createRevisits(scope, now()).due(ids);
  // Pages may have been hidden after the REST API was last open, or together with it.
  const isNews = ids.length <= HOURLY_PAGES && (hidden.length > 0 || !holds.some(({ kind }) => kind === 'unread'));
  const isAll = isNews || ids.length <= SMALL_SITE || scope.mode === 'full';
  const wanted = isClosed ? [] : [...all, ...withheld].filter(({ id }) => isAll || due.has(id));
  await visitAll(wanted.filter(({ id }) => !readings.has(id)));
  if ([...readings.values()].every((reading) => reading.unseen !== undefined)) return undefined;

  const changes = createChangeCollector(collaborators, {
    plan: {
      read: new Map(),
      refused: new Map(),
      retired: [],
      stillSkipped: [...skipped.values()].filter(({ id }) => !known.has(id)),
    },
    unasked: new Set([...known.keys()].filter((id) => !readings.has(id))),
    links: new Map([...rows].map(([id, { link }]) => [id, link])),
  });
  const take = (id: number, reading: Reading) => {
    const row = rows.get(id);
    if (row) changes.take(row, reading);
  };
  for (const [id, reading] of readings) take(id, reading);
  const reason = isClosed ? commonest(hidden.map((one) => one.reason)) : undefined;
  if (reason) {
    const rest = all.filter(({ id }) => !readings.has(id));
    for (const { id } of rest) take(id, { outcome: 'skip', reason, detail: 'as all of a sample', warnings: [] });
  }
  // An owner may close the REST API together with the site. Without such an order, a fault may affect both.
  const isOrder = error.kind === 'denied' || error.kind === 'ended';
  const likeness = isOrder ? undefined : await likenessOfSite(collaborators, changes, visits);
  const visited = [...readings].flatMap(([id, reading]) => (reading.unseen === undefined ? (rows.get(id) ?? []) : []));
  const evidence = await readCompanyEvidence(collaborators, {
    site: wordpress.site,
    census: [...rows.values()],
    published: changes.remaining(),
    taken: visited,
  });
  return {
    changes,
    likeness,
    asked: new Set<number>(),
    remaining: 0,
    facts: evidence ? { company_evidence: evidence } : {},
  };
}

function commonest<Value>(values: readonly Value[]): Value | undefined {
  const count = (value: Value) => values.filter((one) => one === value).length;
  return values.toSorted((a, b) => count(b) - count(a))[0];
}
