import type { Page } from '../../shared/page.ts';
import type { Database } from '../sqlite.ts';

/** Fields of a page that company data, vocabulary and place names use. */
export type Contribution = Pick<Page, 'id' | 'title' | 'url' | 'path' | 'city' | 'family'> & {
  /** Contact links of its text, separated by line feeds. */
  readonly links: string;
  /** Places that the page lists for its city, separated by line feeds. */
  readonly places: string;
};

const CHUNK = 1000;

export function createContributionTable(db: Database) {
  const select = db.prepare<[{ after: number; limit: number }], Contribution>(`
    SELECT id, title, url, path, city, family, links, places
    FROM contributions
    WHERE id > @after
    ORDER BY id
    LIMIT @limit
  `);
  const replace = db.prepare<[Contribution]>(`
    REPLACE INTO contributions (id, title, url, path, city, family, links, places)
    VALUES (@id, @title, @url, @path, @city, @family, @links, @places)
  `);
  const remove = db.prepare<[{ id: number }]>('DELETE FROM contributions WHERE id = @id');
  const clear = db.prepare('DELETE FROM contributions');

  /** Iterates over all rows in the order of ids, in batches. */
  function* all(): Generator<Contribution> {
    let after = 0;
    for (;;) {
      const chunk = select.all({ after, limit: CHUNK });
      yield* chunk;
      const last = chunk.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  return {
    all,
    replace: (contribution: Contribution): void => void replace.run(contribution),
    remove: (id: number): void => void remove.run({ id }),
    clear: (): void => void clear.run(),
    transaction: (work: () => void): void => db.transaction(work).immediate(),
  };
}
