import { languageInPlaceOf } from '../../db/search/text/languages/text-language.ts';
import { bareHost } from '../../shared/addresses.ts';
import { fieldAt } from '../../shared/fields.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import { counted } from '../../shared/printable.ts';
import { parseHtml } from '../markdown/parse/html.ts';
import { textIn } from '../run/visible/shown-page.ts';
import { withoutBetween } from '../run/visible/text-comparison.ts';
import { cacheOf } from '../wordpress/caches.ts';
import type { Answer } from '../wordpress/connection.ts';
import { decodeJson } from '../wordpress/decode.ts';
import { kindOfStatus, type WordPressError, type WordPressErrorKind } from '../wordpress/errors.ts';
import type { WordPressPage } from '../wordpress/rows.ts';
import { headerText } from '../wordpress/text.ts';
import { found, type Finding } from './finding.ts';
import { blockedBy, blockerOf, builderOf, clockSkew, languagesOffered } from './site-marks.ts';
import FAILURES from './words/failures.json' with { type: 'json' };

const ADVICE: Readonly<Record<WordPressErrorKind, string>> = FAILURES;

/** Advice for status 503, which indicates neither a rate limit (429) nor a program error (500). */
export const { unavailable: UNAVAILABLE } = FAILURES;

/** Reports a failure, with the product that blocked the request if the response identifies it. */
export function judgeFailure(check: string, error: WordPressError, answer?: Answer): Finding {
  const { kind, status, message } = error;
  const blocker = answer && blockerOf(answer);
  const advice = status === 503 && (kind === 'status' || kind === 'later') ? UNAVAILABLE : ADVICE[kind];
  return { check, level: 'problem', message: `${message}${blockedBy(blocker)}`, advice: blocker?.advice ?? advice };
}

/** Judges the discovery of the REST API. */
export function judgeRest(root: string, by: string, blocker: string | undefined): Finding[] {
  if (root.includes('rest_route')) {
    const blocked = blocker === undefined ? '' : `; at /wp-json/ there is ${blocker}`;
    return [found('site.rest', 'found', { root, by }), found('site.permalinks', 'plain', { blocked })];
  }
  const isAnnounced = by === 'Link header' || by === 'link in the HTML head';
  return [found('site.rest', isAnnounced ? 'found' : 'unannounced', { root, by }), found('site.permalinks', 'pretty')];
}

const withoutSlash = ({ pathname }: URL): string => pathname.replace(/\/+$/, '');

/** Judges the final address of the front page; a redirect within an origin is accepted. */
export function judgeRedirect(base: string, end: string): Finding[] {
  const [asked, answered] = [new URL(base), new URL(end)];
  if (asked.origin === answered.origin) return [];
  const path = answered.pathname.startsWith(asked.pathname) ? withoutSlash(asked) : '';
  return [found('site.redirect', 'moved', { base, end, address: `${answered.origin}${path}` })];
}

/** Judges the path of SITE_URL: sync also finds WordPress from the address of a page or a misspelt path. */
export function judgePath(siteUrl: string, home: string): Finding[] {
  const [own, shown] = [new URL(siteUrl), new URL(home)];
  const wanted = withoutSlash(shown);
  if (withoutSlash(own) === wanted || bareHost(own) !== bareHost(shown)) return [];
  return [found('site.path', 'differs', { home, address: `${own.origin}${wanted}` })];
}

const SKEW_NOTED = 120;

/** Judges the skew of the site's clock. */
export function judgeClock(headers: Answer['headers'], now: Date): Finding {
  const skew = clockSkew(headers, now);
  if (skew === undefined) return found('site.clock', 'absent');
  const seconds = Math.abs(skew);
  if (seconds <= 2) return found('site.clock', 'equal');
  const direction = skew < 0 ? 'behind' : 'ahead of';
  return found('site.clock', seconds < SKEW_NOTED ? 'close' : 'skewed', { seconds, direction });
}

/** Judges a page of a REST collection; `rows` are its items. */
export function judgeListing(
  type: string,
  answer: Answer,
): { readonly findings: Finding[]; readonly rows: readonly unknown[] } {
  const check = `site.type.${type}`;
  const decoded = decodeJson(answer.body.toString('utf8'));
  if (!decoded.ok) {
    const blocker = blockerOf(answer);
    const values = { type, fault: decoded.what, blocked: blockedBy(blocker) };
    const advice = blocker?.advice ?? ADVICE[decoded.kind];
    return { findings: [found('site.type', 'unreadable', values, { check, advice })], rows: [] };
  }
  const { value: rows, before, after } = decoded;
  if (!Array.isArray(rows)) {
    const [code, message] = [textAt(rows, 'code'), textAt(rows, 'message')];
    const values = { type, status: answer.status, code, message };
    const advice = ADVICE[kindOfStatus(answer.status)];
    const isUnknown = code === 'rest_no_route';
    const finding = isUnknown
      ? found('site.type', 'unknown', values, { check })
      : found('site.type', 'refused', values, { check, advice });
    return { findings: [finding], rows: [] };
  }
  const received = rows.length;
  const header = headerText(answer.headers['x-wp-total']);
  const total = /^\d+$/.test(header) ? Number(header) : undefined;
  const findings: Finding[] = [
    total === undefined
      ? found('site.type', 'uncounted', { type }, { check, ...(received === 0 && { level: 'problem' }) })
      : found('site.type', total === 0 ? 'none' : 'listed', { type, total, received }, { check }),
  ];
  if (total !== undefined && received < Math.min(total, 100))
    findings.push(found('site.type', 'fewer', { type, received, total }, { check: `${check}.per_page` }));
  if (before !== '' || after !== '') {
    const junk = [before, after].map((text) => text.replace(/^\uFEFF/, '').trim()).filter(Boolean);
    const text = junk.length > 0 ? `“${junk.join('” and “').slice(0, 160)}”` : 'a byte order mark';
    findings.push(found('site.type', 'junk', { text }, { check: `${check}.junk` }));
  }
  return { findings, rows };
}

