// Control, format (bidirectional, zero-width), surrogate and line separator characters: none may steer a terminal.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A text from elsewhere as one harmless line for a terminal or a log, of `longest` UTF-16 units at most. */
export function printable(text: string, longest = 300): string {
  const line = text.replaceAll(UNPRINTABLE, ' ').replaceAll(/ {2,}/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line;
}
