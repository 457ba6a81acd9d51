import type { SkipReason } from '../census/plan.ts';
import type { KnownPage, MirroredPage } from '../../../db/mirror/mirror.ts';
import { type RunTools, hoursUnseen } from '../scope.ts';
import { htmlToText } from '../../markdown/plain-text.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import { isSamePlace } from '../../wordpress/same-place.ts';
import { damagedAt, skip, unconverted, snapshotOf, type Reading } from '../visible/reading.ts';
import { isRefused, restrictedBy, targetIn } from '../visible/refusals.ts';
import { shownOn, shownTitle, wordsIn } from '../visible/shown-page.ts';
import { shownPart } from '../visible/shown-text.ts';
import { partsOn, type SitePages } from '../visible/site-pages.ts';
import { isOtherText, isText } from '../visible/visible-text.ts';
import { hashOf, titleOf } from './document.ts';

type Collaborators = Pick<RunTools, 'wordpress' | 'mirror' | 'unseenHours' | 'now' | 'checkpoint' | 'scope'> & {
  readonly site: SitePages;
};

/** A page of the mirror, published or withheld. */
export type VisitedPage = Pick<KnownPage, 'id' | 'path' | 'seenLink'>;

const SAME: Reading = { outcome: 'same', warnings: [] };

export const linkOf = ({ seenLink, path }: Pick<VisitedPage, 'seenLink' | 'path'>, home: string): string =>
  seenLink || `${home}${path}`;

/** Creates the reader of pages without the REST API: the visitor's HTML decides which part of the mirrored text stays. */
export function createPageVisits(collaborators: Collaborators) {
  const { site, scope, mirror, unseenHours, now, checkpoint } = collaborators;
  const { home } = collaborators.wordpress.site;
  const unseenFor = (id: number) => hoursUnseen(scope.lastRun, id, now());

  // A hidden page needs a second request, because firewalls and overload hide pages temporarily.
  async function visit(page: VisitedPage): Promise<Reading> {
    const first = await once(page);
    return first.outcome === 'skip' ? await once(page) : first;
  }

  async function once(page: VisitedPage): Promise<Reading> {
    try {
      return await compare(page);
    } catch (error) {
      return unconverted(error, { id: page.id, now: now(), mayStay: unseenFor(page.id) < unseenHours });
    }
  }

  async function compare(page: VisitedPage): Promise<Reading> {
    checkpoint();
    const { id } = page;
    const link = linkOf(page, home);
    const snapshot = await site.look({ link, id });
    const hidden = (reason: SkipReason, detail: string, shown?: string) => skip(id, now(), reason, { detail, shown });
    const published = mirror.publishablePage(id);
    const stored = published ?? mirror.withheldPage(id);
    const isUnseen = ({ what }: WordPressError): Reading => {
      const isFailing = published !== undefined && unseenFor(id) >= unseenHours;
      return { ...(isFailing ? hidden('failing', what) : SAME), unseen: what };
    };
    const seenAgain = (): Reading => {
      const before = stored && scope.snapshots.get(id);
      if (stored && !published) return asPage(stored, before?.detail ?? '');
      if (!before) return SAME;
      const { verdict, detail } = before;
      return {
        ...SAME,
        snapshot: { ...before, verdict: '', detail: verdict === '' ? detail : '', checkedAt: now().getTime() },
      };
    };
    if (snapshot.kind === 'unknown') return isUnseen(snapshot.error);
    if (snapshot.kind === 'hidden') {
      const target = snapshot.reason === 'redirect' ? targetIn(snapshot.detail) : null;
      // Another host of the site shows it.
      if (target && isSamePlace(target.href, link)) return seenAgain();
      const isOther =
        (snapshot.reason === 'redirect' || snapshot.reason === 'noindex') && !isRefused(snapshot, { link });
      return hidden(isOther ? 'other page' : snapshot.reason, snapshot.detail, snapshot.shown);
    }
    if (!stored) return seenAgain();
    const elsewhere = site.elsewhereOf(link, snapshot.canonicals);
    if (elsewhere !== undefined) return hidden('canonical', elsewhere);
    const further = await site.furtherParts({ id, link }, partsOn(snapshot.html));
    if (further instanceof WordPressError) return isUnseen(further);
    const parts = [snapshot.page, ...further];
    const shown = shownOn(parts);
    const title = shownTitle(snapshot.page, stored.title.replaceAll('<', '&lt;'));
    const named = title === undefined ? stored : { ...stored, title: htmlToText(title) || titleOf(stored.path) };
    const whole = () => (title === undefined ? seenAgain() : asPage(named, 'different'));
    if (shownPart(stored.markdown, shown) === stored.markdown) return whole();
    if (snapshot.damaged) return isUnseen(damagedAt(link));
    const own = await site.pageText({ ...stored, link, content: '' }, parts);
    const part = shownPart(stored.markdown, shown, own.markdown);
    if (part === stored.markdown) return whole();
    const given = wordsIn(stored.markdown);
    if (isText(part, given.length)) return asPage({ ...named, markdown: part }, 'part');
    if (isOtherText(given, wordsIn(own.markdown))) return asPage({ ...named, markdown: own.markdown }, 'different');
    return hidden('other text', restrictedBy(snapshot.html) ?? 'none of its text is shown', own.markdown);
  }

  // A page of the mirror, marked for reading when the REST API returns it again.
  function asPage(stored: MirroredPage, detail: string): Reading {
    const page = { ...stored, seenModified: '', ownSlug: 1 } as const;
    const snapshot = snapshotOf(stored.id, now(), { detail });
    return { outcome: 'page', page: { ...page, hash: hashOf(page) }, warnings: [], snapshot };
  }

  return { visit, once };
}
export type PageVisits = ReturnType<typeof createPageVisits>;
