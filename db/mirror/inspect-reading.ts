import { openToInspect } from '../sqlite.ts';

/** Facts of the last sync; absent until a run has written them. */
export type LastReading = {
  readonly pages: number;
  /** Time of the last full sync. */
  readonly fullAt: Date | undefined;
  /** Digest of the code that converted the pages. */
  readonly converter: string | undefined;
};

/** Reads these facts from the file of a mirror. Throws if the file is missing or invalid. */
export function inspectReading(file: string): LastReading {
  const db = openToInspect(file);
  try {
    const count = db.prepare<[], { pages: number }>('SELECT count(*) AS pages FROM pages');
    const select = db.prepare<[{ name: string }], { value: string }>('SELECT value FROM facts WHERE name = @name');
    const textOf = (name: string): string | undefined => {
      const value: unknown = JSON.parse(select.get({ name })?.value ?? 'null');
      return typeof value === 'string' ? value : undefined;
    };
    const fullAt = textOf('full_at');
    return {
      pages: count.get()?.pages ?? 0,
      fullAt: fullAt === undefined ? undefined : new Date(fullAt),
      converter: textOf('document_version'),
    };
  } finally {
    db.close();
  }
}