/** Judges caching: `plain` is the second of two ordinary responses, `fresh` bypassed every cache. */
export function judgeCache(fresh: Answer, plain: Answer): Finding {
  const [inFresh, inPlain] = [cacheOf(fresh.headers), cacheOf(plain.headers)];
  if (inFresh?.hit) return found('site.cache', 'stuck', { name: inFresh.name, age: String(inFresh.age) });
  if (!inPlain) return found('site.cache', 'none');
  const { name, hit } = inPlain;
  const stale = fresh.body.equals(plain.body) ? '' : ', and its list is out of date';
  return hit ? found('site.cache', 'bypassed', { name, stale }) : found('site.cache', 'inFront', { name });
}

/** Judges the response to a request with the application password. */
export function judgeLogin(answer: Answer, siteUrl: string): Finding {
  const decoded = decodeJson(answer.body.toString('utf8'));
  const body = decoded.ok ? decoded.value : undefined;
  const code = textAt(body, 'code');
  const { status } = answer;
  if (status === 200 && fieldAt(body, 'id') !== undefined) {
    const roles = [fieldAt(body, 'roles') ?? []].flat().map(String);
    const isAdministrator = roles.includes('administrator');
    const values = { roles: roles.join(', ') || 'no role shown' };
    return found('site.login', isAdministrator ? 'administrator' : 'works', values);
  }
  const insecure = siteUrl.startsWith('http:') ? '\nWordPress accepts application passwords only over https' : '';
  return found('site.login', code === 'rest_not_logged_in' ? 'lost' : 'refused', { status, code, insecure });
}

function textAt(value: unknown, name: string): string {
  const text = fieldAt(value, name);
  return typeof text === 'string' || typeof text === 'number' ? String(text) : '';
}

/** Judges a sample of full pages: page builder, unrendered or empty content, noindex. */
export function judgePages(pages: readonly WordPressPage[]): Finding[] {
  if (pages.length === 0) return [];
  const texts = pages.filter(({ protected: hidden }) => !hidden);
  const count = texts.length;
  if (count === 0) return [found('site.builder', 'hidden', { count: pages.length })];
  const builders = texts.map(({ content }) => builderOf(content));
  const made = Map.groupBy(
    builders.flatMap((builder) => builder?.name ?? []),
    (name) => name,
  );
  const list = [...made].map(([name, its]) => `${name} (${its.length})`).join(', ') || 'the classic editor';
  const raw = texts.filter((_, at) => builders[at]?.raw);
  const empty = texts.filter(({ content }) => content.trim() === '');
  const counts = [
    raw.length > 0 && `${raw.length} with unrendered shortcodes`,
    empty.length > 0 && `${empty.length} without a text`,
  ].filter((text) => text !== false);
  const sampled = counted(count, 'sample page');
  const values = { sampled, counts: counts.join(' and '), links: linksOf([...raw, ...empty]) };
  const noindex = pages.filter((page) => page.noindex);
  return [
    found('site.builder', 'made', { sampled, list }),
    ...(counts.length > 0 ? [found('site.content', 'empty', values)] : []),
    ...(noindex.length > 0
      ? [found('site.noindex', 'marked', { count: noindex.length, links: linksOf(noindex) })]
      : []),
  ];
}

const linksOf = (pages: readonly WordPressPage[]): string =>
  pages
    .slice(0, 3)
    .map(({ link }) => link)
    .join(', ');

type SiteLanguages = {
  // Language that WordPress declares.
  readonly own: string;
  // Language in site.yaml.
  readonly wanted: string | undefined;
  readonly pages: readonly WordPressPage[];
};

/** Reports the languages of a site and its main language. */
export function judgeLanguages(
  namespaces: readonly unknown[],
  html: string,
  { own, wanted, pages }: SiteLanguages,
): Finding {
  const { plugin, languages } = languagesOffered(namespaces, html);
  if (plugin !== undefined || languages.length > 1) {
    const offered = `${plugin ?? 'The site'} offers ${languages.join(', ') || 'several languages'}`;
    return found('site.languages', wanted === undefined ? 'undecided' : 'several', { offered, main: wanted ?? own });
  }
  const primary = primaryLanguage(own);
  const texts = pages.map(({ content }) => withoutBetween(textIn(parseHtml(content), { joins: true }), '[', ']'));
  const written = wanted === undefined ? languageInPlaceOf(primary, texts) : undefined;
  if (written === undefined) return found('site.languages', 'single', { main: wanted ?? own });
  const name = String(new Intl.DisplayNames('en', { type: 'language' }).of(written));
  return found('site.languages', 'written', { name, own, primary });
}
