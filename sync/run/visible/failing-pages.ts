import type { StoredView } from '../../../db/mirror/views.ts';
import type { WordPressError } from '../../wordpress/errors.ts';
import type { PageHtml } from './page-html.ts';

/** A page that visitors get an error in the place of for so long is not shown to them. */
const LONG_MS = 48 * 3_600_000;
/** Runs further apart than this tell nothing of what was between them. */
const STEADY_MS = 24 * 3_600_000;

type Options = {
  readonly html: Pick<PageHtml, 'look' | 'hasSeen'>;
  /** Address of the front page. */
  readonly home: string;
  /** Start of the run before this one, in milliseconds. */
  readonly before: number | undefined;
  readonly now: () => Date;
};

/** Makes the judge of a page with an error (5xx): true when it has had one for long, as under maintenance of its own, and the site shows others. */
export function createFailingPages({ html, home, before = -Infinity, now }: Options) {
  return async function isFailing(
    { kind, status = 0 }: WordPressError,
    view: Pick<StoredView, 'verdict' | 'checkedAt'> | undefined,
  ): Promise<boolean> {
    const time = now().getTime();
    const isError = status >= 500 && (kind === 'status' || kind === 'later');
    const isLasting = view?.verdict === '' && time - view.checkedAt >= LONG_MS && time - before < STEADY_MS;
    if (!isError || !isLasting) return false;
    return html.hasSeen() || (await html.look({ link: home })).kind === 'page';
  };
}
export type FailingPages = ReturnType<typeof createFailingPages>;
