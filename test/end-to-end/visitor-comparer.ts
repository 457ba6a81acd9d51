import type { SyncedSite } from '../helpers/synced-site.ts';
import type { WordPressSite } from '../helpers/wordpress-site.ts';

/** A published page of the site, and what an anonymous browser gets at its address. */
type Visit = {
  readonly id: number;
  readonly address: string;
  readonly isPublic: boolean;
  readonly words: ReadonlySet<string>;
};

const PUBLISHED = `
  foreach (get_posts(['post_type' => 'page', 'post_status' => ['publish', 'private', 'draft'], 'numberposts' => -1]) as $p)
    $all[] = [$p->ID, get_permalink($p)];
  echo json_encode($all);`;

/**
 * Holds the index against an anonymous browser, page by page; answers the differences, one line each. Its judgement is
 * its own: plain requests, no redirect followed, and the words of the theme's main element.
 */
export async function compareWithVisitor(wordpress: WordPressSite, synced: SyncedSite): Promise<string[]> {
  const rows = JSON.parse(await wordpress.php(PUBLISHED)) as readonly (readonly [number, string])[];
  const differences: string[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const visits = await Promise.all(rows.slice(at, at + AT_ONCE).map(([id, address]) => visit(id, address)));
    for (const one of visits) differences.push(...(await differencesOf(one, synced)));
  }
  return differences;
}

/** As many as the site has workers. */
const AT_ONCE = 4;

async function differencesOf({ id, address, isPublic, words }: Visit, synced: SyncedSite): Promise<string[]> {
  const path = decodeURIComponent(new URL(address).pathname).replace(/(?<=.)\/$/, '');
  const page = await synced.index((index) => index.pageByPath(path));
  const isServed = page?.id === id;
  if (isServed !== isPublic) {
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
  const robots = [...html.matchAll(/<meta\b[^>]*>/g)].filter(([meta]) =>
    /name=['"](?:robots|googlebot)['"]/.test(meta),
  );
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
  const isPublic =
    response.status === 200 &&
    !robots.some(([meta]) => meta.includes('noindex')) &&
    !(response.headers.get('x-robots-tag') ?? '').includes('noindex') &&
    (canonical === undefined || canonical === address) &&
    !/post-password-form|id="loginform"|pmpro_content_message|Volvemos pronto/.test(html);
  const text = html
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/\salt="([^"]*)"/g, '>$1<')
    .replaceAll(/<[^>]*>/g, ' ');
  return { id, address, isPublic, words: new Set(wordsOf(text)) };
}

function wordsOf(text: string): string[] {
  const plain = text
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/&[a-z]+;/g, ' ')
    .normalize('NFKC');
  return plain.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
}
