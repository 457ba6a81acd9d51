import { inlineMarkdown } from './inline-markdown.ts';
import type { Inline } from './inline.ts';
import { createBlock, type Block } from './blocks.ts';

type Span = {
  readonly isHeader: boolean;
  /** Number of columns and rows that the cell spans. */
  readonly columns: number;
  readonly rows: number;
};
export type TableCell = Span & { readonly markdown: string; readonly isRepeated: boolean };

const MAX_COLUMNS = 200;
// In characters of Markdown; longer cells are not repeated, because a cell may span a thousand rows.
const MAX_REPEATED = 200;

export function tableCell(content: Inline, span: Span): TableCell {
  const markdown = inlineMarkdown(content, 'cell');
  return { markdown, isRepeated: (span.rows > 1 || span.columns > 1) && markdown.length <= MAX_REPEATED, ...span };
}

/**
 * Creates a GFM table: all rows have all columns, and the first row is the header. A cell that spans rows or columns is
 * repeated in each slot, so every value is below its heading. A title alone in its row, and a long cell, are written
 * once. Rows without content are dropped, and a table without a header row has an empty header.
 */
export function tableElement(rows: readonly (readonly TableCell[])[]): Block | undefined {
  const grid = toGrid(rows).filter((row) => row.some((slot) => slot?.isAnchor && slot.cell.markdown !== ''));
  if (grid.length === 0) return undefined;
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  const first = grid[0] ?? [];
  const hasHeader = first.every((slot) => !slot?.isAnchor || slot.cell.isHeader || slot.cell.markdown === '');
  const [header = [], ...body] = hasHeader ? grid : [[], ...grid];
  const delimiter = `|${' --- |'.repeat(width)}`;
  const text = [line(header, width), delimiter, ...body.map((row) => line(row, width))].join('\n');
  return createBlock('TABLE', { text });
}

// Slot of a table (HTML 4.9.12.1) that a cell covers: its anchor, or a slot in a row below.
type Slot = { readonly cell: TableCell; readonly isAnchor: boolean };
type Row = (Slot | undefined)[];

function toGrid(rows: readonly (readonly TableCell[])[]): Row[] {
  // For every column, the number of rows that a cell above still covers, and its repeated slot.
  const covered: { rows: number; readonly slot: Slot | undefined }[] = [];
  return rows.map((cells) => {
    const row: Row = [];
    let column = 0;
    const isCovered = () => {
      const above = covered[column];
      if (!above || above.rows === 0) return false;
      above.rows--;
      row[column] = above.slot;
      return true;
    };
    for (const cell of cells) {
      while (isCovered()) column++;
      if (column >= MAX_COLUMNS) break;
      row[column] = { cell, isAnchor: true };
      const end = Math.min(column + cell.columns, MAX_COLUMNS);
      const repeated = cell.isRepeated ? { cell, isAnchor: false } : undefined;
      const isTitle = cells.length === 1 && column === 0;
      for (let i = column; i < end; i++) {
        if (i > column) row[i] = isTitle ? undefined : repeated;
        covered[i] = { rows: cell.rows - 1, slot: i > column && isTitle ? undefined : repeated };
      }
      column = end;
    }
    for (; column < covered.length; column++) isCovered();
    return row;
  });
}

function line(row: Row, width: number): string {
  return `|${Array.from({ length: width }, (_, i) => ` ${row[i]?.cell.markdown ?? ''} |`).join('')}`;
}
