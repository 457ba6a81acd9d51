import type { TextSource } from '../../../db/mirror/inspect.ts';
import type { HtmlReason } from '../../run/visible/reading.ts';
import { printable } from '../../../shared/printable.ts';
import WORDS from './texts/words.json' with { type: 'json' };

const MEANINGS: Readonly<Record<HtmlReason | 'other', string>> = WORDS.htmlReasons;

// Reasons from site.yaml, or without an option there.
const NOT_CHOSEN: ReadonlySet<string> = new Set<HtmlReason>(['site.yaml', 'part']);

const PATHS_SHOWN = 3;
const NEARLY_ALL = 0.8;

/** Groups the pages that are read from their HTML by type and reason, the largest group first. */
export function htmlPagesOf(sources: readonly TextSource[]) {
  const read = sources.filter(({ why }) => why !== '');
  const groups = Map.groupBy(read, ({ type, why }) => JSON.stringify([type, why]));
  return [...groups]
    .flatMap(([key, its]) => {
      const [type = '', why = ''] = JSON.parse(key) as readonly string[];
      const of = sources.filter((source) => source.type === type).length;
      const paths = its.map(({ path }) => path);
      // Entry of `read_html` that matches them, unless site.yaml contains it.
      const pattern = NOT_CHOSEN.has(why) ? undefined : patternOf(paths, type, of);
      const sample = paths.slice(0, PATHS_SHOWN);
      return [{ type, why, pages: its.length, of, paths: sample, ...(pattern && { site_yaml: pattern }) }];
    })
    .toSorted((a, b) => b.pages - a.pages);
}
/** Pages of a type that are read from their HTML for the same reason, with a sample of their paths. */
export type HtmlPages = Readonly<ReturnType<typeof htmlPagesOf>[number]>;

// Returns the type if nearly all of its pages match, the common parent path of most pages, or the first paths.
function patternOf(paths: readonly string[], type: string, of: number): string {
  if (paths.length > 1 && paths.length >= of * NEARLY_ALL) return `read_html: [${type}]`;
  const parents = Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf('/')));
  const [[parent, its] = ['', []]] = [...parents].toSorted(([, a], [, b]) => b.length - a.length);
  const shared = parent !== '' && its.length > 1 && its.length >= paths.length * NEARLY_ALL;
  const entries = shared ? [`${parent}/*`] : paths.slice(0, PATHS_SHOWN);
  return `read_html: [${entries.map((entry) => JSON.stringify(entry)).join(', ')}]`;
}

export function htmlPagesLine({ type, why, pages, of, paths }: HtmlPages): string {
  const meaning = (MEANINGS as Readonly<Record<string, string>>)[why] ?? MEANINGS.other;
  const more = pages > paths.length ? ', …' : '';
  return printable(
    `${pages} of ${of} ${type} ${pages === 1 ? 'is read from its' : 'are read from their'} HTML (${paths.join(', ')}${more}): ${meaning}`,
    LONGEST,
  );
}
const LONGEST = 400;
