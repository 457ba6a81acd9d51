import { printable } from '../../shared/printable.ts';
import type { Cell, Table } from './tables.ts';

// Longest cell in UTF-16 code units.
const LONGEST = 70;

/** Formats a table with its heading for a terminal; an empty table is a sentence. */
export function tableText({ title, about, columns, rows, note }: Table, none: string): string {
  const head = `${title}\n${about}\n`;
  if (rows.length === 0) return `${head}  ${note ?? none}\n`;
  const cells = [columns, ...rows].map((row) => row.map(cellText));
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => Array.from(row[at] ?? '').length)));
  const isNumber = columns.map((_, at) => rows.every((row) => typeof row[at] === 'number'));
  const lines = cells.map((row) =>
    row
      .map((text, at) => {
        const fill = ' '.repeat(Math.max(0, (widths[at] ?? 0) - Array.from(text).length));
        return isNumber[at] ? fill + text : text + fill;
      })
      .join('  ')
      .trimEnd(),
  );
  const shown = note === undefined ? lines : [...lines, note];
  return `${head}${shown.map((line) => `  ${line}\n`).join('')}`;
}

// Questions are untrusted text.
function cellText(cell: Cell): string {
  return typeof cell === 'number' ? String(cell) : printable(cell, LONGEST);
}
