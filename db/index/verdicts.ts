import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const Verdict = z.object({
  // Post id.
  id: z.int(),
  // Key of its address (`shared/addresses.ts`); absent if a different page has this address.
  path: z.string().optional(),
  since: z.iso.datetime(),
  why: z.string(),
  // First revision of the mirror with a text that may be served; absent if the page must not be served.
  before: z.int().positive().optional(),
});

const Verdicts = z.object({
  // Address of the front page.
  site: z.string(),
  // Increases with each list.
  version: z.int().positive(),
  written_at: z.iso.datetime(),
  // Name of the mirror that `before` refers to.
  mirror: z.string(),
  pages: z.array(Verdict).readonly(),
  signature: z.string().optional(),
});

/** Content of `index/verdicts.json`: pages that must not be served from any generation. */
export type Verdicts = z.infer<typeof Verdicts>;
export type Verdict = Readonly<z.infer<typeof Verdict>>;

/** Verdicts of a mirror, as a list contains them. */
export type VerdictList = { readonly mirror: string; readonly pages: readonly Verdict[] };

/** Largest size of a list in bytes. */
export const LARGEST_VERDICTS = 8_000_000;

/** Parses a list. Throws an error that lists invalid fields. */
export function parseVerdicts(text: string): Verdicts {
  if (text.length > LARGEST_VERDICTS) throw new Error(`${text.length} characters`);
  const { success, data, error } = Verdicts.safeParse(JSON.parse(text));
  if (success) return data;
  const [issue] = error.issues;
  throw new Error(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`, { cause: error });
}

/** Reads a list, `undefined` if the file is missing. Throws for an invalid list. */
export async function readVerdicts(file: string): Promise<Verdicts | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return undefined;
  try {
    return parseVerdicts(text);
  } catch (error) {
    throw new Error(`${file} is damaged (${(error as Error).message}); the next sync rewrites it`, { cause: error });
  }
}

type Shown = { readonly mirror: string; readonly revision: number } | undefined;

/** Returns the ids and addresses that must not be served from a generation. */
export function withheldOf({ mirror, pages }: VerdictList, shown: Shown) {
  const isPast = ({ before }: Verdict) => before === undefined || shown?.mirror !== mirror || shown.revision < before;
  const all = pages.filter(isPast);
  return {
    ids: new Set(all.map(({ id }) => id)),
    paths: new Set(all.flatMap(({ path, before }) => (path === undefined || before !== undefined ? [] : [path]))),
  };
}
