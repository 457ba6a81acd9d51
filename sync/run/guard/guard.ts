import type { KnownPage } from '../../../db/mirror/mirror.ts';

/**
 * How a page leaves. `told`: the site or the site file declares it. `vanished`: it is not listed any more. `different`: it is listed, and
 * visitors do not get it.
 */
export type Departure = 'told' | 'vanished' | 'different';

/**
 * A state of the site that needs the operator (exit code 2). `vanished` and `different` keep pages as they were: `vanished` until
 * --force, `different` for `GUARD_HOURS`. `unseen`: pages that could not be seen as visitors see them. `withdrawn`: the site withdrew
 * nearly all pages. `unread`: the REST API is closed.
 */
export type Hold = {
  readonly kind: 'vanished' | 'different' | 'unseen' | 'withdrawn' | 'unread';
  /** ISO 8601. */
  readonly since: string;
  readonly why: string;
  /** Pages that stay as they were. */
  readonly pages: readonly number[];
  /** The answer of pages that answer alike, as `Answer` has it. */
  readonly alike?: string;
};

const FEW_PAGES = 5;
const SMALL_SHARE = 0.1;
/** Below this number of pages five are many: there a quarter counts. */
const SMALL_SITE = 50;
const SMALL_SITE_SHARE = 0.25;
/** Twice the loss that is credible in one run is credible within a week. */
const WEEKLY = 2;

type Suspicion = Pick<Hold, 'why' | 'pages'>;

type Vanishing = {
  readonly known: ReadonlyMap<number, Pick<KnownPage, 'path'>>;
  readonly leaving: ReadonlyMap<number, Departure>;
  /** Pages that are new or changed, with their paths. */
  readonly arriving: ReadonlyMap<number, { readonly path: string }>;
  /** Pages that vanished within the last week. */
  readonly lostLately: readonly number[];
  /** Number of pages that came within the last week: they make up for losses. */
  readonly gainedLately: number;
};

/** Vanished pages that are too many to be deleted without a confirmation. */
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

/** Describes the loss of the whole site. */
export const allOf = (pages: number): string => `${pages === 1 ? 'the only page' : `all ${pages} pages`} would go`;

/** The number of pages that may vanish at once. */
function credibleLoss(pages: number): number {
  if (pages >= SMALL_SITE) return Math.max(FEW_PAGES, pages * SMALL_SHARE);
  return Math.max(1, Math.min(FEW_PAGES, Math.floor(pages * SMALL_SITE_SHARE)));
}

/** From this share of the pages on, one same answer means that the site as a whole is broken or closed. */
const NEARLY_ALL = 0.9;
/** Fewer pages with one same text are an edit. */
const FEWEST_ALIKE = 3;

/** The answer of a page to visitors in this run: what it has in common with other pages. */
export type Answer = {
  /** Equal for pages that answer alike; empty for an answer of its own. */
  readonly alike: string;
  /** Digest of the former text, for an answer that is a text: pages that had one text before may well have another. */
  readonly before?: string | undefined;
};

export type Likeness = { readonly alike: string; readonly pages: readonly number[] };

/** The largest group of pages that answer alike; `undefined` if there is none. */
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

/** True if the pages that answer alike are nearly all of some. */
export const isNearlyAll = (alike: number, of: number): boolean => alike > 0 && alike >= NEARLY_ALL * of;

/** Describes pages that answer alike. */
export const describeLikeness = ({ alike, pages }: Likeness, of: number): string =>
  `${pages.length} of ${of} pages ${alike.startsWith('text') ? 'show one same text' : `answer ${alike}`}`;
