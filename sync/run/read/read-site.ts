import { passagesOfLeaving } from '../../../db/index/passages.ts';
import type { KnownPage } from '../../../db/mirror/mirror.ts';
import { createAddresses } from '../../../shared/addresses.ts';
import { primaryLanguage } from '../../../shared/languages.ts';
import type { Site } from '../../../shared/page.ts';
import { cleanLine } from '../../markdown/clean/characters.ts';
import type { WordPress } from '../../wordpress/client.ts';
import { type Census, hiddenProductsOf, queryVarsIn, takeCensus } from '../census/census.ts';
import { createChangeCollector, pagesWithTextOf, type ChangeCollector } from './change-collector.ts';
import { readCompanyEvidence } from './company-evidence.ts';
import { createDocumentReader } from './document.ts';
import type { Reading } from '../visible/reading.ts';
import { languagesOf, type LanguageTest } from './page-language.ts';
import type { LanguageSource, PageName } from '../events.ts';
import { findPage, planRun, type SkipReason, createRevisits, HOURLY_PAGES } from '../census/plan.ts';
import { SMALL_SITE } from './closed-site.ts';
import { createReadingMemory, firstPartOf, inReadingOrder } from './first-sync.ts';
import { createPageReader } from './page-reader.ts';
import { likenessOfSite, sampleOf, isNearlyAll, type Likeness } from '../guard/likeness.ts';
import { createPageVisits, linkOf, type PageVisits } from './page-visits.ts';
import { lastRunOf, type RunTools } from '../scope.ts';
import { createSitePages } from '../visible/site-pages.ts';
import { createVisibleText } from '../visible/visible-text.ts';

/** Results of reading the site, before a commit. */
export type SiteReading = {
  readonly changes: ChangeCollector;
  /** Pages with the same response, if they are nearly all pages. */
  readonly likeness: Likeness | undefined;
  /** Pages that a short run requested, with a response. */
  readonly asked: ReadonlySet<number>;
  /** Pages of a first sync that its next part reads. */
  readonly remaining: number;
  /** Facts about the whole site, to store with the changes. */
  readonly facts: Readonly<Record<string, unknown>>;
};

// Maximum second readings of pages in a run; the next run reads the rest.
const MOST_ROUNDS = 5;

type Tools = Omit<RunTools, 'lease' | 'onPreempted'> & { readonly languageTest: LanguageTest };

/**
 * Lists the site, reads and stages the changed pages, and collects the pages to remove. Any fault of the site fails the reading.
 */
