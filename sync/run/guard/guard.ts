import type { KnownPage } from '../../../db/mirror/mirror.ts';

/**
 * Type of departure of a page. `told`: the site or site.yaml declares it. `vanished`: it is no longer listed. `different`: it is
 * listed, but visitors do not get it.
 */
export type Departure = 'told' | 'vanished' | 'different';

/**
 * A state of the site that requires the operator (exit code 2). `vanished` and `different` hold the previous versions: `vanished`
 * until --force, `different` for `GUARD_HOURS`. `unseen`: no visitor snapshot of pages was available. `withdrawn`: the site
 * withdrew nearly all pages. `unread`: the REST API is closed.
 */
export type Hold = {
  readonly kind: 'vanished' | 'different' | 'unseen' | 'withdrawn' | 'unread';
  /** ISO 8601. */
  readonly since: string;
  readonly why: string;
  /** Pages held at their previous versions. */
  readonly pages: readonly number[];
  /** The common response; see `Answer`. */
  readonly alike?: string;
};

const FEW_PAGES = 5;
const SMALL_SHARE = 0.1;
// Below this number of pages, five are many, so a quarter of the pages counts.
const SMALL_SITE = 50;
const SMALL_SITE_SHARE = 0.25;
// Limit of a week, as a multiple of the credible loss of a run.
const WEEKLY = 2;

type Suspicion = Pick<Hold, 'why' | 'pages'>;

type Vanishing = {
  readonly known: ReadonlyMap<number, Pick<KnownPage, 'path'>>;
  readonly leaving: ReadonlyMap<number, Departure>;
  readonly arriving: ReadonlyMap<number, { readonly path: string }>;
  readonly lostLately: readonly number[];
  // Number of pages gained within the last week, which compensate for losses.
  readonly gainedLately: number;
};

/** Returns vanished pages that are too many to delete without confirmation. */
export function vanishingOf({ known, leaving, arriving, lostLately, gainedLately }: Vanishing): Suspicion | undefined {
  const pages = [...leaving].flatMap(([id, how]) => (how === 'vanished' && known.has(id) ? [id] : []));
  if (pages.length > 0 && pages.length === known.size) return { why: allOf(known.size), pages };
  if (pages.length > credibleLoss(known.size)) return { why: `${pages.length} of ${known.size} pages would go`, pages };
  const base = Math.max(0, known.size + lostLately.length - gainedLately);
  const gained = gainedLately + [...arriving.keys()].filter((id) => !known.has(id)).length;
  const lost = pages.length + lostLately.length - gained;
  if (pages.length > 0 && lost > WEEKLY * credibleLoss(base)) {
    return { why: `${lost} of ${base} pages would go within seven days`, pages };
  }
  const front = [...known].find(([, page]) => page.path === '/')?.[0];
  if (front === undefined || [...arriving.values()].some(({ path }) => path === '/')) return undefined;
  const isLost = leaving.get(front) === 'vanished' || arriving.has(front);
  return isLost ? { why: 'the front page would go', pages: [...new Set([...pages, front])] } : undefined;
}

export const allOf = (pages: number): string => `${pages === 1 ? 'the only page' : `all ${pages} pages`} would go`;

function credibleLoss(pages: number): number {
  if (pages >= SMALL_SITE) return Math.max(FEW_PAGES, pages * SMALL_SHARE);
  return Math.max(1, Math.min(FEW_PAGES, Math.floor(pages * SMALL_SITE_SHARE)));
}

// From this share on, a common response means that the site is broken or closed.
const NEARLY_ALL = 0.9;
// Fewer pages with a common text are an edit.
const FEWEST_ALIKE = 3;

/** Response of a page to visitors in this run, reduced to a comparable value. */
export type Answer = {
  /** Equal for pages with the same response; empty for a unique response. */
  readonly alike: string;
  /** Digest of the former text if the response is a text: pages that shared a text before may share a new text. */
  readonly before?: string | undefined;
};

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

/** Describes pages with the same response. */
export const describeLikeness = ({ alike, pages }: Likeness, of: number): string =>
  `${pages.length} of ${of} pages ${alike.startsWith('text') ? 'show the same text' : `return ${alike}`}`;
