import { PATHS } from '../../shared/public-paths.ts';
import { addressesIn } from './public-addresses.ts';
import { fixFor } from './fixes.ts';
import { note, ok, problem, type Finding } from './finding.ts';
import { askPublic, speakerOf, type PublicAnswer } from './public-answer.ts';

type PagesOptions = { readonly origin: string; readonly signal: AbortSignal };

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const MARKDOWN = { accept: 'text/markdown' };

/** Pages that are looked for in the company's data before giving up. */
const MOST_CANDIDATES = 5;

/**
 * Checks the way from the pages of WordPress to the service: links, Markdown at their own addresses, /.well-known/,
 * robots.txt. Nothing where WordPress is not under the same name.
 */
export async function examinePages({ origin, signal }: PagesOptions): Promise<Finding[]> {
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    askPublic(`${origin}${path}`, { headers }, signal);
  const home = await ask('/', BROWSER);
  if (home instanceof Error || (speakerOf(home) === 'service' && home.status === 404)) return [];
  const findings = [
    judgeElsewhere(await ask(`${PATHS.wellKnown}/content-service-doctor`)),
    judgeRobots(origin, await ask('/robots.txt')),
  ];
  const page = await pageOf(origin, ask);
  if (page === undefined) {
    return [
      ...findings,
      note(
        'public.page',
        'No page was found to try: the service answers none',
        'run npm run sync, or wait a minute if the quota is used up',
      ),
    ];
  }
  const [html, markdown] = [await ask(page, BROWSER), await ask(page, MARKDOWN)];
  // Once more: by now a cache that keeps one answer for an address has the Markdown.
  const again = await ask(page, BROWSER);
  const file = page.endsWith('/') ? `${page}index.md` : `${page}.md`;
  return [
    ...findings,
    judgeLinks(page, html),
    judgeMarkdown(page, markdown),
    judgeMarkdown(file, await ask(file, BROWSER), 'public.markdown_file'),
    ...judgeMixing(page, html, again),
    judgeCompression(html),
  ];
}

/** Path of a page that the service has: the front page, or one that the company's data name. */
async function pageOf(
  origin: string,
  ask: (path: string) => Promise<PublicAnswer | Error>,
): Promise<string | undefined> {
  const info = await ask(`${PATHS.api}/get_company_info`);
  const named = info instanceof Error ? [] : addressesIn(info.json, origin);
  for (const path of ['/', ...named.slice(0, MOST_CANDIDATES)]) {
    const answer = await ask(`${PATHS.api}/read_page?${new URLSearchParams({ url: `${origin}${path}` }).toString()}`);
    const found = answer instanceof Error ? undefined : pathIn(answer);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Path of the page that read_page answered: in a folder, where the site is; none for plain permalinks. */
function pathIn({ status, json }: PublicAnswer): string | undefined {
  const said: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'url') : undefined;
  const url = status === 200 && typeof said === 'string' ? URL.parse(said) : null;
  return url?.search === '' ? url.pathname : undefined;
}

/** Judges the HTML of a page: its `Link` (RFC 8288). */
function judgeLinks(page: string, answer: PublicAnswer | Error): Finding {
  const check = 'public.links';
  const link = answer instanceof Error ? '' : (answer.headers.get('link') ?? '');
  const missing = [
    ['api-catalog', /rel="?api-catalog/],
    ['service-desc', /rel="?service-desc/],
    ['service-doc', /rel="?service-doc/],
    ['alternate of text/markdown', /rel="?alternate"?;\s*type="?text\/markdown/],
  ] as const;
  const absent = missing.filter(([, pattern]) => !pattern.test(link)).map(([name]) => name);
  if (absent.length === 0) return ok(check, `The HTML of ${page} links to the API and to its Markdown`);
  return note(check, `The HTML of ${page} has no Link: ${absent.join(', ')}`, fixFor('links', page));
}

/** Judges what somebody gets who asks for Markdown. */
function judgeMarkdown(path: string, answer: PublicAnswer | Error, check = 'public.markdown'): Finding {
  const type = answer instanceof Error ? answer.message : (answer.headers.get('content-type') ?? 'no type');
  const isMarkdown = !(answer instanceof Error) && answer.status === 200 && type.startsWith('text/markdown');
  if (isMarkdown) return ok(check, `${path} is answered as Markdown to who asks for it`);
  const got = answer instanceof Error ? type : `${answer.status}, ${type}`;
  return note(check, `${path} is not answered as Markdown to who asks for it (${got})`, fixFor('markdown', path));
}

/** HTML must come to browsers, before and after somebody asked for Markdown, and say that it varies. */
function judgeMixing(page: string, first: PublicAnswer | Error, again: PublicAnswer | Error): Finding[] {
  const check = 'public.markdown_mixed';
  if (first instanceof Error || again instanceof Error) return [];
  const types = [first, again].map(({ headers }) => headers.get('content-type') ?? '');
  if (types.some((type) => type.startsWith('text/markdown'))) {
    return [problem(check, `Browsers get Markdown at ${page}`, fixFor('mixed', page))];
  }
  if (/(?:^|,)\s*accept\s*(?:,|$)/i.test(again.headers.get('vary') ?? '')) {
    return [ok(check, `Browsers get HTML at ${page}, which says that it varies by Accept`)];
  }
  return [note(check, `The HTML of ${page} does not say that it varies by Accept`, fixFor('links', page))];
}

function judgeCompression(html: PublicAnswer | Error): Finding {
  const check = 'public.compression';
  const coding = html instanceof Error ? null : html.headers.get('content-encoding');
  if (coding !== null) return ok(check, `HTML is compressed (${coding})`);
  return note(check, 'HTML is not compressed', fixFor('uncompressed', '/'));
}

/** A name that nobody has in /.well-known/ must not end at the service. */
function judgeElsewhere(answer: PublicAnswer | Error): Finding {
  const check = 'public.well_known';
  if (answer instanceof Error || speakerOf(answer) !== 'service') {
    return ok(check, `The rest of ${PATHS.wellKnown}/ stays the site's`);
  }
  return note(
    check,
    `All of ${PATHS.wellKnown}/ is passed to the service, so WordPress answers nothing there (WebFinger, ActivityPub)`,
    fixFor('well_known', `${PATHS.wellKnown}/`),
  );
}

function judgeRobots(origin: string, answer: PublicAnswer | Error): Finding {
  const check = 'public.robots';
  const line = `Agentmap: ${origin}${PATHS.ard}`;
  const lines = answer instanceof Error || answer.status !== 200 ? [] : answer.text.split('\n');
  if (lines.some((one) => one.trim().toLowerCase() === line.toLowerCase()))
    return ok(check, `robots.txt has "${line}"`);
  return note(check, 'robots.txt does not name what there is for agents', `add the line: ${line}`);
}
