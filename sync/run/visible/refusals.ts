import { allElements, attribute, parseHtml } from '../../markdown/parse/html.ts';
import type { PageAddress } from '../../wordpress/html.ts';
import { isSamePlace } from '../../wordpress/same-place.ts';
import type { VisitorSnapshot } from '../../wordpress/visitor.ts';
import PLUGINS from './restricting-plugins.json' with { type: 'json' };
import { textIn } from './shown-page.ts';
import { folded } from './text-comparison.ts';

/**
 * True for a `wp_die` message with status 500 from a plugin that rejects a page. A PHP error ends with a link to wordpress.org,
 * and a lost database connection is only a heading.
 */
export function isRefusal(message: string): boolean {
  const body = parseHtml(message);
  const named = (name: string) => allElements(body).filter((element) => element.name === name);
  const isFault = named('a').some((link) =>
    /(?:^|\.)wordpress\.org$/.test(URL.parse(attribute(link, 'href'))?.hostname ?? ''),
  );
  return !isFault && folded(textIn(body, { without: new Set(named('h1')) })).length > 0;
}

/** True for a response that hides this page from visitors: a rejection, a login redirect, or its `noindex`. */
export function isRefused({ reason, detail, isOwn }: VisitorSnapshot & { kind: 'hidden' }, page: PageAddress): boolean {
  if (reason === 'redirect') return isLogin(targetIn(detail), page);
  return reason === 'denied' || (reason === 'noindex' && isOwn === true);
}

/** Returns the target of a redirect from its description. */
export const targetIn = (detail: string): URL | null => URL.parse(/https?:\/\/[^\s,]+/i.exec(detail)?.[0] ?? '');

/** True for a login address: the WordPress login, or an address with a query parameter that contains the page. */
export function isLogin(target: URL | null, { link }: PageAddress): boolean {
  if (!target) return false;
  if (target.pathname.includes('/wp-login.php')) return true;
  return [...target.searchParams].some(([name, value]) => {
    const from = /^(?:https?:\/)?\//i.test(value) ? URL.parse(value, link) : null;
    return /^redirect_to$|unauth/i.test(name) || (from !== null && isSamePlace(from.href, link));
  });
}

// Classes and ids of plugins that restrict content. They explain a verdict to the owner and do not affect it.
const MARKS = Object.entries(PLUGINS).map(([plugin, mark]) => ({ plugin, mark: new RegExp(mark) }));

export const restrictedBy = (html: string): string | undefined => MARKS.find(({ mark }) => mark.test(html))?.plugin;
