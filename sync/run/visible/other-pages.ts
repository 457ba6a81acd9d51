import type { View } from '../../wordpress/visitor.ts';
import type { PageAddress } from '../../wordpress/html.ts';
import type { CensusEntry } from '../census/plan.ts';

const COMPARED = 4;

type Listed = Pick<CensusEntry, 'id' | 'type' | 'link'>;

type Options = {
  readonly look: (page: PageAddress) => Promise<View>;
  readonly pages: readonly Listed[];
};

/**
 * Creates the function that returns the HTML of further pages of the site, preferably of the same type and language. Their common
 * part is the frame of the theme. The choice is stable, and each page is requested once in a run.
 */
export function createOtherPages({ look, pages }: Options) {
  const views = new Map<number, Promise<View>>();
  const groups = new Map<string, Listed[]>();
  for (const page of pages) {
    for (const key of keysOf(page)) {
      const group = groups.get(key) ?? [];
      if (group.length <= COMPARED) groups.set(key, [...group, page]);
    }
  }

  return async function find(page: Listed): Promise<readonly string[]> {
    const others = keysOf(page).map((key) => (groups.get(key) ?? []).filter(({ id }) => id !== page.id));
    const chosen = others.find(({ length }) => length >= COMPARED) ?? others.at(-1) ?? [];
    const html: string[] = [];
    for (const other of chosen.slice(0, COMPARED)) {
      const view = views.get(other.id) ?? look(other);
      views.set(other.id, view);
      const seen = await view;
      if (seen.kind === 'page') html.push(seen.html);
    }
    return html;
  };
}
export type OtherPages = ReturnType<typeof createOtherPages>;

// Groups of a page: by type and language prefix, and by language prefix alone.
function keysOf({ type, link }: Listed): readonly string[] {
  const language = /^\/([a-z]{2}(?:-[a-z]{2})?)(?:\/|$)/.exec(URL.parse(link)?.pathname ?? '')?.[1] ?? '';
  return [`${language} ${type}`, language];
}
