import type { RunTools } from '../collaborators.ts';
import type { WordPress } from '../../wordpress/client.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import type { CensusRow } from '../../wordpress/rows.ts';
import type { OnRunEvent } from '../events.ts';
import type { CensusEntry } from './plan.ts';
import type { Scope } from '../scope.ts';

export type CensusPage = CensusRow & CensusEntry;

export type Census = {
  readonly entries: readonly CensusPage[];
  /** Types whose listing request failed. */
  readonly unlisted: ReadonlySet<string>;
  /** Pages without a request: their entries come from the mirror. */
  readonly unasked: ReadonlySet<number>;
  /** Pages that a short run requested, including pages missing in the response. */
  readonly asked: ReadonlySet<number>;
  /** Pages of a short run whose request to the REST API failed. */
  readonly unread: ReadonlySet<number>;
  /** Client for the listed pages. Its cache returns each page of a short run once, without a request. */
  readonly wordpress: WordPress;
};

export type CensusInput = Pick<RunTools, 'wordpress' | 'types' | 'report' | 'checkpoint'>;

/** Lists every page of each type. */
export async function takeCensus({ wordpress, types, report, checkpoint }: CensusInput): Promise<Census> {
  report({ type: 'phase', phase: 'census' });
  const entries: CensusPage[] = [];
  const unlisted = await forEachType(types, report, async (type) => {
    const found: CensusPage[] = [];
    const warn = (place: number, { message }: WordPressError) =>
      report({
        type: 'warning',
        message: `Row ${place} of the listing of ${type} is not read, because the site fails at it: ${message}`,
      });
    for await (const rows of wordpress.census(type, warn)) {
      checkpoint();
      for (const row of rows) found.push({ ...row, type });
      report({ type: 'advanced', done: entries.length + found.length });
    }
    entries.push(...found);
  });
  return { entries, unlisted, unasked: new Set(), asked: new Set(), unread: new Set(), wordpress };
}

// Failures of the whole site, which affect every type.
const OF_THE_SITE = new Set(['unreachable', 'certificate', 'later']);

/**
 * Performs the same work for several REST types. A failed type is reported and its pages are unchanged. Throws if the failure
 * affects the whole site, or every type failed and the work may not continue. Returns the failed types.
 */
export async function forEachType(
  types: readonly string[],
  report: OnRunEvent,
  work: (type: string) => Promise<void>,
  mayContinue: (error: WordPressError) => boolean = () => false,
): Promise<ReadonlySet<string>> {
  const failed = new Map<string, WordPressError>();
  for (const type of types) {
    try {
      await work(type);
    } catch (error) {
      if (!(error instanceof WordPressError) || OF_THE_SITE.has(error.kind)) throw error;
      failed.set(type, error);
    }
  }
  const [first] = failed.values();
  if (first && failed.size === types.length && !mayContinue(first)) throw first;
  for (const [type, { message }] of failed) {
    report({ type: 'warning', message: `The type ${type} was not read, so its pages are unchanged: ${message}` });
  }
  return new Set(failed.keys());
}

// Post type of WooCommerce.
const PRODUCT = 'product';

type Collaborators = Pick<RunTools, 'wordpress' | 'report'>;

/**
 * Returns the ids of products that the shop hides. Falls back to the ids of the last run if the run requests no product or the
 * shop does not respond.
 */
export async function hiddenProductsOf(
  { wordpress, report }: Collaborators,
  { fact }: Scope,
  { entries, unasked }: Census,
): Promise<ReadonlySet<number>> {
  const before = new Set((fact('hidden_products') as readonly number[] | undefined) ?? []);
  if (!entries.some(({ id, type }) => type === PRODUCT && !unasked.has(id))) return before;
  const warn = (why: string) =>
    report({ type: 'warning', message: `The hidden products of the shop could not be read: ${why}` });
  try {
    const hidden = await wordpress.hiddenProducts();
    if (hidden) return hidden;
    if (before.size > 0) warn('its Store API was removed; hidden products stay hidden');
  } catch (error) {
    if (!(error instanceof WordPressError)) throw error;
    warn(error.message);
  }
  return before;
}

/**
 * Returns the names of query variables that hold the slug of a custom type in plain permalinks: `/?servicio=panaderia`, or
 * `/?servicio=hogar/panaderia` below a parent. A type may choose the name, so it is read from the links.
 */
export function queryVarsIn(rows: Iterable<{ readonly link: string; readonly slug: string }>): string[] {
  const found = new Set<string>();
  for (const { link, slug } of rows) {
    const named = slugText(slug);
    for (const [name, value] of URL.parse(link)?.searchParams ?? []) {
      const last = value.slice(value.lastIndexOf('/') + 1);
      if (named !== '' && last.toLowerCase() === named && name !== LANGUAGE) found.add(name);
    }
  }
  return [...found].toSorted();
}

// WPML and Polylang add it to every link, so a page with the slug `en` does not indicate a type.
const LANGUAGE = 'lang';

/** Decodes a slug, which WordPress stores as a percent-encoded string. */
export const slugText = (slug: string): string =>
  (new URLSearchParams(`slug=${slug}`).get('slug') ?? '').normalize('NFC').toLowerCase();