export async function readSite(given: Tools): Promise<SiteReading> {
  const { mirror, config, types, report, urgent, scope, order } = given;
  const { known, snapshots, lastRun } = scope;
  const step = urgent.during;
  const census = await step(takeCensus(given));
  const { entries, wordpress } = census;
  const tools = { ...given, wordpress };
  const former = scope.fact('site') as Site | undefined;
  const site = siteOf(wordpress, former, entries);
  report({ type: 'language', language: config.language ?? site.language, by: languageSource(tools, former) });
  const addresses = createAddresses(site);
  const { keyOf } = addresses;
  const only =
    order.only === undefined ? undefined : findPage(order.only, { census: entries, addresses, mirror, known });
  const hiddenProducts = await step(hiddenProductsOf(tools, census));
  const rules = {
    keyOf,
    isExcluded: (path: string) => config.isExcluded(path),
    isHiddenProduct: (id: number) => hiddenProducts.has(id),
  };
  const { unconfirmed } = lastRun;
  const revisits = chooseRevisits(tools, census, only);
  const sitePages = createSitePages({ ...tools, pages: entries, keyOf });
  const visits = createPageVisits({ ...tools, site: sitePages });
  const { front } = wordpress.discovered;
  const gate = isNewFront(front, tools) ? await step(gateOf(tools, visits)) : 'none';
  const isGated = gate === 'gate';
  // Without the field `front`, the next run decides again, and reads further pages.
  const isDecided = gate !== 'unseen' && !(isGated && entries.length > HOURLY_PAGES);
  const postpone = scope.mode === 'changes' && !isGated ? given.postpone : undefined;
  function chosen(): ReadonlySet<number> {
    if (isGated) return new Set(revisits.oldestFirst.slice(0, HOURLY_PAGES));
    return postpone ? new Set([...revisits.ids].filter((id) => unconfirmed.has(id))) : revisits.ids;
  }
  const plan = planRun({
    ...census,
    known,
    skipped: scope.skipped,
    types,
    revisit: chosen(),
    full: scope.mode === 'full',
    only,
    ...rules,
  });
  const isLeft = ({ id }: PageName) => revisits.ids.has(id) && !plan.read.has(id) && !plan.refused.has(id);
  postpone?.(entries.filter(isLeft).map(({ id, type }) => ({ id, type })));
  const changes = createChangeCollector(tools, {
    plan,
    unasked: new Set([...census.unasked, ...[...known.keys()].filter((id) => !plan.read.has(id))]),
    links: new Map(entries.map(({ id, link }) => [id, link])),
  });
  const paths = new Map(entries.map(({ id, link }) => [id, keyOf(link)]));
  const read = createDocumentReader({
    ...tools,
    rules,
    languages: languagesOf(
      site,
      config.language,
      [...paths.values()].flatMap((path) => path ?? []),
    ),
    keyOfId: (id) => paths.get(id),
    visibleText: createVisibleText(tools, sitePages),
  });
  const pages = createPageReader(tools, {
    census: entries,
    isDue: (id) => isGated || revisits.isDue(id),
    read,
    changes,
    memory: scope.isFirst ? createReadingMemory(tools, entries) : undefined,
  });

  const wanted = scope.isFirst ? inReadingOrder(plan.read, entries, scope, keyOf) : plan.read;
  const { unanswered, remaining } = await step(readPages(tools, { pages, changes, wanted }));
  const missing = [...plan.confirm, ...unanswered].filter(([id]) => known.has(id));
  if (missing.length > 0) {
    report({ type: 'phase', phase: 'confirm', total: missing.length });
    const vanished = [...(await step(pages.read(new Map(missing)))).keys()].flatMap((id) => known.get(id) ?? []);
    for (const { id } of vanished.slice(HOURLY_PAGES)) changes.vanish(id, undefined);
    const visited = vanished.slice(0, HOURLY_PAGES);
    if (visited.length > 0) report({ type: 'phase', phase: 'visit', total: visited.length });
    for (const [at, page] of visited.entries()) {
      const reason = page.seenLink === '' ? undefined : refusalIn(await step(visits.once(page)));
      changes.vanish(page.id, reason && refusalIn(await step(visits.once(page))));
      report({ type: 'advanced', done: at + 1 });
    }
  }
  const unreadable = [...pages.unread, ...census.unread].flatMap((id) => known.get(id) ?? []);
  for (const page of new Set([...unlistedDue(tools, census), ...unreadable])) {
    const row = { ...page, link: linkOf(page, wordpress.site.home), seenModified: '' };
    changes.take(row, await step(visits.visit(page)));
  }
  // Replaces the results for pages that urgent runs have committed since the last call.
  function adoptUrgent(): ReadonlySet<number> {
    const ids = urgent.take();
    if (ids.size === 0) return ids;
    const [committed, stored] = [mirror.known(), mirror.snapshots()];
    for (const id of ids) {
      const [page, snapshot] = [committed.get(id), stored.get(id)];
      if (page) known.set(id, page);
      else known.delete(id);
      if (snapshot) snapshots.set(id, snapshot);
      else snapshots.delete(id);
      // An urgent run commits only pages that it could request as a visitor.
      lastRun.unseen.delete(id);
    }
    mirror.unstage(ids);
    changes.discard(ids, { skipped: mirror.skipped(), unconfirmed: lastRunOf(mirror).unconfirmed });
    return ids;
  }
  // Listed pages, with those of urgent runs.
  function present() {
    const committed = [...urgent.pages].flatMap((id) => known.get(id) ?? []);
    return [
      ...entries.filter(({ id }) => !urgent.pages.has(id)),
      ...committed.map(({ id, type, seenLink: link }) => ({ id, type, link })),
    ];
  }
  // An urgent run during the second readings may withdraw a further text, or publish a page with a withdrawn text.
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const gone = [...urgent.pages].filter((id) => !mirror.publishablePage(id));
    const staged = gone.map((id) => [id, passagesOfLeaving(mirror.stagedPage(id))] as const);
    if (adoptUrgent().size === 0 && round > 0) break;
    const holders = pagesWithTextOf([...staged, ...changes.all('withdrawn'), ...urgent.withdrawn], mirror);
    for (const id of holders) changes.reduce(id);
    // With a new code digest, the run reads all pages anyway.
    const outdated = scope.isOutdated ? new Set<number>() : pagesWithTextOf(changes.all('edited'), mirror);
    const isListed = (id: number) => !plan.refused.has(id) || urgent.pages.has(id);
    const again = present().filter(
      ({ id }) => (holders.has(id) || outdated.has(id)) && isListed(id) && only === undefined,
    );
    for (const { id } of again) changes.doubt(id);
    if (again.length > 0) await step(pages.readAgain(new Map(again.map(({ id, type }) => [id, type]))));
  }
  for (const id of adoptUrgent()) changes.doubt(id);
  const likeness = only === undefined ? await likenessOfSite(tools, changes, visits) : undefined;
  const main = primaryLanguage(config.language ?? site.language);
  const languages = mirror.languages();
  const published = [...changes.remaining()].filter((id) => primaryLanguage(languages.get(id) ?? main) === main);
  const companyEvidence = await readCompanyEvidence(tools, {
    site,
    census: present(),
    published: new Set(published),
    taken: pages.taken.filter(({ id }) => !urgent.pages.has(id)),
  });
  const unreadTypes = scope.mode === 'full' || scope.isFirst ? await wordpress.types.countEntries(types) : undefined;
  const hiddenSince = urgent.pages.size > 0 ? ((mirror.fact('hidden_products') ?? []) as readonly number[]) : [];
  const facts = {
    site,
    ...(front !== undefined && isDecided && scope.mode !== 'short' && scope.mode !== 'only' && { front }),
    hidden_products: [...new Set([...hiddenProducts, ...hiddenSince])],
    ...(companyEvidence && { company_evidence: companyEvidence }),
    ...(unreadTypes && {
      unread_types: unreadTypes.map(({ base: type, name, entries: count }) => ({
        type,
        name: cleanLine(name),
        entries: count,
      })),
    }),
  };
  const answered = changes.all('isRead');
  const isAnswered = (id: number) => answered.has(id) || !(plan.read.has(id) || plan.confirm.has(id));
  return { changes, likeness, asked: new Set([...census.asked].filter(isAnswered)), remaining, facts };
}

