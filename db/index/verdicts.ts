import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const Verdict = z.object({
  /** Of the page. */
  id: z.int(),
  /** Key of its address (shared/addresses.ts); absent where another page is published there. */
  path: z.string().optional(),
  since: z.iso.datetime(),
  why: z.string(),
  /** First revision of the mirror whose text of the page may be served; without it, the page must not be served at all. */
  before: z.int().positive().optional(),
});

const Verdicts = z.object({
  /** Home address of the site. */
  site: z.string(),
  /** Larger in each later list. */
  version: z.int().positive(),
  written_at: z.iso.datetime(),
  /** Name of the mirror whose revisions `before` counts. */
  mirror: z.string(),
  pages: z.array(Verdict),
  signature: z.string().optional(),
});

/** The content of `index/verdicts.json`: what must not be served of any generation. */
export type Verdicts = z.infer<typeof Verdicts>;

/** Most bytes of a list. */
export const LARGEST_VERDICTS = 8_000_000;

/** Reads the text of a list; throws an error that names its faults. */
export function parseVerdicts(text: string): Verdicts {
  if (text.length > LARGEST_VERDICTS) throw new Error(`${text.length} characters`);
  const { success, data, error } = Verdicts.safeParse(JSON.parse(text));
  if (success) return data;
  const [issue] = error.issues;
  throw new Error(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`, { cause: error });
}

/** Reads a list; `undefined` where there is none. Throws for a damaged one. */
export async function readVerdicts(file: string): Promise<Verdicts | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return undefined;
  try {
    return parseVerdicts(text);
  } catch (error) {
    throw new Error(`${file} is damaged (${(error as Error).message}); the next sync writes it anew`, { cause: error });
  }
}

/** The state of the mirror that a generation shows. */
type Shown = { readonly mirror: string; readonly revision: number } | undefined;

/** The ids and addresses that must not be served of a generation. */
export function withheldOf({ mirror, pages }: Pick<Verdicts, 'mirror' | 'pages'>, shown: Shown) {
  const isPast = ({ before }: Verdicts['pages'][number]) =>
    before === undefined || shown?.mirror !== mirror || shown.revision < before;
  const all = pages.filter(isPast);
  return {
    ids: new Set(all.map(({ id }) => id)),
    paths: new Set(all.flatMap(({ path, before }) => (path === undefined || before !== undefined ? [] : [path]))),
  };
}
