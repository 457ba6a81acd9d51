import { MarkdownElement, type MarkdownNode } from './markdown-tree.ts';

/** A cell as it was read: its inline content, and how many columns and rows it covers. */
export type Cell = {
  readonly content: readonly MarkdownNode[];
  readonly isHeader: boolean;
  readonly columns: number;
  readonly rows: number;
};

const MOST_COLUMNS = 200;

/**
 * Lays cells out on a grid, as GFM needs: every row with every column, a header row first. Covered places stay empty, rows
 * without any content go, and a table without header row gets an empty one.
 */
export function tableElement(rows: readonly (readonly Cell[])[]): MarkdownElement | undefined {
  const grid = layOut(rows).filter((row) => row.some((cell) => cell && cell.content.length > 0));
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

function layOut(rows: readonly (readonly Cell[])[]): (Cell | undefined)[][] {
  /** For every column, how many rows down it is still covered by a cell above. */
  const covered: number[] = [];
  return rows.map((cells) => {
    const row: (Cell | undefined)[] = [];
    let column = 0;
    const skipCovered = () => {
      for (; (covered[column] ?? 0) > 0; column++) {
        covered[column] = (covered[column] ?? 0) - 1;
        row[column] = undefined;
      }
    };
    for (const cell of cells) {
      skipCovered();
      if (column >= MOST_COLUMNS) break;
      row[column] = cell;
      const end = Math.min(column + cell.columns, MOST_COLUMNS);
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

function rowElement(row: readonly (Cell | undefined)[], width: number, name: 'TH' | 'TD'): MarkdownElement {
  const cells = Array.from({ length: width }, (_, i) => new MarkdownElement(name, {}, row[i]?.content ?? []));
  return new MarkdownElement('TR', {}, cells);
}
