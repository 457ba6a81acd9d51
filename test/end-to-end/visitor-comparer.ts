import type { Page } from '../../shared/page.ts';
import type { SyncedSite } from '../helpers/synced-site.ts';
import type { WordPressSite } from '../helpers/wordpress-site.ts';

/** A published page of the site, and what an anonymous browser gets at its address. */
type Visit = {
  readonly id: number;
  readonly address: string;
  readonly isPublic: boolean;
  /** Visitors get a notice in the place of the text: it may be served, the text may not. */
  readonly isNotice: boolean;
  readonly words: ReadonlySet<string>;
};

const LISTED = `
  foreach (get_posts(['post_type' => 'page', 'post_status' => ['publish', 'private', 'draft'], 'numberposts' => -1]) as $p)
    $all[] = [$p->ID, get_permalink($p), md5(serialize($p->to_array()))];
  echo json_encode($all);`;

/** Id, address and a digest of all that WordPress keeps of a page. */
type Listed = readonly [number, string, string];

/** Holds the whole index against an anonymous browser; answers the differences, one line each. */
export const compareWithVisitor = (wordpress: WordPressSite, synced: SyncedSite): Promise<string[]> =>
  createVisitorComparer(wordpress, synced)();

/** Every so many comparisons, a page is looked at though nothing of it changed. */
const TURNS = 6;

/**
 * Comparisons of the index with an anonymous browser, page by page; each answers the differences, one line each. Its
 * judgement is its own: plain requests, no redirect followed, and the words of the theme's main element. The first looks at
 * all pages, the next ones at those that changed in WordPress or in the index, and at the others in turn.
 */
export function createVisitorComparer(wordpress: WordPressSite, synced: SyncedSite) {
  let known = new Map<number, string>();
  let turn = 0;

  return async function compare(): Promise<string[]> {
    const rows = JSON.parse(await wordpress.php(LISTED)) as readonly Listed[];
    const served = await synced.index(
      (index) => new Map(rows.map(([id, address]) => [id, index.pageByPath(pathOf(address))])),
    );
    const states = new Map(
      rows.map(([id, address, digest]) => [id, JSON.stringify([address, digest, served.get(id)])]),
    );
    turn += 1;
    const due = rows.filter(([id]) => known.get(id) !== states.get(id) || id % TURNS === turn % TURNS);
    known = states;
    const differences: string[] = [];
    for (let at = 0; at < due.length; at += AT_ONCE) {
      const visits = await Promise.all(due.slice(at, at + AT_ONCE).map(([id, address]) => visit(id, address)));
      for (const one of visits) differences.push(...differencesOf(one, served.get(one.id)));
    }
    return differences;
  };
}

const pathOf = (address: string): string => decodeURIComponent(new URL(address).pathname).replace(/(?<=.)\/$/, '');

/** As many as the site has workers. */
const AT_ONCE = 4;

function differencesOf({ id, address, isPublic, isNotice, words }: Visit, page: Page | undefined): string[] {
  const isServed = page?.id === id;
  if (isServed !== isPublic && !isNotice) {
    return [`${address}: ${isServed ? 'hidden from visitors, and served' : 'shown to visitors, and not served'}`];
  }
  if (!isServed) return [];
  const unseen = wordsOf(page.markdown.replaceAll(/\]\([^)]*\)/g, ' ')).filter((word) => !words.has(word));
  return unseen.length > 3
    ? [`${address}: serves words that visitors do not see: ${unseen.slice(0, 8).join(' ')}`]
    : [];
}

async function visit(id: number, address: string): Promise<Visit> {
  const response = await fetch(address, { redirect: 'manual' });
  const html = await response.text();
  const robots = [...html.matchAll(/<meta\b[^>]*>/gi)].filter(([meta]) =>
    /name=['"](?:robots|googlebot)['"]/i.test(meta),
  );
  const leadsOn = /http-equiv="refresh"|<script>window\.location\.href = /.test(html);
  const header = response.headers.get('x-robots-tag') ?? '';
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
  const isCopy = /rel="canonical"/.test(response.headers.get('link') ?? '');
  const isPublic =
    !isCopy &&
    response.status === 200 &&
    !robots.some(([meta]) => /noindex/i.test(meta)) &&
    !/noindex|unavailable_after: \d+ \w+ 201\d/.test(header) &&
    !leadsOn &&
    (canonical === undefined || canonical === address) &&
    !/post-password-form|id="loginform"|members-access-error|Volvemos pronto/.test(html);
  const isNotice = isPublic && /pmpro_content_message|exclusivo para suscriptores/.test(html);
  const text = [html, ...(await furtherParts(html))]
    .join(' ')
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/\salt="([^"]*)"/g, '>$1<')
    .replaceAll(/<[^>]*>/g, ' ');
  return { id, address, isPublic, isNotice, words: new Set(wordsOf(text)) };
}

/** The other parts of a page that its editor divides, to which it links. */
async function furtherParts(html: string): Promise<string[]> {
  const links = [...html.matchAll(/<a href="([^"]+)" class="post-page-numbers"/g)];
  return await Promise.all(
    links.map(async ([, link = '']) => await (await fetch(link, { redirect: 'manual' })).text()),
  );
}

function wordsOf(text: string): string[] {
  const plain = text
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/&[a-z]+;/g, ' ')
    .normalize('NFKC');
  return plain.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
}
