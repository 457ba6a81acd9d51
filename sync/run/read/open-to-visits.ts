import type { StoredView } from '../../../db/mirror/views.ts';
import type { PageHtml } from '../visible/page-html.ts';

/** Pages that are looked at to learn whether any can be seen. */
const SAMPLE = 10;

type Options = {
  readonly html: Pick<PageHtml, 'look' | 'hasSeen'>;
  readonly views: ReadonlyMap<number, Pick<StoredView, 'verdict'>>;
  /** What the site lists. */
  readonly pages: readonly { readonly id: number; readonly link: string }[];
};

/**
 * Tells whether sync could ever see a page of the site as visitors do: in this run, in an earlier one, or in a sample. Where it
 * could not, a firewall that keeps a page from sync says nothing of that page.
 */
export function createOpenToVisits({ html, views, pages }: Options): () => Promise<boolean> {
  let sample: Promise<void> | undefined;

  async function lookAtSample(): Promise<void> {
    const step = Math.max(1, pages.length / SAMPLE);
    for (let at = 0; at < pages.length && !html.hasSeen(); at += step) {
      const page = pages[Math.floor(at)];
      if (page) await html.look(page);
    }
  }

  return async function isOpen(): Promise<boolean> {
    if (html.hasSeen() || [...views.values()].some(({ verdict }) => verdict === '')) return true;
    await (sample ??= lookAtSample());
    return html.hasSeen();
  };
}
