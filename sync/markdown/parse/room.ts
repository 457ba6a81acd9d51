/** Error of a page that cannot be converted: it exceeds the timeout or the available memory, or triggers a bug. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  /** True if the HTML itself exceeds a limit, so every later attempt fails too. */
  readonly isLasting: boolean;

  constructor(message: string, isLasting = false) {
    super(message);
    this.isLasting = isLasting;
  }
}

// Bytes of a parsed page per character of its HTML, measured on pages of 1 to 31 MB.
const BYTES_PER_CHARACTER = 70;

const MEGABYTE = 1_000_000;

/**
 * Throws a `ConversionError` for HTML whose tree exceeds the available memory of the machine or of its control group.
 * The page is left out, and the run continues.
 */
export function requireRoom(html: string): void {
  const needed = html.length * BYTES_PER_CHARACTER;
  // Skip typical pages: querying the available memory is slow.
  if (html.length < MEGABYTE) return;
  const available = process.availableMemory();
  if (needed <= available) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / MEGABYTE);
  throw new ConversionError(
    `its HTML of ${megabytes(html.length)} MB needs ${megabytes(needed)} MB of memory, but ${megabytes(available)} MB are available`,
  );
}
