import type { KnownPage, Mirror, MirroredPage } from '../../../db/mirror/mirror.ts';
import type { StoredView } from '../../../db/mirror/views.ts';
import { htmlToText } from '../../markdown/plain-text.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import { isSamePlace } from '../../wordpress/same-place.ts';
import type { SkipReason } from '../census/plan.ts';
import type { Elsewhere } from '../visible/elsewhere.ts';
import { furtherParts, partsOn } from '../visible/further-parts.ts';
import type { PageHtml } from '../visible/page-html.ts';
import type { PageText } from '../visible/page-text.ts';
import { shownTitle } from '../visible/page-title.ts';
import { isRefused, restrictedBy, targetIn } from '../visible/refusals.ts';
import { shownHtml } from '../visible/shown-html.ts';
import { shownPart } from '../visible/shown-part.ts';
import { DAMAGED, isOtherText, isText } from '../visible/visible-text.ts';
import { wordsOf } from '../visible/text-comparison.ts';
import { hashOf, titleOf, type Reading } from './document.ts';

type Collaborators = {
  readonly html: Pick<PageHtml, 'look'>;
  readonly text: PageText;
  readonly elsewhereOf: Elsewhere;
  // Address of the site without a trailing slash.
  readonly home: string;
  readonly mirror: Pick<Mirror, 'publishablePage' | 'withheldPage'>;
  readonly views: ReadonlyMap<number, StoredView>;
  // Pages without a visitor snapshot, each with the start of the first consecutive run, in Unix milliseconds.
  readonly unseen: ReadonlyMap<number, number>;
  // Hours that a published page without a visitor snapshot stays published.
  readonly unseenHours: number;
  readonly now: () => Date;
  readonly checkpoint: () => void;
};

/** A page of the mirror, published or withheld. */
export type VisitedPage = Pick<KnownPage, 'id' | 'path' | 'seenLink'>;

const HOUR_MS = 3_600_000;
const SAME: Reading = { outcome: 'same', warnings: [] };
const NO_VIEW = { textFrom: 'rest', language: '', alternates: '' } as const;

/** Creates the reader of pages without the REST API: the visitor's HTML decides which part of the mirrored text stays. */
export function createPageVisits(collaborators: Collaborators) {
  const { html, text, elsewhereOf, home, mirror, views, unseen, unseenHours, now, checkpoint } = collaborators;

  const linkOf = ({ seenLink, path }: VisitedPage): string => seenLink || `${home}${path}`;

  // A hidden page is requested twice, because firewalls and overload hide pages temporarily.
  async function visit(page: VisitedPage): Promise<Reading> {
    const first = await once(page);
    return first.outcome === 'skip' ? await once(page) : first;
  }

  async function once(page: VisitedPage): Promise<Reading> {
    checkpoint();
    const { id } = page;
    const link = linkOf(page);
    const view = await html.look({ link, id });
    const skip = (reason: SkipReason, detail: string, shown?: string): Reading => ({
      outcome: 'skip',
      reason,
      detail,
      warnings: [],
      view: { ...NO_VIEW, id, verdict: reason, detail, checkedAt: now().getTime() },
      ...(shown !== undefined && { shown }),
    });
    const isPublished = mirror.publishablePage(id) !== undefined;
    const stored = mirror.publishablePage(id) ?? mirror.withheldPage(id);
    const isUnseen = (error: WordPressError): Reading => {
      const hours = (now().getTime() - (unseen.get(id) ?? now().getTime())) / HOUR_MS;
      const reading = hours >= unseenHours && isPublished ? skip('failing', error.what) : SAME;
      return { ...reading, unseen: error.what };
    };
    if (view.kind === 'unknown') return isUnseen(view.error);
    if (view.kind === 'hidden') {
      const target = view.reason === 'redirect' ? targetIn(view.detail) : null;
      // Another host of the site shows it.
      if (target && isSamePlace(target.href, link)) return seenAgain(stored, isPublished);
      const isOther = (view.reason === 'redirect' || view.reason === 'noindex') && !isRefused(view, { link });
      return skip(isOther ? 'other page' : view.reason, view.detail, view.shown);
    }
    if (!stored) return seenAgain(stored, isPublished);
    const elsewhere = elsewhereOf(link, view.canonicals);
    if (elsewhere !== undefined) return skip('canonical', elsewhere);
    const extent = { parts: partsOn(view.html), isFront: stored.path === '/' };
    const further = await furtherParts({ id, link }, extent, html.look);
    if (further instanceof WordPressError) return isUnseen(further);
    const parts = [view.page, ...further];
    const shown = parts.map(shownHtml).join('');
    const title = shownTitle(view.page, stored.title);
    const named = title === undefined ? stored : { ...stored, title: htmlToText(title) || titleOf(stored.path) };
    const whole = () => (title === undefined ? seenAgain(stored, isPublished) : asPage(named, 'different'));
    if (shownPart(stored.markdown, shown) === stored.markdown) return whole();
    if (view.damaged) return isUnseen(new WordPressError('damaged', DAMAGED, { url: link }));
    const own = await text.pageText({ ...stored, link, content: '' }, parts);
    const part = shownPart(stored.markdown, shown, own.markdown);
    if (part === stored.markdown) return whole();
    const given = wordsOf(stored.markdown);
    if (isText(part, given.length)) return asPage({ ...named, markdown: part }, 'part');
    if (isOtherText(given, wordsOf(own.markdown))) return asPage({ ...named, markdown: own.markdown }, 'different');
    return skip('other text', restrictedBy(view.html) ?? 'none of its text is shown', own.markdown);
  }

  function seenAgain(stored: MirroredPage | undefined, isPublished: boolean): Reading {
    if (stored && !isPublished) return asPage(stored, views.get(stored.id)?.detail ?? '');
    const before = stored && views.get(stored.id);
    const view = before && { ...before, ...(before.verdict !== '' && { verdict: '', detail: '' }) };
    return { outcome: 'same', warnings: [], ...(view && { view: { ...view, checkedAt: now().getTime() } }) };
  }

  // A page of the mirror, marked for reading when the REST API returns it again.
  function asPage(stored: MirroredPage, detail: string): Reading {
    const page = { ...stored, seenModified: '', ownSlug: 1 } as const;
    const view = { ...NO_VIEW, id: stored.id, verdict: '', detail, checkedAt: now().getTime() };
    return { outcome: 'page', page: { ...page, hash: hashOf(page) }, warnings: [], view };
  }

  return { visit, once, linkOf };
}
export type PageVisits = ReturnType<typeof createPageVisits>;
