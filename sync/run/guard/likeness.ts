import type { KnownPage } from '../../../db/mirror/mirror.ts';
import type { ChangeCollector } from '../read/change-collector.ts';
import { answerOf, type Answer } from '../read/document.ts';
import type { PageVisits } from '../read/page-visits.ts';
import type { RunTools } from '../scope.ts';

// From this share on, a common response means that the site is broken or closed.
const NEARLY_ALL = 0.9;
// Fewer pages with a common text are an edit.
const FEWEST_ALIKE = 3;

export type Likeness = { readonly alike: string; readonly pages: readonly number[] };

/** Returns the largest group of pages with the same response; `undefined` if there is none. */
export function likenessIn(answers: ReadonlyMap<number, Answer>): Likeness | undefined {
  const groups = Map.groupBy(
    [...answers].filter(([, { alike }]) => alike !== ''),
    ([, { alike }]) => alike,
  );
  const likenesses = [...groups].flatMap(([alike, its]) => {
    const befores = its.flatMap(([, { before }]) => before ?? []);
    const isText = befores.length > 0 || alike.startsWith('text');
    const isEdit = isText && (its.length < FEWEST_ALIKE || new Set(befores).size < befores.length / 2);
    return isEdit ? [] : [{ alike, pages: its.map(([id]) => id) }];
  });
  return likenesses.toSorted((a, b) => b.pages.length - a.pages.length)[0];
}

/** True if the pages with the same response are nearly all of `of` pages. */
export const isNearlyAll = (alike: number, of: number): boolean => alike > 0 && alike >= NEARLY_ALL * of;

// Size of a sample of the site, and unique responses that prove that the site works.
const SAMPLE = 12;
const ENOUGH = 2;

/**
 * Returns the pages with the same response, if they are nearly all pages of the site. If this run read few pages with the same
 * response, a sample of further pages decides.
 */
export async function likenessOfSite(
  { mirror, scope: { known, lastRun } }: Pick<RunTools, 'mirror' | 'scope'>,
  changes: ChangeCollector,
  { visit }: Pick<PageVisits, 'visit'>,
): Promise<Likeness | undefined> {
  const answers = new Map(changes.all('answer'));
  const [leaving, read] = [changes.departures(), changes.all('isRead')];
  for (const { kind, pages, alike = '' } of lastRun.holds) {
    // A held page that was not read again retains its response.
    for (const id of kind === 'different' ? pages : []) {
      if (known.has(id) && !read.has(id) && !leaving.has(id)) answers.set(id, { alike, before: String(id) });
    }
  }
  const isOut = (id: number) => leaving.has(id) && (answers.get(id)?.alike ?? '') === '';
  const site = new Set([...known.keys(), ...changes.all('arriving').keys()].filter((id) => !isOut(id)));
  const looked = new Map([...answers].filter(([id]) => site.has(id)));
  const found = likenessIn(looked);
  if (!found || !isNearlyAll(found.pages.length, looked.size)) return undefined;
  if (isNearlyAll(found.pages.length, site.size)) return found;

  const sampled = new Map<number, Answer>();
  let own = 0;
  for (const page of sampleOf([...known.values()].filter(({ id }) => site.has(id) && !looked.has(id)))) {
    const reading = await visit(page);
    if (reading.unseen !== undefined) continue;
    const answer = answerOf(reading, mirror.publishablePage(page.id));
    sampled.set(page.id, answer);
    own += Number(answer.alike !== found.alike);
    if (own >= ENOUGH) return undefined;
  }
  const alike = [...sampled.values()].filter(({ alike: one }) => one === found.alike).length;
  return isNearlyAll(found.pages.length + alike, looked.size + sampled.size) && alike > 0 ? found : undefined;
}

/** Returns the front page, and further pages spread over the site. */
export function sampleOf(pages: readonly KnownPage[]): readonly KnownPage[] {
  const front = pages.filter(({ path }) => path === '/');
  const others = pages.filter(({ path }) => path !== '/');
  const size = Math.min(others.length, SAMPLE - front.length);
  return [
    ...front,
    ...Array.from({ length: size }, (_, index) => others[Math.floor((index * others.length) / size)]).flatMap(
      (page) => page ?? [],
    ),
  ];
}
