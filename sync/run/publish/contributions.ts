import type { Contribution } from '../../../db/mirror/contributions.ts';
import type { Mirror } from '../../../db/mirror/mirror.ts';
import { primaryLanguage } from '../../../shared/languages.ts';
import type { Page } from '../../../shared/page.ts';
import { contactLinksIn } from '../../company/contact/text-links.ts';
import { placesListedIn } from '../../places/area-lists.ts';

type Collaborators = {
  readonly mirror: Pick<Mirror, 'contributions' | 'fact' | 'note' | 'publishable' | 'revision' | 'touchedSince'>;
  /** Called again and again during work that lets nothing else run; stops it by throwing. */
  readonly checkpoint: () => void;
};

/** How pages of the mirror are placed. */
type Placing = {
  /** A page of the mirror with its city and family, `undefined` for one that is not to be published. */
  readonly pageOf: (id: number) => Page | undefined;
  readonly placed: (page: Omit<Page, 'city' | 'family'>) => Page;
  /** Digest of the code and the rules by which pages are placed. */
  readonly rules: string;
};

/** The state of the mirror that the kept contributions are of, and what else they were made by. */
type Kept = { readonly by: string; readonly revision: number };
const FACT = 'contributions';

/** The contributions of pages, kept in the mirror: those of the pages that have changed since are made anew. */
export function createContributions({ mirror, checkpoint }: Collaborators) {
  const table = mirror.contributions;

  /** Those of the pages in the main language (a primary subtag), in the order of ids. */
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

/** The contribution of a page: what the company is called and offers is said once, in the main language. */
export function contributionOf(page: Page | undefined, main: string): Contribution | undefined {
  if (!page || primaryLanguage(page.language) !== main) return undefined;
  const { id, title, url, path, city, family, markdown } = page;
  const links = contactLinksIn(markdown).join('\n');
  const places = city === '' ? '' : placesListedIn(markdown).join('\n');
  return { id, title, url, path, city, family, links, places };
}
