import type { TextSource } from '../../db/mirror/inspect.ts';
import type { HtmlReason } from '../run/visible/types.ts';
import { printable } from '../../shared/printable.ts';

/** Pages of one type that are read from their own HTML for one reason. */
export type HtmlPages = {
  readonly type: string;
  readonly why: string;
  readonly pages: number;
  /** Pages of the type in all. */
  readonly of: number;
  /** Some of their paths. */
  readonly paths: readonly string[];
  /** Entry of `read_html` in site.yaml that means them; absent where site.yaml says it already. */
  readonly site_yaml?: string;
};

/** Each reason in words for the owner of the site. */
const MEANINGS: Readonly<Record<HtmlReason | 'other', string>> = {
  unrendered: 'the REST API gives shortcodes or nothing',
  outside: 'most of their text is not in the editor: a template, custom fields or a block template adds it',
  different: 'visitors see another text than the REST API gives',
  part: 'visitors get a part of what the REST API gives, and that part is published',
  'site.yaml': 'site.yaml says so',
  other: 'the REST API does not give their text',
};

/** Reasons that are in site.yaml, or not for it to say. */
const NOT_CHOSEN: ReadonlySet<string> = new Set<HtmlReason>(['site.yaml', 'part']);

const PATHS_SHOWN = 3;
const NEARLY_ALL = 0.8;

/** Groups the pages that are read from their HTML, the largest group first. */
export function htmlPagesOf(sources: readonly TextSource[]): readonly HtmlPages[] {
  const read = sources.filter(({ why }) => why !== '');
  const groups = Map.groupBy(read, ({ type, why }) => JSON.stringify([type, why]));
  return [...groups.values()]
    .flatMap((its) => {
      const [first] = its;
      if (!first) return [];
      const { type, why } = first;
      const of = sources.filter((source) => source.type === type).length;
      const paths = its.map(({ path }) => path);
      const pattern = NOT_CHOSEN.has(why) ? undefined : patternOf(paths, type, of);
      return [
        {
          type,
          why,
          pages: its.length,
          of,
          paths: paths.slice(0, PATHS_SHOWN),
          ...(pattern && { site_yaml: pattern }),
        },
      ];
    })
    .toSorted((a, b) => b.pages - a.pages);
}

/** The type where nearly all of it is meant, else the part of the site that most of the paths share, else the first paths. */
function patternOf(paths: readonly string[], type: string, of: number): string {
  if (paths.length > 1 && paths.length >= of * NEARLY_ALL) return `read_html: [${type}]`;
  const parents = Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf('/')));
  const [[parent, its] = ['', []]] = [...parents].toSorted(([, a], [, b]) => b.length - a.length);
  const shared = parent !== '' && its.length > 1 && its.length >= paths.length * NEARLY_ALL;
  const entries = shared ? [`${parent}/*`] : paths.slice(0, PATHS_SHOWN);
  return `read_html: [${entries.map((entry) => JSON.stringify(entry)).join(', ')}]`;
}

/** A group in one line. */
export function htmlPagesLine({ type, why, pages, of, paths }: HtmlPages): string {
  const meaning = (MEANINGS as Readonly<Record<string, string>>)[why] ?? MEANINGS.other;
  const more = pages > paths.length ? ', …' : '';
  return printable(
    `${pages} of ${of} ${type} are read from their HTML (${paths.join(', ')}${more}): ${meaning}`,
    LONGEST,
  );
}
const LONGEST = 400;
