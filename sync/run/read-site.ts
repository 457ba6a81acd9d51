import type { Mirror, MirroredPage } from '../../db/mirror/mirror.ts';
import { createAddresses, postIdOf, slugOf, type Addresses } from '../../shared/addresses.ts';
import type { Site } from '../../shared/page.ts';
import { createDocumentReader, languagesOf } from './document.ts';
import { createChangeCollector, type CollectedChanges } from './change-collector.ts';
import { jsonLdIn } from '../company/front-page.ts';
import { planRun, type CensusEntry } from './plan.ts';
import { queryVarsIn } from './query-vars.ts';
import type { OnRunEvent } from './events.ts';
import type { Scope } from './scope.ts';
import type { SiteConfig } from '../site-file/site-config.ts';
import { SyncError } from './sync-error.ts';
import type { WordPress } from '../wordpress/client.ts';
import type { CensusRow, WordPressPage } from '../wordpress/rows.ts';
import { WordPressError } from '../wordpress/errors.ts';

type SiteReading = CollectedChanges & {
  readonly site: Site;
  /** JSON-LD of the front page, when it was read. */
  readonly structuredData: readonly unknown[] | undefined;
};

type Collaborators = {
  readonly wordpress: WordPress;
  readonly mirror: Mirror;
  readonly config: SiteConfig;
  readonly types: readonly string[];
  readonly report: OnRunEvent;
  /** Throws when the run is to stop. */
  readonly checkpoint: () => void;
};

/** Lists the site, reads what changed, stages it in the mirror, and tells what is to leave. Any fault fails it whole. */
export async function readSite(
  collaborators: Collaborators,
  scope: Scope,
  onlyPage: string | undefined,
): Promise<SiteReading> {
  const { wordpress, mirror, config, types, report, checkpoint } = collaborators;
  const full = scope.mode === 'full';

  const census = await takeCensus();
  const former = scope.startOver ? undefined : (mirror.fact('site') as Site | undefined);
  const language = wordpress.languageIsGuess ? (former?.language ?? wordpress.site.language) : wordpress.site.language;
  // Addresses of yesterday are still answered when the site has turned to pretty permalinks.
  const queryVars = [...(former?.queryVars ?? []), ...queryVarsIn(census)];
  const site = withQueryVars({ ...wordpress.site, language }, queryVars);
  const addresses = createAddresses(site);
  const only = onlyPage === undefined ? undefined : findPage(onlyPage, { census, addresses, mirror, scope });
  const rules = { keyOf: addresses.keyOf, isExcluded: (path: string) => config.isExcluded(path) };
  const plan = planRun({ census, known: scope.known, skipped: scope.skipped, types, full, only, ...rules });
  const findings = createChangeCollector(scope.known, plan, report);
  const paths = census.map(({ link }) => addresses.keyOf(link) ?? '');
  const languages = languagesOf(site, config.language, paths);
  const read = createDocumentReader({ rules, languages, fetchHtml: (page) => wordpress.fetchHtml(page) });
  let frontPage: WordPressPage | undefined;

  report({ type: 'phase', phase: 'read', total: plan.read.size });
  const unanswered = await readPages(plan.read);
  const missing = [...plan.confirm, ...unanswered].filter(([id]) => scope.known.has(id));
  if (missing.length > 0) {
    report({ type: 'phase', phase: 'confirm', total: missing.length });
    for (const [id] of await readPages(new Map(missing))) findings.leave(id, 'the site does not list it any more');
  }
  const structuredData = full || frontPage ? await readStructuredData() : undefined;
  return { ...findings.result(), site, structuredData };

  async function takeCensus(): Promise<(CensusRow & CensusEntry)[]> {
    report({ type: 'phase', phase: 'census' });
    const entries: (CensusRow & CensusEntry)[] = [];
    for (const type of types) {
      for await (const rows of wordpress.census(type)) {
        checkpoint();
        for (const row of rows) entries.push({ ...row, type });
        report({ type: 'advanced', done: entries.length });
      }
    }
    return entries;
  }

  /** Reads and stages pages, by id with their types; answers those that the site did not give. */
  async function readPages(wanted: ReadonlyMap<number, string>): Promise<ReadonlyMap<number, string>> {
    const waiting = new Map(wanted);
    for (const type of new Set(wanted.values())) {
      const ids = [...wanted].flatMap(([id, its]) => (its === type ? [id] : []));
      for await (const batch of wordpress.fetchPages(type, ids, keepAsItWas)) {
        const pages: MirroredPage[] = [];
        for (const page of batch) {
          checkpoint();
          if (!waiting.delete(page.id)) continue;
          const document = await readPage({ ...page, type });
          if (document) pages.push(document);
        }
        mirror.stage(pages);
        report({ type: 'advanced', done: wanted.size - waiting.size });
      }
    }
    return waiting;

    /** It is there, so it is neither gone nor changed; the next run asks again. */
    function keepAsItWas(id: number, error: WordPressError): void {
      waiting.delete(id);
      const page = scope.known.get(id);
      const what = page
        ? `${page.path}: the text of the last run is kept`
        : `page ${id} is left out until the next run`;
      report({ type: 'warning', message: `${what}: ${error.message}` });
    }
  }

  async function readPage(page: WordPressPage): Promise<MirroredPage | undefined> {
    const before = scope.known.get(page.id);
    if (before && page.modified < before.modified && scope.mode === 'changes') {
      // Some cache between us and WordPress answers with yesterday's page; a full sweep believes it.
      report({ type: 'warning', message: `${page.link}: older than the page in the mirror, which is kept` });
      return undefined;
    }
    if (addresses.keyOf(page.link) === '/') frontPage = page;
    return findings.take(page, await read(page));
  }

  async function readStructuredData(): Promise<readonly unknown[] | undefined> {
    if (frontPage?.structuredData !== undefined) return [frontPage.structuredData];
    try {
      return jsonLdIn(await wordpress.fetchHtml({ link: `${site.home}/` }));
    } catch (error) {
      if (!(error instanceof WordPressError)) throw error;
      report({ type: 'warning', message: `The front page was not searched for company data: ${error.message}` });
      return undefined;
    }
  }
}

