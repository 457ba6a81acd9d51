import type { KnownPage } from '../../../db/mirror/mirror.ts';

/**
 * The way in which a page leaves. `told`: the site or the site file says so of this page. `vanished`: it is not listed any
 * more. `different`: it is listed, and visitors do not get it.
 */
export type Departure = 'told' | 'vanished' | 'different';

/** A page as it would be after the run. */
type Arrival = {
  readonly path: string;
  /** Characters of its Markdown. */
  readonly size: number;
  /** Digest of its words, without those of its title. */
  readonly text: string;
  /** That of its text before. */
  readonly before?: string;
};

/**
 * Pages that the guard keeps as they were. `vanished` waits for --force; `different` ends by itself; `unread`, which names no
 * pages, ends when the REST API is open again.
 */
export type Hold = {
  readonly kind: Exclude<Departure, 'told'> | 'unread';
  /** ISO 8601. */
  readonly since: string;
  readonly why: string;
  readonly pages: readonly number[];
};

type Suspicion = Omit<Hold, 'since' | 'kind'> & { readonly kind: Exclude<Departure, 'told'> };

type Changes = {
  readonly known: ReadonlyMap<number, Pick<KnownPage, 'path' | 'size'>>;
  readonly leaving: ReadonlyMap<number, Departure>;
  readonly arriving: ReadonlyMap<number, Arrival>;
  /** Pages whose text was gone when they were last read, and that are kept for another look. */
  readonly emptied: ReadonlySet<number>;
  /** Pages of which the REST API tells nothing: not even a single one is believed at once to be hidden. */
  readonly doubted: ReadonlySet<number>;
  /** Pages that vanished within the last week. */
  readonly lostLately: readonly number[];
  /** Number of pages that came within the last week: they make up for losses. */
  readonly gainedLately: number;
  /** Pages that lost their text within the last week, and are not held. */
  readonly textLostLately: readonly number[];
};

const FEW_PAGES = 5;
const SMALL_SHARE = 0.1;
/** Below so many pages five are many: then a quarter counts. */
const SMALL_SITE = 50;
const SMALL_SITE_SHARE = 0.25;
/** As much as twice in one run is credible within a week. */
const WEEKLY = 2;
/** More than a third of the pages with another text is no editing. */
const LARGE_SHARE = 1 / 3;
/** A text that is shorter than this share of the old one has lost most of it. */
const MOST_LOST = 0.3;

/** Losses that are too large to be believed at once, each with its pages. */
export function suspicionsOf(changes: Changes): readonly Suspicion[] {
  return [vanishings(changes), differences(changes)].filter((found) => found !== undefined);
}

/** Says that the whole site would go. */
export const allOf = (pages: number): string => `${pages === 1 ? 'the only page' : `all ${pages} pages`} would go`;

function vanishings({ known, leaving, arriving, lostLately, gainedLately }: Changes): Suspicion | undefined {
  const pages = [...leaving].flatMap(([id, how]) => (how === 'vanished' && known.has(id) ? [id] : []));
  const suspect = (why: string) => ({ kind: 'vanished', why, pages }) as const;
  if (pages.length > 0 && pages.length === known.size) return suspect(allOf(known.size));
  if (pages.length > credibleLoss(known.size)) return suspect(`${pages.length} of ${known.size} pages would go`);
  const base = Math.max(0, known.size + lostLately.length - gainedLately);
  const gained = gainedLately + [...arriving.keys()].filter((id) => !known.has(id)).length;
  const lost = pages.length + lostLately.length - gained;
  if (pages.length > 0 && lost > WEEKLY * credibleLoss(base)) {
    return suspect(`${lost} of ${base} pages would go within seven days`);
  }
  const front = [...known].find(([, page]) => page.path === '/')?.[0];
  if (front === undefined || [...arriving.values()].some(({ path }) => path === '/')) return undefined;
  const isLost = leaving.get(front) === 'vanished' || arriving.has(front);
  return isLost ? { ...suspect('the front page would go'), pages: [...new Set([...pages, front])] } : undefined;
}

/** The number of pages that may vanish at once. */
function credibleLoss(pages: number): number {
  if (pages >= SMALL_SITE) return Math.max(FEW_PAGES, pages * SMALL_SHARE);
  return Math.max(1, Math.min(FEW_PAGES, Math.floor(pages * SMALL_SITE_SHARE)));
}

function differences(changes: Changes): Suspicion | undefined {
  const { known, leaving, doubted, textLostLately } = changes;
  const pages = textLosses(changes);
  if (pages.size === 0) return undefined;
  // What the site itself keeps from readers is neither a loss nor a page that stays.
  const staying = [...known.keys()].filter((id) => leaving.get(id) !== 'told');
  const base = new Set([...staying, ...textLostLately]).size;
  const lost = new Set([...pages, ...textLostLately]).size;
  const isAll = staying.every((id) => pages.has(id));
  if (!isAll && (lost <= FEW_PAGES || lost <= base * LARGE_SHARE)) {
    const few = [...pages].filter((id) => doubted.has(id));
    const why = `${few.length} of ${known.size} pages, of which the REST API tells nothing, are not shown to visitors any more`;
    return few.length === 0 ? undefined : { kind: 'different', why, pages: few };
  }
  const within = lost > pages.size ? ' within seven days' : '';
  const why = `${lost} of ${base} pages would lose their text${within}, or are not shown to visitors any more`;
  return { kind: 'different', why, pages: [...pages] };
}

/** Known pages that lose their text: it is empty, most of it is gone, it is that of many others but for the title, or visitors do not get it. */
export function textLosses({
  known,
  leaving,
  arriving,
  emptied,
}: Pick<Changes, 'known' | 'leaving' | 'arriving' | 'emptied'>): ReadonlySet<number> {
  const pages = new Set(emptied);
  for (const [id, how] of leaving) if (how === 'different') pages.add(id);
  const sameText = new Map<string, { readonly id: number; readonly before: string }[]>();
  for (const [id, { size, text, before: former = '' }] of arriving) {
    const before = known.get(id);
    if (!before) continue;
    if (size < before.size * MOST_LOST) pages.add(id);
    const same = sameText.get(text);
    if (same) same.push({ id, before: former });
    else sameText.set(text, [{ id, before: former }]);
  }
  for (const same of sameText.values()) {
    // Pages that were one text before, such as one for each town, may well be another one now.
    const texts = new Set(same.map(({ id, before }) => before || id));
    if (same.length > FEW_PAGES && texts.size > same.length / 2) for (const { id } of same) pages.add(id);
  }
  return pages;
}

const HOUR = 3_600_000;

type Holding = {
  readonly suspicions: readonly Suspicion[];
  /** Holds of the run before. */
  readonly former: readonly Hold[];
  readonly now: Date;
  /** Hours after which visitors are right. */
  readonly hours: number;
};

/** The suspicions that hold, each since it began; what visitors have seen for long enough is believed. */
export function holdsOf({ suspicions, former, now, hours }: Holding): readonly Hold[] {
  return suspicions.flatMap((suspicion) => {
    const since = former.find(({ kind }) => kind === suspicion.kind)?.since ?? now.toISOString();
    const isOver = suspicion.kind === 'different' && now.getTime() - Date.parse(since) >= hours * HOUR;
    return isOver ? [] : [{ ...suspicion, since }];
  });
}
