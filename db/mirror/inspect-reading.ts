import { openToInspect } from '../sqlite.ts';

/** Facts of the last reading of a site, from its mirror. What no run has noted yet is absent. */
export type LastReading = {
  readonly pages: number;
  /** Date of the last full sweep. */
  readonly fullAt: Date | undefined;
  /** Stamp of the code that made the pages. */
  readonly converter: string | undefined;
};

/** Reads these facts from the file of a mirror; throws where it is not there, or cannot be read. */
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
