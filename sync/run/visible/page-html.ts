import type { Page } from '../../markdown/parse/page.ts';
import type { WordPress } from '../../wordpress/client.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import type { PageAddress } from '../../wordpress/html.ts';
import type { View } from '../../wordpress/visitor.ts';
import type { OnRunEvent } from '../events.ts';
import { isRefusal } from './refusals.ts';

// After this number of consecutive pages with the same fault, the fault is the site's.
const MOST_IN_A_ROW = 5;

/**
 * Creates the source of visitor HTML in a run, with a circuit breaker: each failed request costs several attempts. The same fault
 * of several consecutive pages is reported once and ends requests of its type in this run.
 */
export function createPageHtml(wordpress: Pick<WordPress, 'look' | 'fetchHtml'>, report: OnRunEvent) {
  const views = createBreaker('fetched as a visitor', report);
  const texts = createBreaker('read from their HTML', report);

  async function look(page: PageAddress): Promise<View> {
    if (views.fault()) return { kind: 'unknown', error: views.fault() as WordPressError };
    const view = refusedIn(await wordpress.look(page));
    views.note(view.kind === 'unknown' ? view.error : undefined);
    return view;
  }

  // Fetches a page past every cache; `undefined` if that fails.
  async function fetch(address: PageAddress): Promise<Page | undefined> {
    if (texts.fault()) return undefined;
    try {
      const page = await wordpress.fetchHtml(address);
      texts.note(undefined);
      return page;
    } catch (error) {
      if (!(error instanceof WordPressError)) throw error;
      texts.note(error);
      return undefined;
    }
  }

  /** True if faults of single pages need no further warning. */
  return { look, fetch, isStopped: () => views.fault() !== undefined };
}
export type PageHtml = ReturnType<typeof createPageHtml>;

function refusedIn(view: View): View {
  if (view.kind !== 'unknown') return view;
  const { said, what } = view.error;
  return said !== undefined && isRefusal(said) ? { kind: 'hidden', reason: 'denied', detail: what } : view;
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
