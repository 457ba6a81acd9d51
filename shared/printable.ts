// Control, format (bidirectional, zero-width), surrogate and line separator characters, which could control a terminal.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Converts a third-party string to a single safe line for a terminal or a log, at most `longest` UTF-16 units. */
export function printable(text: string, longest = 300): string {
  const line = text.replaceAll(UNPRINTABLE, ' ').replaceAll(/ {2,}/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line;
}

/** Formats a number with its noun: "1 page", "2 pages". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
