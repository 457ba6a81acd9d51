import type { RunTools } from '../collaborators.ts';
import type { Contribution } from '../../../db/mirror/contributions.ts';
import { primaryLanguage } from '../../../shared/languages.ts';
import type { Page } from '../../../shared/page.ts';
import { contactLinksIn } from '../../company/contact/contacts.ts';
import { placesListedIn } from '../../places/area-lists.ts';

type Collaborators = Pick<RunTools, 'mirror' | 'checkpoint'>;

// Maps pages of the mirror to their city and family.
type Placing = {
  // Returns a page with city and family; `undefined` if it may not be published.
  readonly pageOf: (id: number) => Page | undefined;
  readonly placed: (page: Omit<Page, 'city' | 'family'>) => Page;
  // Digest of the code and rules that place pages.
  readonly rules: string;
};

// Revision of the mirror and rules of the stored contributions.
type Kept = { readonly by: string; readonly revision: number };
const FACT = 'contributions';

/** Creates the contributions of pages, cached in the mirror: only those of changed pages are computed again. */
export function createContributions({ mirror, checkpoint }: Collaborators) {
  const table = mirror.contributions;

  // Yields the contributions of pages in the main language (a primary subtag), in order of id.
  function* all(main: string, placing: Placing): Generator<Contribution> {
    table.transaction(() => bringUpToDate(main, placing));
    for (const one of table.all()) {
      checkpoint();
      yield one;
    }
  }

  function bringUpToDate(main: string, { pageOf, placed, rules }: Placing): void {
    const by = `${rules} ${main}`;
    const kept = mirror.fact(FACT) as Kept | undefined;
    if (kept?.by === by) {
      for (const id of mirror.touchedSince(kept.revision)) {
        checkpoint();
        const one = contributionOf(pageOf(id), main);
        if (one) table.replace(one);
        else table.remove(id);
      }
    } else {
      table.clear();
      for (const page of mirror.publishable()) {
        checkpoint();
        const one = contributionOf(placed(page), main);
        if (one) table.replace(one);
      }
    }
    mirror.note(FACT, { by, revision: mirror.revision().number } satisfies Kept);
  }

  return { all };
}

/**
 * Returns the contribution of a page; `undefined` for a page outside the main language, because company data is read only in that
 * language.
 */
export function contributionOf(page: Page | undefined, main: string): Contribution | undefined {
  if (!page || primaryLanguage(page.language) !== main) return undefined;
  const { id, title, url, path, city, family, markdown } = page;
  const links = contactLinksIn(markdown).join('\n');
  const places = city === '' ? '' : placesListedIn(markdown).join('\n');
  return { id, title, url, path, city, family, links, places };
}