type PageReading = {
  readonly pages: ReturnType<typeof createPageReader>;
  readonly changes: ChangeCollector;
  readonly wanted: ReadonlyMap<number, string>;
};

// Reads the planned pages. A first sync may publish a part of them, and leave the rest to the next part.
async function readPages(
  { report, scope, order }: Pick<Tools, 'report' | 'scope' | 'order'>,
  { pages, changes, wanted }: PageReading,
): Promise<{ readonly unanswered: ReadonlyMap<number, string>; readonly remaining: number }> {
  const before = scope.isFirst
    ? scope.known.size + [...scope.skipped.keys()].filter((id) => !wanted.has(id)).length
    : 0;
  report({ type: 'phase', phase: 'read', total: before + wanted.size });
  if (!scope.isFirst || order.dryRun) return { unanswered: await pages.read(wanted, before), remaining: 0 };
  const part = firstPartOf(wanted, scope);
  const rest = new Map([...wanted].filter(([id]) => !part.has(id)));
  const unanswered = await pages.read(part, before);
  // A part without a further page would be repeated.
  const isNew = (id: number) => !scope.known.has(id) && !scope.skipped.has(id);
  if (changes.remaining().size > 0 && [...changes.all('isRead').keys()].some(isNew))
    return { unanswered, remaining: rest.size };
  return { unanswered: new Map([...unanswered, ...(await pages.read(rest, before + part.size))]), remaining: 0 };
}

