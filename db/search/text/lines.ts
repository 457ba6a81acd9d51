const SPACE = 32;
const NEW_LINE = 10;

/** True for what stands between two words of a plain text. */
export function isSpace(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === SPACE || unit === NEW_LINE;
}

/** Start of the line of this place. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** End of the line of this place. */
export function lineEnd(text: string, at: number): number {
  const next = text.indexOf('\n', at);
  return next < 0 ? text.length : next;
}
