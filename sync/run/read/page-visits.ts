import type { KnownPage, Mirror } from '../../../db/mirror/mirror.ts';
import type { StoredView } from '../../../db/mirror/views.ts';
import type { PageAddress } from '../../wordpress/html.ts';
import type { View } from '../../wordpress/visitor.ts';
import type { ChangeCollector } from './change-collector.ts';
import { targetIn } from '../visible/members-only.ts';
import type { ReasonInView } from '../visible/reason-in-view.ts';
import type { SkipReason } from '../census/plan.ts';

type Collaborators = {
  readonly look: (page: PageAddress) => Promise<View>;
  readonly reasonInView: ReasonInView;
  /** Address of the site, without a slash at its end. */
  readonly home: string;
  readonly mirror: Pick<Mirror, 'publishablePage'>;
  readonly views: ReadonlyMap<number, StoredView>;
  readonly now: () => Date;
  /** Throws when the run is to stop. */
  readonly checkpoint: () => void;
};

/** A look at a page of which the REST API tells nothing; `reason` if visitors do not get it, and `detail` of that. */
export type Visit = {
  readonly page: KnownPage;
  readonly view: View;
  readonly reason?: SkipReason;
  readonly detail?: string;
};

/** Looks, as visitors do, at pages of which the REST API tells nothing, and has those leave that visitors do not get. */
export function createPageVisits({ look, reasonInView, home, mirror, views, now, checkpoint }: Collaborators) {
  const linkOf = ({ seenLink, path }: KnownPage): string => seenLink || `${home}${path}`;

  /** Firewalls and overloaded servers hide a page now and then: one that is hidden is asked for once more. */
  async function visit(page: KnownPage): Promise<Visit> {
    checkpoint();
    const address = { link: linkOf(page), id: page.id };
    const before = mirror.publishablePage(page.id)?.markdown ?? '';
    const once = async () => {
      const view = await look(address);
      return { page, view, ...(await reasonInView(view, address, before)) };
    };
    const first = await once();
    return first.reason === undefined ? first : await once();
  }

  function settle({ page, view, reason, detail = '' }: Visit, changes: ChangeCollector): void {
    if (reason !== undefined) leave(page, reason, detail, changes);
    else if (view.kind !== 'unknown') stay(page, changes);
  }

  /** It is read anew as soon as the site lists it again. */
  function leave(page: KnownPage, reason: SkipReason, detail: string, changes: ChangeCollector): void {
    const before = views.get(page.id);
    const time = now().getTime();
    const isRepeated = before?.verdict === reason && before.detail === detail && targetIn(detail) !== null;
    const checkedAt = isRepeated ? before.checkedAt : time;
    const view = { ...UNSEEN, ...before, id: page.id, verdict: reason, detail, etag: '', lastModified: '', checkedAt };
    const row = { ...page, link: linkOf(page), seenModified: '' };
    if (time - checkedAt < LASTING_MS) changes.doubt(page.id);
    changes.take(row, { outcome: 'skip', reason, detail, warnings: [], view });
  }

  function stay(page: KnownPage, changes: ChangeCollector): void {
    const before = views.get(page.id);
    const shown = before && before.verdict !== '' ? { ...before, verdict: '', detail: '' } : before;
    const seen = shown && { view: { ...shown, checkedAt: now().getTime() } };
    changes.take({ ...page, link: linkOf(page) }, { outcome: 'same', warnings: [], ...seen });
  }

  return { visit, settle, leave };
}

/** An edit or a fault leads visitors elsewhere for less than this: where they are still led to the same address, the owner wants it. */
const LASTING_MS = 30 * 60_000;

const UNSEEN = { textFrom: 'rest', language: '', alternates: '' } as const;