// Reason if the address of an unlisted page rejects visitors; a deleted page has no such reason.
function refusalIn(reading: Reading): SkipReason | undefined {
  if (reading.outcome !== 'skip') return undefined;
  return ['not found', 'other page', 'canonical'].includes(reading.reason) ? undefined : reading.reason;
}

// Pages of an unlisted type to fetch as a visitor: few pages in each run, further pages when their snapshot is due.
function unlistedDue({ now, scope }: Tools, census: Census): readonly KnownPage[] {
  const pages = [...scope.known.values()].filter(({ type }) => census.unlisted.has(type));
  if (scope.mode === 'only' || scope.mode === 'short' || pages.length === 0) return [];
  if (scope.mode === 'full' || pages.length <= SMALL_SITE) return pages;
  const ids = pages.map(({ id }) => id);
  const due = createRevisits(scope, now()).due(ids, new Set());
  return pages.filter(({ id }) => due.has(id));
}

// True if the front page has another status, address or title than in the previous run.
function isNewFront(front: string | undefined, { mirror, scope }: Tools): boolean {
  const former = mirror.fact('front');
  return scope.mode === 'changes' && !scope.isFirst && former !== undefined && front !== undefined && front !== former;
}

// `gate` before the whole site: visitors get hardly any page of a sample. `unseen`: each request of the sample failed.
async function gateOf({ scope: { known } }: Tools, { visit }: PageVisits): Promise<'gate' | 'unseen' | 'none'> {
  const readings: Reading[] = [];
  for (const page of sampleOf([...known.values()])) readings.push(await visit(page));
  const answers = readings.filter(({ unseen }) => unseen === undefined);
  if (answers.length === 0 && readings.length > 0) return 'unseen';
  return isNearlyAll(answers.filter(({ outcome }) => outcome === 'skip').length, answers.length) ? 'gate' : 'none';
}

// Former query variables stay, because WordPress still serves old addresses after a change to pretty permalinks.
function siteOf({ site, languageIsGuess }: WordPress, former: Site | undefined, census: Census['entries']): Site {
  const language = languageIsGuess ? (former?.language ?? site.language) : site.language;
  const names = [...(former?.queryVars ?? []), ...queryVarsIn(census)];
  return { ...site, language, ...(names.length > 0 && { queryVars: [...new Set(names)].toSorted() }) };
}

function languageSource({ config, wordpress }: Tools, former: Site | undefined): LanguageSource {
  if (config.language !== undefined) return 'site.yaml';
  if (!wordpress.languageIsGuess) return 'front page';
  return former ? 'earlier run' : 'default';
}

// Pages to read again, and the test for pages whose visitor snapshot is due.
function chooseRevisits({ now, scope, order }: Tools, census: Census, only: number | undefined) {
  const { mode } = scope;
  const { due: dueOf, isAged, oldestFirst } = createRevisits(scope, now());
  const ids = census.entries.map(({ id }) => id);
  const due = mode === 'changes' ? dueOf(ids) : new Set<number>();
  const all = order.full || mode === 'only' || mode === 'short' || ids.length <= HOURLY_PAGES;
  // Pages of a run that is restricted to pages.
  const asked = ids.filter((id) => (mode === 'only' ? id === only : !census.unasked.has(id)));
  return {
    ids: mode === 'only' || mode === 'short' ? new Set(asked) : due,
    oldestFirst: oldestFirst(ids),
    isDue: (id: number) =>
      scope.lastRun.unconfirmed.has(id) || (mode === 'changes' ? due.has(id) : all || isAged(id, ids.length)),
  };
}