/** A site without plain permalinks of custom types has none. */
function withQueryVars(site: Site, names: readonly string[]): Site {
  return names.length === 0 ? site : { ...site, queryVars: [...new Set(names)].toSorted() };
}

type Whereabouts = {
  readonly census: readonly CensusEntry[];
  readonly addresses: Addresses;
  readonly mirror: Mirror;
  readonly scope: Scope;
};

/** The id of a page that somebody names by id, address, path, former path or slug. */
function findPage(name: string, { census, addresses, mirror, scope }: Whereabouts): number {
  const listed = census.map(({ id, link }) => ({ id, path: addresses.keyOf(link) ?? '' }));
  const pages = [...listed, ...scope.known.values()];
  if (/^\d+$/.test(name)) {
    const page = pages.find(({ id }) => id === Number(name));
    if (page) return page.id;
  }
  const key = addresses.keyOf(name) ?? addresses.keyOf(`/${name}`);
  const number = key === undefined ? undefined : postIdOf(key);
  const byPath = pages.find(({ path, id }) => path === key || id === number);
  if (byPath) return byPath.id;
  const alias = mirror.aliases().find(({ path }) => path === key);
  if (alias) return alias.pageId;
  const bySlug = new Set(pages.filter(({ path }) => slugOf(path) === name.toLowerCase()).map(({ id }) => id));
  const [first] = bySlug;
  if (first !== undefined && bySlug.size === 1) return first;
  const why = bySlug.size === 0 ? 'no page of the site is' : `${bySlug.size} pages of the site are`;
  throw new SyncError('page_unknown', `--only ${name}: ${why} called so`);
}
