import type { RunTools } from '../scope.ts';
import type { Page } from '../../markdown/parse/page.ts';
import type { WordPress } from '../../wordpress/client.ts';
import type { WordPressError } from '../../wordpress/errors.ts';
import type { PageAddress } from '../../wordpress/html.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import type { VisitorSnapshot } from '../../wordpress/visitor.ts';
import type { CensusEntry } from '../census/plan.ts';
import { isRefusal } from './refusals.ts';

type Listed = Pick<CensusEntry, 'id' | 'type' | 'link'>;

type Collaborators = Pick<RunTools, 'convert' | 'report'> & {
  readonly wordpress: Pick<WordPress, 'look'>;
  readonly pages: readonly Listed[];
  // Path of a link on this site; `undefined` for a foreign link.
  readonly keyOf: (link: string) => string | undefined;
};

// After this number of consecutive responses with the same fault, the fault is the site's.
const MOST_IN_A_ROW = 5;
// Pages whose common part is the frame of the theme.
const COMPARED = 4;
// Page break of the editor. The REST API returns all parts; visitors get each at a separate address.
const BREAK = /<!--\s*nextpage\s*-->/;
// Links to further parts of a response, and the number of the current part.
const NUMBER = /\bclass=["']?post-page-numbers\b/g;
const MOST_PARTS = 20;

/** Counts the parts of a REST content, or of an HTML page. */
export const partsIn = (content: string): number => content.split(BREAK).length;
export const partsOn = (html: string): number => Math.max(1, [...html.matchAll(NUMBER)].length);

/**
 * Creates the source of the pages that visitors get in a run. After the same fault of several consecutive pages, it reports the
 * fault once and ends the requests, because each failed request costs several attempts.
 */
export function createSitePages({ wordpress, convert, report, pages, keyOf }: Collaborators) {
  const listed = new Set(pages.map(({ link }) => keyOf(link)));
  const groups = new Map<string, Listed[]>();
  for (const page of pages) {
    for (const key of keysOf(page)) {
      const group = groups.get(key) ?? [];
      if (group.length <= COMPARED) groups.set(key, [...group, page]);
    }
  }
  // HTML only: parsed pages would stay in memory until the run ends.
  const frames = new Map<number, Promise<string | undefined>>();

  let lastFault: WordPressError | undefined;
  let faults = 0;

  function noteFault(error: WordPressError | undefined): void {
    const isSame = error && lastFault?.kind === error.kind && lastFault.status === error.status;
    faults = isSame ? faults + 1 : Number(error !== undefined);
    lastFault = error;
    if (faults !== MOST_IN_A_ROW || !error) return;
    report({
      type: 'warning',
      message: `No more pages are fetched as a visitor in this run, after ${faults} in a row: ${error.message}`,
    });
  }

  const isStopped = () => faults >= MOST_IN_A_ROW;

  async function look(page: PageAddress): Promise<VisitorSnapshot> {
    if (lastFault && isStopped()) return { kind: 'unknown', error: lastFault };
    const first = await wordpress.look(page);
    const snapshot = refusedIn(first.kind === 'page' && first.damaged ? await wordpress.look(page) : first);
    noteFault(snapshot.kind === 'unknown' ? snapshot.error : undefined);
    return snapshot;
  }

  // Fetches the further parts of a page; returns the error of the first failed request.
  async function furtherParts(address: PageAddress, parts: number): Promise<readonly Page[] | WordPressError> {
    const further: Page[] = [];
    for (let part = 2; part <= Math.min(parts, MOST_PARTS); part++) {
      const link = addressOf(address.link, part, keyOf(address.link) === '/');
      const snapshot = await look({ id: address.id, link });
      if (snapshot.kind === 'unknown') return snapshot.error;
      if (snapshot.kind === 'page') further.push(snapshot.page);
    }
    return further;
  }

  async function pageText(page: Listed & Pick<WordPressPage, 'content'>, parts: readonly Page[]) {
    const converted = await Promise.all(
      parts.map(async ({ html }) => {
        const context = { baseUrl: page.link, source: 'page' } as const;
        const text = await convert(html, context);
        const others = text.isUnmarked ? await othersOf(page) : [];
        if (others.length === 0) return text;
        return await convert(html, { ...context, frame: { others, written: page.content } });
      }),
    );
    return {
      markdown: converted.map(({ markdown }) => markdown).join('\n\n'),
      notes: [...new Set(converted.flatMap(({ notes }) => notes))],
    };
  }

  // HTML of further pages of the site, preferably of the same type and language. The choice is stable, and each page is requested
  // once in a run.
  async function othersOf(page: Listed): Promise<readonly string[]> {
    const others = keysOf(page).map((key) => (groups.get(key) ?? []).filter(({ id }) => id !== page.id));
    const chosen = others.find(({ length }) => length >= COMPARED) ?? others.at(-1) ?? [];
    const html: string[] = [];
    for (const other of chosen.slice(0, COMPARED)) {
      const frame =
        frames.get(other.id) ?? look(other).then((snapshot) => (snapshot.kind === 'page' ? snapshot.html : undefined));
      frames.set(other.id, frame);
      html.push((await frame) ?? '');
    }
    return html.filter((text) => text !== '');
  }

  // Many themes declare the front page as canonical on every page, so that is ignored.
  function isElsewhere(link: string, canonical: string): boolean {
    const [own, named] = [keyOf(link), keyOf(canonical)];
    if (named === own || named === '/') return false;
    if (named !== undefined) return listed.has(named);
    return URL.parse(canonical)?.pathname !== URL.parse(link)?.pathname;
  }

  return {
    keyOf,
    look,
    furtherParts,
    pageText,
    restText: async ({ content, link }: WordPressPage) => await convert(content, { baseUrl: link, source: 'rest' }),
    /** Returns a canonical address of a page that belongs to another page. */
    elsewhereOf: (link: string, canonicals: readonly string[]): string | undefined =>
      canonicals.find((canonical) => isElsewhere(link, canonical)),
    /** True if the fault of a single request needs no further warning. */
    isStopped,
  };
}
export type SitePages = ReturnType<typeof createSitePages>;

function refusedIn(snapshot: VisitorSnapshot): VisitorSnapshot {
  if (snapshot.kind !== 'unknown') return snapshot;
  const { dieMessage, what } = snapshot.error;
  return dieMessage !== undefined && isRefusal(dieMessage)
    ? { kind: 'hidden', reason: 'denied', detail: what }
    : snapshot;
}

// Address of a part (`_wp_link_page`): `/guia/2/`, `/page/2/` of the front page, `?p=9&page=2`.
function addressOf(link: string, part: number, isFront: boolean): string {
  const url = new URL(link);
  if (url.searchParams.has('p') || url.searchParams.has('page_id')) url.searchParams.set('page', String(part));
  else {
    const end = url.pathname.endsWith('/') ? '/' : '';
    url.pathname = `${url.pathname.replace(/\/$/, '')}${isFront ? '/page' : ''}/${part}${end}`;
  }
  return url.href;
}

// Groups of a page: by type and language prefix, and by language prefix alone.
function keysOf({ type, link }: Listed): readonly string[] {
  const language = /^\/([a-z]{2}(?:-[a-z]{2})?)(?:\/|$)/.exec(URL.parse(link)?.pathname ?? '')?.[1] ?? '';
  return [`${language} ${type}`, language];
}
