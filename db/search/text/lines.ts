const SPACE = 32;
const NEW_LINE = 10;

/** Returns true for a space or a line feed. */
export function isSpace(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === SPACE || unit === NEW_LINE;
}

export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

export function lineEnd(text: string, at: number): number {
  const next = text.indexOf('\n', at);
  return next < 0 ? text.length : next;
}
