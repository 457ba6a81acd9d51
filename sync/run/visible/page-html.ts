import { readPage } from '../../markdown/parse/page.ts';
import type { WordPress } from '../../wordpress/client.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import type { PageAddress } from '../../wordpress/html.ts';
import type { Validators, View } from '../../wordpress/visitor.ts';
import type { OnRunEvent } from '../events.ts';
import type { LinkedLocks } from './locked-text.ts';
import { isRefusal } from './members-only.ts';

/** So many pages in a row with the same fault, and it is taken to be the site's. */
const MOST_IN_A_ROW = 5;

/**
 * The pages' own HTML within one run, without what a lock hides. The same fault with several pages in a row is reported once, and
 * ends the requests of its kind for this run (circuit breaker): each costs several attempts.
 */
export function createPageHtml(
  wordpress: Pick<WordPress, 'look' | 'fetchHtml'>,
  report: OnRunEvent,
  withoutLinkedLocks: LinkedLocks,
) {
  let hasSeen = false;
  const views = createBreaker('looked at as a visitor sees them', report);
  const texts = createBreaker('read from their own HTML', report);

  async function look(page: PageAddress, known?: Validators): Promise<View> {
    if (views.fault()) return { kind: 'unknown', error: views.fault() as WordPressError };
    const view = refusedIn(await wordpress.look(page, known), page);
    views.note(view.kind === 'unknown' ? view.error : undefined);
    hasSeen ||= view.kind === 'page';
    if (view.kind !== 'page') return view;
    const html = await withoutLinkedLocks(view.html, page.link);
    return { ...view, html, page: html === view.html ? view.page : readPage(html) };
  }

  async function fetch(page: PageAddress): Promise<string> {
    const fault = texts.fault();
    if (fault) throw fault;
    try {
      const { html } = await wordpress.fetchHtml(page);
      texts.note(undefined);
      return await withoutLinkedLocks(html, page.link);
    } catch (error) {
      if (error instanceof WordPressError) texts.note(error);
      throw error;
    }
  }

  return {
    look,
    fetch,
    /** True when a page was seen in this run. */
    hasSeen: () => hasSeen,
    /** True when faults of single pages are not worth a warning any more. */
    isStopped: () => views.fault() !== undefined || texts.fault() !== undefined,
  };
}
export type PageHtml = ReturnType<typeof createPageHtml>;

/** A view whose error is the word of the owner, as `wp_die` sends it by default, tells that the page is kept from its visitors. */
function refusedIn(view: View, page: PageAddress): View {
  if (view.kind !== 'unknown') return view;
  const { said, what } = view.error;
  if (said === undefined || !isRefusal(said, page)) return view;
  return { kind: 'hidden', reason: 'members only', detail: what };
}

function createBreaker(what: string, report: OnRunEvent) {
  let last: WordPressError | undefined;
  let count = 0;

  function note(error: WordPressError | undefined): void {
    count =
      error && last?.kind === error.kind && last.status === error.status ? count + 1 : Number(error !== undefined);
    last = error;
    if (count !== MOST_IN_A_ROW || !error) return;
    report({
      type: 'warning',
      message: `No more pages are ${what} in this run, after ${count} in a row: ${error.message}`,
    });
  }

  return { note, fault: () => (count >= MOST_IN_A_ROW ? last : undefined) };
}
