/** A page that could not be converted: it takes too long, too much memory, or meets a bug. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
}

/** Bytes that a parsed page takes per character of its HTML, measured on pages of 1 to 31 MB. */
const BYTES_PER_CHARACTER = 70;

const MEGABYTE = 1_000_000;

/**
 * Throws a `ConversionError` for HTML whose tree would not fit into the memory that this machine or its control group has left. The
 * page is left out, and the run goes on.
 */
export function requireRoom(html: string): void {
  const needed = html.length * BYTES_PER_CHARACTER;
  // The question costs more than a usual page is worth.
  if (html.length < MEGABYTE) return;
  const available = process.availableMemory();
  if (needed <= available) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / MEGABYTE);
  throw new ConversionError(
    `its HTML of ${megabytes(html.length)} MB needs ${megabytes(needed)} MB of memory, and ${megabytes(available)} MB are left`,
  );
}
