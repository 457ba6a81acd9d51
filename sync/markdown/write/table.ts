import { MarkdownElement, type MarkdownNode } from './markdown-tree.ts';

/** A table cell: its inline content, and the number of columns and rows that it spans. */
export type TableCell = {
  readonly content: readonly MarkdownNode[];
  readonly isHeader: boolean;
  readonly columns: number;
  readonly rows: number;
};

const MAX_COLUMNS = 200;

/**
 * Makes a GFM table: every row with every column, a header row first. Slots that a spanning cell covers stay empty, rows
 * without any content go, and a table without header row gets an empty one.
 */
export function tableElement(rows: readonly (readonly TableCell[])[]): MarkdownElement | undefined {
  const grid = toGrid(rows).filter((row) => row.some((cell) => cell && cell.content.length > 0));
  if (grid.length === 0) return undefined;
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  const first = grid[0] ?? [];
  const hasHeader = first.every((cell) => cell === undefined || cell.isHeader || cell.content.length === 0);
  const table = new MarkdownElement('TABLE');
  if (!hasHeader) table.append(rowElement([], width, 'TH'));
  for (const [index, row] of grid.entries())
    table.append(rowElement(row, width, hasHeader && index === 0 ? 'TH' : 'TD'));
  return table;
}

/** The slots of a table (HTML 4.9.12.1): the cell that is anchored there, or nothing. */
function toGrid(rows: readonly (readonly TableCell[])[]): (TableCell | undefined)[][] {
  /** For every column, the number of rows for which a cell above still covers it. */
  const covered: number[] = [];
  return rows.map((cells) => {
    const row: (TableCell | undefined)[] = [];
    let column = 0;
    const skipCovered = () => {
      for (; (covered[column] ?? 0) > 0; column++) {
        covered[column] = (covered[column] ?? 0) - 1;
        row[column] = undefined;
      }
    };
    for (const cell of cells) {
      skipCovered();
      if (column >= MAX_COLUMNS) break;
      row[column] = cell;
      const end = Math.min(column + cell.columns, MAX_COLUMNS);
      for (let i = column; i < end; i++) {
        if (i > column) row[i] = undefined;
        covered[i] = cell.rows - 1;
      }
      column = end;
    }
    for (; column < covered.length; column++)
      if ((covered[column] ?? 0) > 0) covered[column] = (covered[column] ?? 0) - 1;
    return row;
  });
}

function rowElement(row: readonly (TableCell | undefined)[], width: number, name: 'TH' | 'TD'): MarkdownElement {
  const cells = Array.from({ length: width }, (_, i) => new MarkdownElement(name, {}, row[i]?.content ?? []));
  return new MarkdownElement('TR', {}, cells);
}
